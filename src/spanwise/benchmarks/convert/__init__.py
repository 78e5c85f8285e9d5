"""Converters: one source format a file; what each drops and why is in its account."""
