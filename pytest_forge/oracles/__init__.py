"""Oracles: what sees the side effects of a call."""
