"""`json_parse`: a JSON text, or a part of it. Source: seed 002, "Parse and query JSON data".

Its codes are those of `read_json` and `find`, and ``too_long`` for a value that does not fit into the result.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...texts.json_path import find, takes_jmespath
from ...texts.strict_json import read_json
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["json_parse"]

_MAX_CHARACTERS = 1_000_000

#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024

_JMESPATH = ", or JMESPath such as 'users[?age > `20`].name', for which null counts as missing"


class JsonParseArguments(ToolArguments):
    """A text and a query."""

    data: str = Field(
        description="The JSON text, one value, at most 1,000,000 characters and 128 levels deep.",
        max_length=_MAX_CHARACTERS,
        examples=['{"users": [{"name": "Ann", "age": 30}]}'],
    )
    query: str = Field(
        default="",
        description=(
            "Which part of the data: a path such as 'users[0].name', 'users.0.name' or '\"full name\"'"
            f"{_JMESPATH if takes_jmespath() else ''}. Default: the whole value. At most 1,000 characters."
        ),
        max_length=1_000,
        examples=["users[0].name"],
    )


@forge_tool(
    args_schema=JsonParseArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": False, "takes_markup": True},
    register=False,
)
def json_parse(arguments: JsonParseArguments) -> dict[str, Any]:
    """Parse JSON and return the value that a query finds in it; by a path, `found` tells a missing value from null."""
    found, value = find(read_json(arguments.data), arguments.query)
    if len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()) > _MAX_RESULT_BYTES:
        raise ToolError("The value is longer than 768 KiB. Ask for a part of it with a query.", code="too_long")
    return {"found": found, "value": value}
