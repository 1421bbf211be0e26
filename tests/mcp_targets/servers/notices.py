"""A server that keeps notices, and shows all of them as lines of fields; "raw" leaves line breaks as they are."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

ADD = {
    "title": {"type": "string", "minLength": 1, "maxLength": 80, "description": "Title of the notice."},
    "place": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Where it hangs."},
}
NOTICES: list[dict[str, str]] = []


def add_notice(title: str, place: str) -> str:
    NOTICES.append({"title": title, "place": place})
    return json.dumps({"number": len(NOTICES)})


def all_notices() -> str:
    lines = ["Board: main", "Version: 2"]
    for notice in NOTICES:
        place = notice["place"] if "raw" in sys.argv else notice["place"].replace("\r", "").replace("\n", "\\n")
        lines += [f"Title: {json.dumps(notice['title'])}", f"Place: {place}"]
    return "\r\n".join([*lines, "End: board"])


if __name__ == "__main__":
    serve(
        [
            tool("add_notice", add_notice, arguments=ADD),
            tool("all_notices", all_notices, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
