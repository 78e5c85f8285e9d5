"""Readers: what answers the questions of a dataset, from random guessing to the models of the papers."""
