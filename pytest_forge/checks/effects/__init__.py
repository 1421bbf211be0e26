"""Checks of effects: what a tool does to the world besides answering. No more than its tier allows."""

from . import files, leaks, network, processes, state

__all__ = ["files", "leaks", "network", "processes", "state"]
