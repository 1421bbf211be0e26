"""A server whose tools return the texts of exceptions, as failures in disguise and for good reasons."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from raw import serve, tool

ROOT = Path(sys.argv[1])
PATH = {"path": {"type": "string", "description": "Path of the file, relative to the root."}}
PHRASE = {"phrase": {"type": "string", "description": "The words.", "examples": ["apple"]}}
PRICES = {"apple": "3"}


def size_or(shown: Callable[[Exception], str]) -> Callable[[str], str]:
    def size(path: str) -> str:
        try:
            return str(os.path.getsize(ROOT / path))
        except Exception as error:
            return shown(error)

    return size


def price(phrase: str) -> str:
    try:
        return PRICES[phrase]
    except KeyError as error:
        return str(error)


def quote(phrase: str) -> str:
    return repr(phrase)


TOOLS = [
    tool("size_or_repr", size_or(repr), arguments=PATH),
    tool("size_or_text", size_or(str), arguments=PATH),
    tool("size_or_traceback", size_or(lambda _: traceback.format_exc()), arguments=PATH),
    tool("size_or_sentence", size_or(lambda _: "Error reading the size: it is not there"), arguments=PATH),
    tool("price", price, arguments=PHRASE),
    tool("quote", quote, arguments=PHRASE),
    tool("size_or_refusal", size_or(lambda _: "No size is known for this path."), arguments=PATH),
]

if __name__ == "__main__":
    serve(TOOLS)
