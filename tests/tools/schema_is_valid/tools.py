"""Tools that break schema_is_valid."""

from __future__ import annotations

from forge_harness import _register

from ..marks import breaks

breaks("schema_is_valid")(
    _register(
        name="archive_entry",
        description="Describe an entry of the archive by its shelf mark.",
        input_schema={
            "type": "object",
            "properties": {
                "mark": {"type": "string", "maxLength": "20", "description": "Shelf mark, such as 'B 12'."},
            },
            "required": ["mark"],
            "additionalProperties": False,
        },
        impl=lambda mark: {"mark": mark, "title": "Untitled"},
    )
)
