"""(Dataset, Predictions) -> Scores: exact match and F1, thresholds, comparisons, the human line."""
