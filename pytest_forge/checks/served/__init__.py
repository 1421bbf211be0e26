"""Checks as a server sees them: judged by what it sends, what becomes of files, and the time it takes."""

from . import results

__all__ = ["results"]
