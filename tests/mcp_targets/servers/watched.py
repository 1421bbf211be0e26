"""A server without a defect whose tools show what a start-up module could change, and have effects of each kind."""

from __future__ import annotations

import contextlib
import http.client
import logging
import os
import shutil
import subprocess
import sys
from typing import Any

from raw import serve, text, tool

NAME = {"name": {"type": "string", "description": "The name of the thing."}}


def tell_world(name: str) -> dict[str, Any]:
    world = {
        "report": "FORGE_INSIDE" in os.environ,
        "places": [place for place in (*sys.path, os.environ.get("PYTHONPATH", "")) if "startup" in place],
        "theirs": getattr(sys.modules.get("sitecustomize"), "THEIRS", ""),
        "deletes_safely": shutil.rmtree.avoids_symlink_attacks,
        "name": name,
    }
    return text(str(world), structuredContent=world)


def draws_tracebacks(name: str) -> str:
    from rich.logging import RichHandler

    handler = RichHandler(rich_tracebacks=True)
    logging.getLogger(name).setLevel(logging.INFO)
    return str(handler.rich_tracebacks)


def open_file(name: str) -> str:
    with open(name, "w") as file:
        file.write("text")
    return "Written."


def run_program(name: str) -> str:
    subprocess.run(["true", name], check=True)
    return "Done."


def close_report(name: str) -> str:
    os.closerange(3, 64)
    with open("own.txt", "w") as file:
        os.listdir(".")
        file.write(name)
    with open("own.txt") as file:
        return file.read()


def ask_in_bytes(name: str) -> str:
    with contextlib.suppress(Exception):
        http.client.HTTPConnection("words.invalid").request("GET", b"/" + name.encode())
    return "Asked."


TOOLS = [
    tool(run.__name__, run, arguments=NAME)
    for run in (tell_world, draws_tracebacks, open_file, run_program, close_report, ask_in_bytes)
]

if __name__ == "__main__":
    serve(TOOLS)
