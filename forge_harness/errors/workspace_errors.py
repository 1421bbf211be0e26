"""Errors of paths in a workspace."""

from __future__ import annotations

from typing import Any

from .fluid_error import FluidError
from .tool_errors import ToolError, ToolValidationError

__all__ = [
    "FileChangedError",
    "FileTooLargeError",
    "ForbiddenPathError",
    "PathExistsError",
    "PathNotFoundError",
    "PathTraversalError",
    "UnsupportedFileTypeError",
    "WorkspaceError",
]


class WorkspaceError(FluidError):
    """A path cannot be used in this workspace."""


class PathTraversalError(WorkspaceError, ToolValidationError):
    """The path leads outside the workspace."""

    guidance = (
        "Use a path relative to the workspace, for example 'data/orders.csv'. Paths that lead outside are refused."
    )


class ForbiddenPathError(WorkspaceError):
    """The path is malformed, or is not a regular file or folder of the workspace."""

    guidance = "That path may not be used. Choose an ordinary file inside the workspace."


class PathExistsError(ForbiddenPathError, FileExistsError):
    """Something exists at a path that should have been new."""

    guidance = "Something exists at that path already. Choose another path, or change what exists on purpose."


class PathNotFoundError(WorkspaceError, FileNotFoundError):
    """Nothing exists at the path."""

    guidance = "That path does not exist. List the workspace first, then use a path from the listing."


class UnsupportedFileTypeError(WorkspaceError):
    """The file's extension is not on the tool's allow-list."""

    guidance = "The tool does not accept this type of file. Choose a file with an accepted extension."


class FileTooLargeError(WorkspaceError):
    """The file is larger than the tool may read."""

    guidance = "The file is too large for this tool. Choose a smaller one, or ask for a part of it."


class FileChangedError(WorkspaceError, ToolError):
    """The file was changed between reading and writing it, by a program that does not lock.

    The model gets the message, and the code ``changed_meanwhile``.
    """

    guidance = "Another program changed the file meanwhile. Read it again, then repeat the change."

    def __init__(self, message: str = "", *, code: str = "changed_meanwhile", **fields: Any) -> None:
        # Not that of ToolError: the fields of every error, such as the original one, are accepted here as well.
        FluidError.__init__(self, message, **fields)
        self.code = code
