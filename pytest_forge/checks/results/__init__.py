"""Checks of results: one JSON value, bounded, honest about failure."""

from . import answers, error_dicts, failures

__all__ = ["answers", "error_dicts", "failures"]
