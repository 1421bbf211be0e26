"""Checks of effects: a tool's side effects stay within its tier."""

from . import files, leaks, network, processes, state

__all__ = ["files", "leaks", "network", "processes", "state"]
