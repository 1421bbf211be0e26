"""The broken tool loads the whole file to show three rows; the fixed one compares its size with a cap first."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class DocumentArguments(BaseModel):
    """Which document to look into."""

    path: str = Field(description="JSON file, relative to the workspace.", max_length=4096)


_MAX_BYTES = 5_000_000


def _resolve(path: str, root: Path) -> Path | None:
    resolved = (root.resolve() / path).resolve()
    is_ours = resolved.is_relative_to(root.resolve()) and resolved.suffix == ".json" and resolved.is_file()
    return resolved if is_ours else None


@forge_tool(args_schema=DocumentArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: DocumentArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Show the top-level keys of a JSON document."""
    path = _resolve(arguments.path, workspace_root)
    if path is None:
        return {"error": "not_readable", "message": "Only JSON files of the workspace can be read."}
    return {"keys": sorted(json.loads(path.read_text()))}


@forge_tool(args_schema=DocumentArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: DocumentArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Show the top-level keys of a JSON document."""
    path = _resolve(arguments.path, workspace_root)
    if path is None:
        return {"error": "not_readable", "message": "Only JSON files of the workspace can be read."}
    if path.stat().st_size > _MAX_BYTES:
        return {"error": "file_too_large", "message": "The document is larger than 5 MB."}
    return {"keys": sorted(json.loads(path.read_text()))}
