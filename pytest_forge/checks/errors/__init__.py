"""Checks of errors: an error is reported in the tool's own words, without secrets, and so is the log."""

from . import answer_monitor, exception_details, exits, logs, private_values

__all__ = ["answer_monitor", "exception_details", "exits", "logs", "private_values"]
