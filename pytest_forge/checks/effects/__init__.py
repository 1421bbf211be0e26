"""Checks of effects: a tool's side effects stay within its tier."""

from . import dry_runs, files, network, processes, repeated_effects, resources, state, temporary_files

__all__ = ["dry_runs", "files", "network", "processes", "repeated_effects", "resources", "state", "temporary_files"]
