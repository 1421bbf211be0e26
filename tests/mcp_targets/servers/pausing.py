"""A server of the SDK whose calls pause, and one that pauses in a task and a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time

from mcp.server.mcpserver import MCPServer

server = MCPServer("pausing", log_level="WARNING")
gone: list[str] = []


@server.tool()
async def wait_a_while(word: str) -> str:
    """Return a word after a while."""
    await asyncio.sleep(1.5)
    return word


@server.tool()
def wait_in_a_thread(word: str) -> str:
    """Return a word after a while."""
    time.sleep(1.5)
    return word


@server.tool()
async def expire_later(word: str) -> list[str]:
    """Return the words that have expired; this one does so a little later."""
    asyncio.get_running_loop().create_task(expire(word))
    threading.Thread(target=expire_in_thread, args=(word,), daemon=True).start()
    await asyncio.sleep(0.05)
    return gone


async def expire(word: str) -> None:
    await asyncio.sleep(1.5)
    gone.append(word)


def expire_in_thread(word: str) -> None:
    time.sleep(1.5)
    gone.append(word)


if __name__ == "__main__":
    server.run()
