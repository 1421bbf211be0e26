"""A server that reads its input in pieces, and decodes each piece alone or all of them as one stream."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterator

from raw import Refused, answer, tool

ALONE, TELLS = "alone" in sys.argv, "tells" in sys.argv
LINES = {"title": {"type": "string", "description": "The title."}, "text": {"type": "string", "description": "It."}}
songs: dict[str, str] = {}


def keep_song(title: str, text: str) -> str:
    songs[title] = text
    # Letters as escapes.
    return json.dumps({"kept": title}) if TELLS else "kept"


def song(title: str) -> str:
    if title not in songs:
        raise Refused(f"There is no song {title!r}." if TELLS else "There is no such song.")
    return songs[title]


def pieces() -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while piece := os.read(0, 1 << 16):
        yield piece.decode("utf-8", "replace") if ALONE else decoder.decode(piece)


if __name__ == "__main__":
    title = {"title": LINES["title"]}
    tools = [
        tool("keep_song", keep_song, arguments=LINES, annotations={"readOnlyHint": False}),
        tool("song", song, arguments=title, annotations={"readOnlyHint": True}),
    ]
    rest = ""
    for piece in pieces():
        *lines, rest = (rest + piece).split("\n")
        for line in lines:
            request = json.loads(line)
            if "id" in request:
                reply = {"jsonrpc": "2.0", "id": request["id"], **answer(tools, request, page=20)}
                print(json.dumps(reply), flush=True)
