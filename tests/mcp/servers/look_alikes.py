"""A server without a defect, whose tools look as if they had one; its command holds the root."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from raw import serve, text, tool

ROOT = Path(sys.argv[1]).resolve()
WORD = {"type": "string", "description": "A word."}
COUNT = {"type": "integer", "description": "How many.", "minimum": 1, "maximum": 10}
READS = {"readOnlyHint": True}


def refuses_with_reason(count: int) -> dict[str, Any]:
    if count == 10:
        return text("Error executing tool refuses_with_reason: ten is too many here.", isError=True)
    return text("x" * count)


TOOLS = [
    tool("refuses_with_reason", refuses_with_reason, arguments={"count": COUNT}),
]

if __name__ == "__main__":
    serve(TOOLS, page=100)
