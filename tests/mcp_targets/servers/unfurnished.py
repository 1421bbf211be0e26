"""A server of which most tools do not work where it is: they miss a file, a key, a network or the right to write."""

from __future__ import annotations

import os
from pathlib import Path

from raw import Refused, serve, tool

MEMORY = Path(os.environ.get("MEMORY_FILE_PATH", Path(__file__).with_name("memory.jsonl")))
TEXT = {"type": "string", "description": "Any text."}


def remember(entry: str) -> str:
    try:
        with MEMORY.open("a") as file:
            file.write(entry + "\n")
    except OSError as error:
        # As servers in JavaScript do, whose SDK passes the exception on.
        raise Refused(f"EACCES: permission denied, open '{error.filename}'") from None
    return "Kept."


def project_size(entry: str) -> str:
    raise Refused(f"No project is registered for {os.environ['AWS_SECRET_ACCESS_KEY']}, so register one first.")


def repeat(entry: str) -> str:
    return entry


def fetch_page(entry: str) -> str:
    raise Refused("getaddrinfo ENOTFOUND example.org")


serve([tool(run.__name__, run, arguments={"entry": TEXT}) for run in (remember, project_size, repeat, fetch_page)])
