"""`file_patch`: several changes of files in one call. Source: seed 002, "Batch file operations"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field

from ...errors import ForbiddenPathError, PathExistsError, PathNotFoundError, ToolError, WorkspaceError
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ...workspace.change_set import Change
from ...workspace.refusals import told_refusal
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["file_patch"]

_MAX_OPERATIONS = 100
_MAX_CHARACTERS = 1_000_000
_MAX_PATH = 4_096

#: Each action with the field that it needs beside the path, and that no other one takes.
_NEEDS = {"add": "content", "update": "content", "delete": None, "move": "new_path"}


class FilePatchOperation(ToolArguments):
    """One change of one file."""

    # A mistaken key, such as "mode" or "old_text", would otherwise change what the operation does not say.
    model_config = ConfigDict(extra="forbid")

    action: str = Field(
        description="What to do: 'add' a new file, 'update' (replace) the content of an existing one, "
        "'delete' a file or an empty folder, or 'move' a file to new_path, where nothing exists yet.",
        max_length=20,
        examples=["move"],
    )
    path: str = Field(
        description="Path of the file, relative to the workspace, at most 4,096 characters.",
        min_length=1,
        max_length=_MAX_PATH,
        examples=["notes.txt"],
    )
    content: str | None = Field(
        None,
        description="The whole content, at most 1,000,000 characters; needed to add or update (default null).",
        max_length=_MAX_CHARACTERS,
    )
    new_path: str | None = Field(
        None,
        description="The new path, relative to the workspace, at most 4,096 characters; needed to move (default null).",
        max_length=_MAX_PATH,
    )


class FilePatchArguments(ToolArguments):
    """The changes."""

    operations: list[FilePatchOperation] = Field(
        description="The changes in the order in which they are made, 1 to 100: all of them or none.",
        max_length=_MAX_OPERATIONS,
        examples=[
            [{"action": "move", "path": "notes.txt", "new_path": "archive.txt"}],
            [{"action": "update", "path": "notes.txt", "content": "Buy milk.\n"}],
        ],
    )


@forge_tool(
    args_schema=FilePatchArguments,
    workspace_root_aware=True,
    tier=ToolTier.WRITE,
    category=ToolCategory.CODE,
    facts={"replaces": True},
    register=False,
)
def file_patch(arguments: FilePatchArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Add, update, delete and move files in one call; if one operation cannot be made, none is."""
    if not arguments.operations:
        raise ToolError("There are no operations. Give at least one.", code="empty")
    changes = [_change(number, operation) for number, operation in enumerate(arguments.operations, 1)]
    with Workspace(workspace_root) as workspace:
        try:
            made = workspace.apply(changes)
        except PathNotFoundError as error:
            raise _refusal(error, "names a path where nothing exists. Correct the path", "missing") from None
        except PathExistsError as error:
            raise _refusal(error, "would replace something that exists. Choose another path", "exists") from None
        except ForbiddenPathError as error:
            raise told_refusal(error, _which(error), "; nothing was changed") from None
    return {
        "operations": [
            {"action": change.action, "path": change.path, "new_path": change.new_path, "status": change.status}
            for change in made
        ],
        "total": len(made),
    }


def _change(number: int, operation: FilePatchOperation) -> Change:
    """Return the change that an operation stands for.

    Raises:
        ToolError: If its action is unknown, or it lacks a field or has one of another action.
    """
    action = operation.action
    if action not in _NEEDS:
        raise ToolError(
            f"The action of operation {number} is unknown. Use add, update, delete or move.", code="unknown_action"
        )
    # An empty text is a content, but not a path.
    given = {"content": operation.content, "new_path": operation.new_path or None}
    for field, value in given.items():
        if field == _NEEDS[action] and value is None:
            raise ToolError(f"Operation {number} ({action}) has no {field}. Add it.", code="missing")
        if field != _NEEDS[action] and value:
            raise ToolError(
                f"Operation {number} ({action}) cannot take a {field}. Leave it out, or make two operations.",
                code="unexpected_argument",
            )
    return Change(action, operation.path, operation.content or "", operation.new_path or "")  # type: ignore[arg-type]  # a key of _NEEDS


def _refusal(error: WorkspaceError, what: str, code: str) -> ToolError:
    return ToolError(f"{_which(error)} {what}; nothing was changed.", code=code)


def _which(error: WorkspaceError) -> str:
    # A step that fails while it is made, because of another program, has no number.
    number = error.context.get("operation")
    return "An operation" if number is None else f"Operation {number + 1}"
