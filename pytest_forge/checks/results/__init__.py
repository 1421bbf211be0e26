"""Checks of results: one JSON value, bounded, honest about failure."""

from . import answers

__all__ = ["answers"]
