"""Run a server until it ends, or until the process is told to end: by Ctrl-C, or by a SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable

import anyio

__all__ = ["run_until_told"]


def run_until_told(serve: Callable[[], Awaitable[None]]) -> None:
    """Run *serve* on an event loop, on the main thread; it is cancelled at the first signal.

    Calls that run are given up: nothing waits for them.
    """

    async def main() -> None:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with anyio.create_task_group() as group:

                async def listen() -> None:
                    async for _ in signals:
                        group.cancel_scope.cancel()

                group.start_soon(listen)
                await serve()
                group.cancel_scope.cancel()

    anyio.run(main)
