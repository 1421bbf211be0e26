"""Run a server until it ends, or until the process is told to end: by Ctrl-C, or by a SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable

import anyio
import anyio.to_thread

from .served_tools import ServedTools

__all__ = ["run_until_told"]

#: Seconds in which calls that are given up end, unless a tool holds the interpreter; and in which answers are sent.
_LAST_CALLS_S, _LAST_ANSWERS_S = 0.3, 0.05


def run_until_told(serve: Callable[[], Awaitable[None]], tools: ServedTools) -> None:
    """Run *serve* on an event loop, on the main thread; the first signal ends it.

    Args:
        serve: Serves clients.
        tools: The tools that it serves. Calls that run at the end are given up, so that nothing waits for them.
    """

    async def main() -> None:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with anyio.create_task_group() as group:

                async def listen() -> None:
                    async for _ in signals:
                        break
                    # Clients get an error for their calls, instead of a connection that breaks off.
                    tools.give_up_calls()
                    await anyio.to_thread.run_sync(tools.wait_until_idle, _LAST_CALLS_S)
                    await anyio.sleep(_LAST_ANSWERS_S)
                    group.cancel_scope.cancel()

                group.start_soon(listen)
                await serve()
                group.cancel_scope.cancel()

    anyio.run(main)
    tools.give_up_calls()
    # What threads still log belongs to this run.
    tools.wait_until_idle(_LAST_CALLS_S)
