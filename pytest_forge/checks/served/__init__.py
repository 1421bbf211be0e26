"""Judges for tools of MCP servers: they see the server's answers, its effects on files, and its use of time."""

from . import (
    archives,
    arguments,
    confinement,
    databases,
    definitions,
    documents,
    errors,
    growth,
    injection,
    objects,
    refusals,
    requests,
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
    "errors",
    "growth",
    "injection",
    "objects",
    "refusals",
    "requests",
    "robustness",
    "together",
]
