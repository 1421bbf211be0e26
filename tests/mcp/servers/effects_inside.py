"""A server whose tools send requests and load data, with and without a defect."""

from __future__ import annotations

import http.client
import json
import pickle
import urllib.request

from raw import Refused, serve, tool

WORD = {"word": {"type": "string", "description": "A word."}}
DATA = {"data": {"type": "string", "description": "The data to read."}}
READS = {"readOnlyHint": True}


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
    tool("size_of_pickle", size_of_pickle, arguments=DATA),
    tool("size_of_json", size_of_json, arguments=DATA),
]

if __name__ == "__main__":
    serve(TOOLS)
