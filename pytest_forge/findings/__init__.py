"""Findings: what is kept of them from one run to the next."""
