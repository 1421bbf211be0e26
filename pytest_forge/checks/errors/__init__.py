"""Checks of errors: an error is reported in the tool's own words, without secrets, and so is the log."""

from . import answers, logs

__all__ = ["answers", "logs"]
