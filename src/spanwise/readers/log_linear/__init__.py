"""SQuAD's logistic regression: a log-linear choice among the constituents of a paragraph (Rajpurkar et al., 2016)."""
