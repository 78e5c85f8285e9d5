"""Where datasets come from: named benchmarks, conversions from their own formats, made negatives and attacks."""
