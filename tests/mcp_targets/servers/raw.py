"""An MCP server over stdio in plain Python, without any SDK: what the servers of these tests are made of."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
Result = dict[str, Any]


class Refused(Exception):
    """A sentence for the model."""


class InternalError(Exception):
    """Answered as the protocol's own error, without a reason."""


def tool(name: str, run: Callable[..., Any], *, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a tool: its definition, and what it does under the key ``run``."""
    schema = {
        "type": "object",
        "properties": arguments,
        "required": [key for key, node in arguments.items() if "default" not in node],
        "additionalProperties": False,
    }
    return {"name": name, "description": f"{name} something useful.", "inputSchema": schema, "run": run, **more}


def text(value: str, **more: Any) -> Result:
    return {"content": [{"type": "text", "text": value}], **more}


def validated(schema: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    for name in schema["required"]:
        if name not in arguments:
            raise Refused(f"{name!r} is a required property")
    given = {name: arguments[name] for name in schema["properties"] if name in arguments}
    for name, value in given.items():
        node = schema["properties"][name]
        kind = TYPES[node["type"]]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise Refused(f"{name!r} is not of type {node['type']!r}")
        if "enum" in node and value not in node["enum"]:
            raise Refused(f"{name!r} is not one of its choices")
        if kind is int and not node.get("minimum", value) <= value <= node.get("maximum", value):
            raise Refused(f"{name!r} is out of range")
        if kind is list and not all(isinstance(item, TYPES[node["items"]["type"]]) for item in value):
            raise Refused(f"an item of {name!r} is of another type")
    return given


def answer(tools: list[dict[str, Any]], request: dict[str, Any], *, page: int) -> dict[str, Any]:
    method, params = request["method"], request.get("params") or {}
    if method == "initialize":
        info = {"name": "raw", "version": "1"}
        return {"result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}}
    if method == "ping":
        return {"result": {}}
    if method == "tools/list":
        if not (params.get("cursor") or "0").isdecimal():
            return {"error": {"code": -32602, "message": "Invalid cursor"}}
        start = int(params.get("cursor") or 0)
        listed = [
            {key: part for key, part in one.items() if key not in ("run", "is_lenient")}
            for one in tools[start : start + page]
        ]
        more = {"nextCursor": str(start + page)} if start + page < len(tools) else {}
        return {"result": {"tools": listed, **more}}
    if method != "tools/call":
        return {"error": {"code": -32601, "message": "Method not found"}}
    found = next((one for one in tools if one["name"] == params["name"]), None)
    if found is None:
        return {"error": {"code": -32602, "message": "Unknown tool"}}
    try:
        given = params["arguments"]
        result = found["run"](**(given if "is_lenient" in found else validated(found["inputSchema"], given)))
    except Refused as refusal:
        return {"result": text(str(refusal), isError=True)}
    except InternalError:
        return {"error": {"code": -32603, "message": "Internal error"}}
    except Exception:
        return {"result": text("The call failed; see the log of the server.", isError=True)}
    return {"result": text(result) if isinstance(result, str) else result}


def serve(tools: list[dict[str, Any]], *, page: int = 2) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **answer(tools, request, page=page)}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
