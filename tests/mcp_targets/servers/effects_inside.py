"""A server whose tools send requests and load data, with and without a defect."""

from __future__ import annotations

import http.client
import json
import os
import pickle
import tempfile
import urllib.request
from pathlib import Path

from raw import Refused, serve, tool

WORD = {"word": {"type": "string", "description": "A word."}}
DATA = {"data": {"type": "string", "description": "The data to read."}}
PAGE = {"url": {"type": "string", "description": "Address of a page."}}
READS = {"readOnlyHint": True}
CLOSED = {"readOnlyHint": True, "openWorldHint": False}


def sent(word: str, *, body: bytes | None) -> str:
    try:
        urllib.request.urlopen(urllib.request.Request(f"http://words.example/{word}", data=body), timeout=1).close()
    except (OSError, ValueError, http.client.HTTPException):
        raise Refused("The service cannot be reached: name resolution failed.") from None
    return "Done."


def count_word(word: str) -> str:
    return sent(word, body=b"count")


def explain_online(word: str) -> str:
    return sent(word, body=None)


def word_of_page(url: str) -> str:
    try:
        urllib.request.urlopen(url, timeout=1).close()
    except (OSError, ValueError, http.client.HTTPException):
        raise Refused("The page cannot be reached: name resolution failed.") from None
    return "Done."


def count_with_cache(word: str) -> str:
    kept = os.path.join(tempfile.gettempdir(), "counted.txt")
    if not os.path.exists(kept):
        Path(kept).write_text("5")
    return f"{len(word)} of {Path(kept).read_text()}"


def count_with_copy(word: str) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write(word)
    return str(len(word))


def count_and_log(word: str) -> str:
    Path("logs").mkdir(exist_ok=True)
    with Path("logs/asked.txt").open("a") as log:
        log.write(f"{word}\n")
    return str(len(word))


def size_of_pickle(data: str) -> str:
    try:
        return str(len(str(pickle.loads(data.encode()))))
    except Exception:
        return "The data is empty."


def size_of_json(data: str) -> str:
    try:
        return str(len(str(json.loads(data))))
    except ValueError:
        return "The data is empty."


def described(one: dict, text: str) -> dict:
    return {**one, "description": text}


TOOLS = [
    described(
        tool("count_word", count_word, arguments=WORD, annotations=READS), "Count a word with an online service."
    ),
    described(
        tool("explain_online", explain_online, arguments=WORD, annotations=READS), "Explain a word by a web service."
    ),
    tool("word_of_page", word_of_page, arguments=PAGE, annotations=CLOSED),
    described(
        tool("word_of_service", explain_online, arguments=WORD, annotations=CLOSED), "Explain a word by our service."
    ),
    tool("count_with_cache", count_with_cache, arguments=WORD, annotations=READS),
    tool("count_with_copy", count_with_copy, arguments=WORD, annotations=READS),
    tool("count_and_log", count_and_log, arguments=WORD, annotations=READS),
    tool("size_of_pickle", size_of_pickle, arguments=DATA),
    tool("size_of_json", size_of_json, arguments=DATA),
]

if __name__ == "__main__":
    serve(TOOLS)
