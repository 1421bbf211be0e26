"""A server whose list of tools is another one each time, in the way that its command names, or with reason the same."""

from __future__ import annotations

import json
import sys
from typing import Any

MODE = sys.argv[1]
TITLES: list[str] = []
TITLE = {"type": "string", "description": "Title of the note.", "maxLength": 40}
BESIDE = {name: {"type": "string", "description": f"{name.title()} of the note."} for name in ("colour", "reason")}
asked = 0


def tool(name: str, description: str) -> dict[str, Any]:
    properties = {**BESIDE, "title": TITLE}
    schema = {"type": "object", "properties": properties, "required": ["title"], "additionalProperties": False}
    return {"name": name, "description": description, "inputSchema": schema}


def listed() -> list[dict[str, Any]]:
    about = "Show a note."
    if MODE == "tells_titles" and TITLES:
        about += f" There are: {'; '.join(TITLES)}"
    if MODE == "fences_titles" and TITLES:
        about += f" There are: <titles>{'; '.join(TITLES)}</titles>"
    if MODE == "reworded":
        about += f" Asked {asked} times."
    tools = [tool("add_note", "Add a note."), tool("show_note", about)]
    gone = MODE in ("gone", "told") and asked % 2 == 0
    return tools[:1] if gone else tools


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    global asked
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "c"}}
    if method == "tools/list":
        asked += 1
        return {"tools": listed()}
    if method == "tools/call":
        title = params["arguments"].get("title")
        if not isinstance(title, str) or len(title) > TITLE["maxLength"]:
            return {"content": [{"type": "text", "text": "Send a title."}], "isError": True}
        if params["name"] == "add_note":
            TITLES.append(title)
        return {"content": [{"type": "text", "text": "noted"}]}
    return {}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request and "method" in request:
        answer = result(request["method"], request.get("params") or {})
        wrong = MODE == "wrong_id" and request["method"] == "tools/call"
        print(json.dumps({"jsonrpc": "2.0", "id": 7 if wrong else request["id"], "result": answer}), flush=True)
        if MODE == "told" and request["method"] == "tools/list":
            print(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}), flush=True)
