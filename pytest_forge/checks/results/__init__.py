"""Checks of results: one JSON value, bounded, honest about failure."""

from . import answers, failures

__all__ = ["answers", "failures"]
