"""Adversarial variants of questions: sentences added to contexts, and questions put in other words."""
