"""Negatives: unanswerable questions made by machine from answerable ones, and how good they are."""
