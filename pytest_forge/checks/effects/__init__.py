"""Checks of effects: a tool's side effects stay within its tier."""

from . import (
    dry_runs,
    files,
    half_made_changes,
    network,
    processes,
    repeated_effects,
    resources,
    state,
    temporary_files,
)

__all__ = [
    "dry_runs",
    "files",
    "half_made_changes",
    "network",
    "processes",
    "repeated_effects",
    "resources",
    "state",
    "temporary_files",
]
