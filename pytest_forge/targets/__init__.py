"""Targets: what can be checked, and how it is found and called."""
