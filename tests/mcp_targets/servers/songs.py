"""A server of songs in a folder that it makes when it starts; it may be left by one of the ways of its reader."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from raw import Refused, serve, tool

MODE = sys.argv[1]
BOOK = Path(tempfile.mkdtemp(prefix="songs-")) / "book"
PATH = {"path": {"type": "string", "description": 'Path of the song in the book, such as "rounds/frere.txt".'}}

for name, words in {"rounds/frere.txt": "Ding, dang, dong.", "sea/sailor.txt": "Early in the morning."}.items():
    (BOOK / name).parent.mkdir(parents=True, exist_ok=True)
    (BOOK / name).write_text(words)


def sing(path: str) -> str:
    found = BOOK / path
    if MODE == "closed" and not found.resolve().is_relative_to(BOOK.resolve()):
        raise Refused("A song is in the book.")
    if MODE == "absolute" and ".." in Path(path).parts:
        raise Refused("A song is in the book.")
    if MODE == "steps" and Path(path).is_absolute():
        raise Refused("A song is in the book.")
    try:
        return found.read_text(errors="replace")[:1000]
    except (OSError, ValueError):
        raise Refused("There is no such song.") from None


def songs() -> list[str]:
    return [str(path.relative_to(BOOK)) for path in sorted(BOOK.rglob("*.txt"))]


READS = {"readOnlyHint": True}

if __name__ == "__main__":
    serve(
        [tool("sing", sing, arguments=PATH, annotations=READS), tool("songs", songs, arguments={}, annotations=READS)]
    )
