"""File types: whether a tool says what type of files it is for."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts

__all__ = ["file_type_word"]

#: Words that say what kind of file a tool is for; "text" and "file" say nothing.
_TYPES = re.compile(
    r"(?<!\w)\.[a-z][a-z0-9]{1,4}\b|\b(?:[ct]sv|jsonl?|ndjson|ya?ml|toml|ini|xml|html|markdown|parquet|avro|xlsx?|excel|pdf"
    r"|spreadsheets?|png|jpe?g|gif|svg|images?|pictures?|photos?|audio|videos?|config|configuration|settings"
    r"|data ?sets?|data files?|tables?|logs?|log files?|templates?|sql|schemas?|source code)\b",
    re.IGNORECASE,
)


def file_type_word(tool: ToolFacts) -> str:
    """Return the word that says what type of files a tool is for; empty if none does."""
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    nodes = (properties if isinstance(properties, dict) else {}).values()
    told = [
        tool.name.replace("_", " "),
        tool.description or "",
        *(str(node.get("description", "")) for node in nodes if isinstance(node, dict)),
    ]
    found = _TYPES.search(" ".join(told))
    return "" if found is None else found[0]
