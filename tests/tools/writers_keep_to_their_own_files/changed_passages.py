"""Functions that change a passage of a file that is there already: some rewrite the ends of all lines."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps


def _page(page: str) -> Path:
    root = Path.cwd()
    path = (root / page).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise ValueError(f"no page {page!r} in the folder")
    return path


@breaks("writers_keep_to_their_own_files")
def reword_page(page: str, phrase: str, wording: str) -> dict[str, int]:
    """Give each place of a phrase on a page another wording, and leave everything else exactly as it was.

    Args:
        page: Name of the page, a text file.
        phrase: The phrase that stands there.
        wording: What is to stand there.
    """
    path = _page(page)
    with path.open(encoding="utf-8") as file:
        text = file.read()
    if not phrase or phrase not in text:
        raise ValueError("the phrase is not on the page")
    with path.open("w", encoding="utf-8") as file:
        file.write(text.replace(phrase, wording))
    return {"places": text.count(phrase)}


@keeps("writers_keep_to_their_own_files")
def rephrase_page(page: str, phrase: str, wording: str) -> dict[str, int]:
    """Give each place of a phrase on a page another wording, and leave everything else exactly as it was.

    Args:
        page: Name of the page, a text file.
        phrase: The phrase that stands there.
        wording: What is to stand there.
    """
    path = _page(page)
    with path.open(encoding="utf-8", newline="") as file:
        text = file.read()
    if not phrase or phrase not in text:
        raise ValueError("the phrase is not on the page")
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(text.replace(phrase, wording))
    return {"places": text.count(phrase)}


@keeps("writers_keep_to_their_own_files")
def tidy_page(page: str, phrase: str, wording: str) -> dict[str, int]:
    """Give each place of a phrase on a page another wording. The page is written with line feeds.

    Args:
        page: Name of the page, a text file.
        phrase: The phrase that stands there.
        wording: What is to stand there.
    """
    path = _page(page)
    text = path.read_text(encoding="utf-8")
    if not phrase or phrase not in text:
        raise ValueError("the phrase is not on the page")
    path.write_text(text.replace(phrase, wording), encoding="utf-8")
    return {"places": text.count(phrase)}


@keeps("writers_keep_to_their_own_files")
def rename_item(page: str, title: str) -> dict[str, str]:
    """Set "title" in a page of JSON. Everything else stays as it is.

    Args:
        page: Name of the page, for example "data.json".
        title: The new title.
    """
    path = _page(page)
    document = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(document, dict):
        raise ValueError("the page is not an object")
    path.write_text(json.dumps({**document, "title": title}, indent=1) + "\n", encoding="utf-8")
    return {"title": title}
