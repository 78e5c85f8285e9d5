"""Benchmarks that a generator makes: fuzzy matching, and triples of a knowledge base (Liu et al., 2021)."""
