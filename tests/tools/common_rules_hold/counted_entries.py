"""Functions that take entries as free objects, and count those that are new."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from ..marks import breaks, keeps


@contextmanager
def _tags() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect("tags.db")) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS tags (code TEXT PRIMARY KEY, colour TEXT)")
        yield connection


def _entry(tag: object) -> tuple[str, str] | None:
    code = tag.get("code") if isinstance(tag, dict) else None
    colour = tag.get("colour") if isinstance(tag, dict) else None
    if not (isinstance(code, str) and isinstance(colour, str) and code.strip() and colour.strip()):
        return None
    return code.strip().lower(), colour.strip()


@breaks("common_rules_hold")
def register_tags_and_count_all(tags: list[dict[str, str]]) -> dict:
    """Register luggage tags; a tag that is registered already stays as it is.

    Args:
        tags: The tags, each with "code" and "colour".

    Returns:
        "registered": how many are new, and "refused": the positions of the others.
    """
    registered, refused = 0, []
    with _tags() as connection:
        for position, tag in enumerate(tags):
            entry = _entry(tag)
            if entry is None:
                refused.append(position)
                continue
            connection.execute("INSERT OR IGNORE INTO tags VALUES (?, ?)", entry)
            registered += 1
    return {"registered": registered, "refused": refused}


@keeps("common_rules_hold", judged=True)
def register_tags_and_count_new(tags: list[dict[str, str]]) -> dict:
    """Register luggage tags; a tag that is registered already stays as it is.

    Args:
        tags: The tags, each with "code" and "colour".

    Returns:
        "registered": how many are new, and "refused": the positions of the others.
    """
    registered, refused = 0, []
    with _tags() as connection:
        for position, tag in enumerate(tags):
            entry = _entry(tag)
            if entry and connection.execute("INSERT OR IGNORE INTO tags VALUES (?, ?)", entry).rowcount:
                registered += 1
            else:
                refused.append(position)
    return {"registered": registered, "refused": refused}
