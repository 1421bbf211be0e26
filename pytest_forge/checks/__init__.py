"""Checks: what a tool promises, one file a family."""
