"""`file_create`: a file for the user to download. Source: seed 002, "Create a downloadable file".

The file is written into one folder of the workspace. Its result has the path relative to the workspace, so that no
model reads where the workspace lies; the absolute one travels on the event bus, as ``file.created``.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...events import Event, get_event_bus
from ...kinds.typed_tool import ForgeTool
from ...project.tool_settings import ToolSettings
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["file_create"]

#: The accepted extensions, each with its type. Source: seed 002, "Allowed extensions".
_MIME_TYPES = {
    ".md": "text/markdown",
    ".json": "application/json",
    ".yaml": "text/yaml",
    ".yml": "text/yaml",
    ".txt": "text/plain",
    ".log": "text/plain",
    ".csv": "text/csv",
    ".sh": "text/x-shellscript",
    ".xml": "text/xml",
    ".html": "text/html",
    ".py": "text/x-python",
    ".ts": "text/typescript",
}
_MAX_NAME_BYTES = 255
_MAX_CHARACTERS = 1_000_000
_SHOWN_CHARACTERS = 2_000

# Control characters, invisible ones such as those that turn the direction, lone surrogates, and separators of lines.
_NEVER_IN_NAMES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class FileCreateArguments(ToolArguments):
    """The file to create."""

    filename: str = Field(
        description=(
            "Name of the file with its extension, without any folder, at most 255 bytes. "
            f"Extensions: {', '.join(_MIME_TYPES)}."
        ),
        min_length=1,
        max_length=_MAX_NAME_BYTES,
        examples=["report.json"],
    )
    content: str = Field(
        description="The whole content of the file as text, at most 1,000,000 characters; written as UTF-8.",
        max_length=_MAX_CHARACTERS,
        examples=['{"total": 3}'],
    )


def file_create(settings: ToolSettings) -> ForgeTool:
    """Return the tool that creates files in the ``files_folder`` of *settings*."""
    folder = settings.files_folder

    @forge_tool(
        name="file_create",
        args_schema=FileCreateArguments,
        workspace_root_aware=True,
        tier=ToolTier.WRITE,
        category=ToolCategory.BUILTIN,
        facts={"replaces": True},
        register=False,
    )
    def create(arguments: FileCreateArguments, *, workspace_root: Path) -> dict[str, Any]:
        """Create a text file for the user to download; a file of the same name is replaced."""
        from ...workspace.workspace import Workspace  # most processes create no file

        mime_type = _mime_type(arguments.filename)
        data = arguments.content.encode()
        with Workspace(workspace_root) as workspace:
            path = workspace.relative(f"{folder}/{arguments.filename}")
            created = {
                "filename": arguments.filename,
                "mime_type": mime_type,
                "path": path,
                "bytes": len(data),
                "overwritten": workspace.write_bytes(path, data, make_parents=True),
            }
            get_event_bus().emit(Event("file.created", {**created, "path": str(workspace.root / path)}))
        return {**created, "content": arguments.content[:_SHOWN_CHARACTERS]}

    return create


def _mime_type(filename: str) -> str:
    """Return the type of a file by its extension; refuse a bad name first."""
    if (
        ".." in filename
        or "/" in filename
        or "\\" in filename
        or filename.strip() in ("", ".")
        or any(unicodedata.category(character) in _NEVER_IN_NAMES for character in filename)
        or len(filename.encode()) > _MAX_NAME_BYTES
    ):
        raise ToolError(
            "The filename is not a plain name. Pass a name like 'report.json', "
            "without '/', '\\', '..' and control characters.",
            code="bad_filename",
        )
    # What follows the last dot, for a name like ".txt" as well.
    mime_type = _MIME_TYPES.get(PurePosixPath(f"_{filename}").suffix.lower())
    if mime_type is None:
        raise ToolError(
            f"The filename does not end in an accepted extension. Use one of {', '.join(_MIME_TYPES)}.",
            code="extension_not_allowed",
        )
    return mime_type
