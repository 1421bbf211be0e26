"""Checks of confinement: no path leads out of the workspace."""

from . import escapes, file_limits, undeclared_access

__all__ = ["escapes", "file_limits", "undeclared_access"]
