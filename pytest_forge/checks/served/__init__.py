"""Judges for tools of MCP servers: they see the server's answers, its effects on files, and its use of time."""

from . import (
    confinement,
)

__all__ = [
    "confinement",
]
