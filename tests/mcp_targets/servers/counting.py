"""A server that counts its calls, draws numbers, and ends in several ways."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from pathlib import Path

from raw import serve, tool

calls: list[str] = []
DRAWN = random.random()
STARTED_IN = str(Path.cwd())


def count() -> str:
    calls.append("call")
    return json.dumps({"calls": len(calls), "drawn": DRAWN, "folder": STARTED_IN, "argv": sys.argv[1:]})


def end(how: str) -> str:
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(7)


HOW = {"how": {"type": "string", "description": "How.", "enum": ["exit", "kill"]}}
TOOLS = [tool("count", count, arguments={}), tool("end", end, arguments=HOW)]

if __name__ == "__main__":
    serve(TOOLS)
