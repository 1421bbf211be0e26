"""A server that takes former codes, which the description of its argument lists, with a word about it somewhere."""

from __future__ import annotations

import sys

from raw import Refused, serve, tool

HEIGHTS = {"a4": 297, "a5": 210, "a6": 148}
FORMER = {"quarto": "a4", "octavo": "a5"}
SHEET = {"type": "string", "description": "Size: a4, a5 or a6; formerly quarto or octavo."}


def sheet_height(sheet: str) -> str:
    if sheet in FORMER:
        print(f"{sheet} is out of use", file=sys.stdout if "aloud" in sys.argv else sys.stderr, flush=True)
    code = FORMER.get(sheet, sheet)
    if code not in HEIGHTS:
        raise Refused("The size must be a4, a5 or a6.")
    return f"{HEIGHTS[code]} mm"


if __name__ == "__main__":
    serve([tool("sheet_height", sheet_height, arguments={"sheet": SHEET}, annotations={"readOnlyHint": True})])
