"""Checks as a server sees them: judged by what it sends, what becomes of files, and the time it takes."""

from . import (
    archives,
    arguments,
    confinement,
    databases,
    definitions,
    documents,
    effects,
    errors,
    growth,
    injection,
    leaks,
    refusals,
    results,
    robustness,
    together,
)

__all__ = [
    "archives",
    "arguments",
    "confinement",
    "databases",
    "definitions",
    "documents",
    "effects",
    "errors",
    "growth",
    "injection",
    "leaks",
    "refusals",
    "results",
    "robustness",
    "together",
]
