"""A server of the SDK that loads carts, box by box; a cancelled call takes the boxes back, or leaves them."""

from __future__ import annotations

import asyncio
import sys

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

MODE = sys.argv[1]
TOLD = {
    "left": "Load a cart with boxes, all of them or none.",
    "taken_back": "Load a cart with boxes, all of them or none.",
    "told": "Load a cart with boxes, one after the other. If the call is cancelled, boxes loaded so far stay.",
}[MODE]
server = MCPServer("carts", log_level="ERROR")
carts: dict[str, list[str]] = {}


@server.tool(description=TOLD, annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False))
async def load_cart(cart: str, boxes: list[str]) -> str:
    loaded = carts.setdefault(cart, [])
    before = len(loaded)
    try:
        for box in boxes:
            loaded.append(box)
            await asyncio.sleep(0.05)
    except BaseException as error:
        if MODE == "taken_back" or (MODE == "left" and isinstance(error, Exception)):
            del loaded[before:]
        raise
    return f"{len(boxes)} boxes are on {cart}."


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def boxes_on(cart: str) -> list[str]:
    """List the boxes on a cart."""
    return carts.get(cart, [])


if __name__ == "__main__":
    server.run()
