"""Checks of errors: an error is reported in the tool's own words, without secrets, and so is the log."""

from . import answers, exits, logs

__all__ = ["answers", "exits", "logs"]
