"""Numbers only: estimates with intervals, tests, corrections; knows nothing of text or questions."""
