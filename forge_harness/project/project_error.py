"""ProjectFileError: a project file that cannot be used."""

from __future__ import annotations

__all__ = ["ProjectFileError"]


class ProjectFileError(ValueError):
    """A project file that cannot be used; the message is two sentences, and names the line where it knows it."""
