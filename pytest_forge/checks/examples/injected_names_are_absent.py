"""The model may choose the folder that it is confined to."""

from __future__ import annotations

from typing import Any

broken: dict[str, Any] = {
    "name": "read_note",
    "description": "Return the text of a note.",
    "input_schema": {
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path relative to the workspace."},
            "workspace_root": {"type": "string", "description": "Folder to work in."},
        },
        "required": ["path"],
        "additionalProperties": False,
    },
}

fixed: dict[str, Any] = {
    "name": "read_note",
    "description": "Return the text of a note.",
    "input_schema": {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "Path relative to the workspace."}},
        "required": ["path"],
        "additionalProperties": False,
    },
}
