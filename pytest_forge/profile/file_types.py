"""File types: tools that mention the types of files they are for."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["file_type_word"]

#: Words for types of files; "text" and "file" are too general.
_TYPES = regex(
    r"(?<!\w)\.[a-z][a-z0-9]{1,4}\b|\b(?:[ct]sv|jsonl?|ndjson|ya?ml|toml|ini|xml|html|markdown|parquet|avro|xlsx?|excel|pdf"
    r"|spreadsheets?|png|jpe?g|gif|svg|images?|pictures?|photos?|audio|videos?|config|configuration|settings"
    r"|data ?sets?|data files?|tables?|logs?|log files?|templates?|sql|schemas?|source code)\b",
    re.IGNORECASE,
)


def file_type_word(tool: ToolFacts) -> str:
    """Return the word for a type of files in a tool's texts; empty without one."""
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    nodes = (properties if isinstance(properties, dict) else {}).values()
    told = [
        tool.name.replace("_", " "),
        tool.description or "",
        *(str(node.get("description", "")) for node in nodes if isinstance(node, dict)),
    ]
    found = _TYPES.search(" ".join(told))
    return "" if found is None else found[0]
