"""A server with a folder of its own, to which its tools confine paths, well or badly.

It is below the working directory, or the one that the command names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from raw import Refused, serve, tool

PAGES = Path(*sys.argv[1:2] or [Path.cwd() / "pages"])
PAGES.mkdir(exist_ok=True)
NAME = {"name": {"type": "string", "description": "The name of a page, such as index.txt or draft/index.txt."}}
TEXT = {"text": {"type": "string", "description": "The text of the page."}}


def page(path: Path) -> str:
    if not path.is_file():
        raise Refused("There is no such page.")
    return path.read_text(errors="replace")


def read_by_prefix(name: str) -> str:
    path = os.path.abspath(PAGES / name)
    if not path.startswith(str(PAGES)):
        raise Refused("The page is not in the folder.")
    return page(Path(path))


def write_by_prefix(name: str, text: str) -> str:
    path = os.path.realpath(PAGES / name)
    if os.path.commonprefix([path, str(PAGES)]) != str(PAGES) or not Path(path).parent.is_dir() or Path(path).is_dir():  # noqa: RUF071  # the defect
        raise Refused("The page is not in the folder.")
    Path(path).write_text(text)
    return "Written."


def read_inside(name: str) -> str:
    path = (PAGES / name).resolve()
    if not path.is_relative_to(PAGES.resolve()):
        raise Refused("The page is not in the folder.")
    return page(path)


def read_anywhere(name: str) -> str:
    return page(PAGES / name)


def article_by_prefix(path: str) -> str:
    if not path.endswith(".md"):
        raise Refused("An article is no such file.")
    return read_by_prefix(path)


def article_inside(path: str) -> str:
    if not path.endswith(".md"):
        raise Refused("An article is no such file.")
    return read_inside(path)


def letter_by_prefix(path: str) -> str:
    if not path.endswith(".rst"):
        raise Refused("A letter is an .rst file.")
    return read_by_prefix(path)


def verse_by_prefix(name: str) -> str:
    return read_by_prefix(name)


def verse_inside(name: str) -> str:
    return read_inside(name)


ARTICLE = {"path": {"type": "string", "description": "Path of an article, such as garden/roses.md."}}
LETTER = {"path": {"type": "string", "description": "Path of a letter."}}
VERSE = {"name": {"type": "string", "pattern": r"^[a-z0-9/.-]{1,90}\.verse$", "description": "The name of a poem."}}
READS = {"readOnlyHint": True}
TOOLS = [
    tool("read_by_prefix", read_by_prefix, arguments=NAME, annotations=READS),
    tool("write_by_prefix", write_by_prefix, arguments={**NAME, **TEXT}),
    tool("read_inside", read_inside, arguments=NAME, annotations=READS),
    tool("article_by_prefix", article_by_prefix, arguments=ARTICLE, annotations=READS),
    tool("article_inside", article_inside, arguments=ARTICLE, annotations=READS),
    tool("letter_by_prefix", letter_by_prefix, arguments=LETTER, annotations=READS),
    tool("verse_by_prefix", verse_by_prefix, arguments=VERSE, annotations=READS),
    tool("verse_inside", verse_inside, arguments=VERSE, annotations=READS),
    tool("read_anywhere", read_anywhere, arguments=NAME, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
