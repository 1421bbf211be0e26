"""Judges for tools of MCP servers: they see the server's answers, its effects on files, and its use of time."""

from . import (
    arguments,
    confinement,
    definitions,
    documents,
    growth,
    refusals,
    requests,
)

__all__ = [
    "arguments",
    "confinement",
    "definitions",
    "documents",
    "growth",
    "refusals",
    "requests",
]
