"""Findings: the run that makes them, and their stores."""
