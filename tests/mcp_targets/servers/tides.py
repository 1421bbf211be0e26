"""A server that waits for the tide: in its event loop, beside it, or by itself, one request after the other."""

from __future__ import annotations

import asyncio
import sys
import time

WAITS = sys.argv[1]
heights = {"harbour": 1, "inlet": 2}


def rise(seconds: float) -> None:
    for _ in range(3):
        time.sleep(seconds / 3)


async def await_tide(place: str, seconds: float = 0.3) -> str:
    """Wait until the water has risen at a place, and return its height."""
    if WAITS == "slept":
        rise(seconds)
    elif WAITS == "in a thread":
        await asyncio.to_thread(rise, seconds)
    else:
        await asyncio.sleep(seconds)
    return f"The water stands at {heights.get(place, 0)} m."


def plain_tide(place: str, seconds: float = 0.3) -> str:
    """Wait until the water has risen at a place, and return its height."""
    rise(seconds)
    return f"The water stands at {heights.get(place, 0)} m."


async def one_by_one() -> None:
    from raw import serve, tool  # the SDK is not needed

    serve([tool("await_tide", plain_tide, arguments={"place": {"type": "string", "maxLength": 20}})])


if __name__ == "__main__":
    if WAITS == "one by one":
        asyncio.run(one_by_one())
    else:
        from mcp.server.mcpserver import MCPServer

        server = MCPServer("tides", log_level="WARNING")
        server.tool(name="await_tide")(plain_tide if WAITS == "plain" else await_tide)
        server.run()
