"""Checks of results: one JSON value, bounded, honest about failure."""

from . import answers, argument_changes, contracts, error_dicts, failures, lost_calls, structured_results

__all__ = ["answers", "argument_changes", "contracts", "error_dicts", "failures", "lost_calls", "structured_results"]
