"""A server that keeps sheets of music as resources, whose links hold the titles as they are, or escaped.

The links stand in the answer ("answered"), in the list of resources alone ("listed"), or another tool opens them
("opened"). A server may also refuse the titles that its links do not hold ("refuses"). Links may hold no more than the
letters of a title, so that two sheets have the same one ("letters"), unless a number stands behind it ("numbered") or
the server keeps only the first sheet of a link ("first").
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from raw import Refused, answer, text, tool

WRITING, PLACE = sys.argv[1:3]
sheets: dict[str, str] = {}
links: dict[str, str] = {}


def link_of(title: str) -> str:
    if WRITING in ("letters", "numbered", "first"):
        return links[title]
    return f"score:/{quote(title, safe='') if WRITING == 'escaped' else title}"


def new_link(title: str) -> str:
    letters = "_".join(re.findall("[a-z0-9]+", title.lower())) or "sheet"
    number = sum(link.partition(".")[0] == f"score:/{letters}" for link in links.values())
    return f"score:/{letters}" + (f".{number}" if number and WRITING == "numbered" else "")


def read(link: str) -> str | None:
    if WRITING in ("letters", "numbered", "first"):
        return next((sheets[title] for title, known in links.items() if known == link), None)
    # A fragment and a query are no part of the path.
    return sheets.get(unquote(urlsplit(link).path[1:]))


def keep_sheet(title: str, notes: str) -> dict[str, Any]:
    if WRITING == "refuses" and not re.fullmatch(r"[\w ]+", title):
        raise Refused("A title has letters, digits and blanks alone.")
    link = links.get(title) or new_link(title)
    title = next((known for known in links if links[known] == link and WRITING == "first"), title)
    links[title] = link
    sheets[title] = sheets.get(title, notes) if WRITING == "first" else notes
    if PLACE == "answered":
        return {"content": [{"type": "resource_link", "uri": link_of(title), "name": title}]}
    return text(json.dumps({"link": link_of(title)}) if PLACE == "opened" else "It is kept.")


def open_sheet(link: str) -> str:
    found = read(link)
    if found is None:
        raise Refused("There is no such sheet.")
    return found


def reply_to(request: dict[str, Any]) -> dict[str, Any]:
    method = request["method"]
    has_resources = PLACE != "opened"
    if has_resources and method == "resources/list":
        return {"result": {"resources": [{"uri": link_of(title), "name": title} for title in sheets]}}
    if has_resources and method == "resources/read":
        found = read(request["params"]["uri"])
        if found is None:
            return {"error": {"code": -32002, "message": "Resource not found"}}
        return {"result": {"contents": [{"uri": request["params"]["uri"], "text": found}]}}
    found = answer(TOOLS, request, page=10)
    if method == "initialize" and has_resources:
        found["result"]["capabilities"] = {"tools": {}, "resources": {}}
    return found


WRITES = {"readOnlyHint": False, "destructiveHint": True}
TITLE, NOTES, LINK = ({"type": "string", "description": words} for words in ("Its title.", "What it has.", "A link."))
TOOLS = [tool("keep_sheet", keep_sheet, arguments={"title": TITLE, "notes": NOTES}, annotations=WRITES)]
if PLACE == "opened":
    TOOLS.append(tool("open_sheet", open_sheet, arguments={"link": LINK}, annotations={"readOnlyHint": True}))

if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **reply_to(request)}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
