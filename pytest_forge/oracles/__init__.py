"""Oracles: observers of the side effects of a call."""
