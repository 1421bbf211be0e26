"""Servers that the tests start."""
