"""The gold side: dataset types, one format a file, checks, repairs, subsets and counts."""
