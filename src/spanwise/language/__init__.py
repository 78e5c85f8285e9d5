"""Annotated text: parts of speech, entities, trees, constituents, a lexicon, word vectors; knows no questions."""
