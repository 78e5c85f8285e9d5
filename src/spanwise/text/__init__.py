"""Strings and offsets: spans and named normalisation profiles; knows nothing of questions."""
