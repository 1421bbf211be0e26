"""Checks of effects: a tool's side effects stay within its tier."""

from . import (
    closed_worlds,
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
    "closed_worlds",
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
