"""Checks of effects: a tool's side effects stay within its tier."""

from . import dry_runs, files, leaks, network, processes, state

__all__ = ["dry_runs", "files", "leaks", "network", "processes", "state"]
