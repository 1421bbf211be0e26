"""Plain annotated functions with one defect each."""

import sqlite3
import subprocess
from typing import Annotated, Any

from pydantic import Field

CRASH = ("valid_calls_do_not_crash",)
EXPECTED: dict[str, tuple[str, ...]] = {
    "merge_tags": ("types_are_present",),
    "read_any": ("root_is_declared",),
    "search_articles": ("sql_values_are_bound",),
    "initials": CRASH,
    "weekday_name": CRASH,
    "ratio": CRASH,
    "show_manual": ("shell_text_is_quoted", "values_are_no_options"),
    "greet": ("text_is_no_template",),
    "cut_text": ("valid_calls_return", "call_returns", "robustness"),
}


def _staff() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT)")
    connection.executemany("INSERT INTO staff VALUES (?)", [("ada",), ("grace",), ("alan",)])
    return connection


def merge_tags(
    tags: Annotated[list[str], Field(max_length=50, description="Tags to merge.")],
    extra: Annotated[Any, Field(description="More of them.")] = None,
) -> dict[str, int]:
    """Merge tags that mean the same and count what is left."""
    return {"count": len(set(tags)) + (1 if extra is not None else 0)}


def read_any(file: Annotated[str, Field(max_length=300, description="Text file to read.")]) -> dict[str, str]:
    """Return the first kilobyte of a text file."""
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return {"text": opened.read(1024)}
    except (OSError, ValueError):
        return {"error": "unreadable", "message": "The file could not be read."}


def search_articles(text: Annotated[str, Field(max_length=60, description="Text that the name must hold.")]) -> dict:
    """Search the staff by a part of their names."""
    connection = _staff()
    statement = "SELECT name FROM staff WHERE name LIKE '%" + text + "%' LIMIT 20"
    try:
        return {"found": [row[0] for row in connection.execute(statement)]}
    except sqlite3.Error:
        return {"error": "query_failed", "message": "The search could not be run; use another text."}
    finally:
        connection.close()


def initials(
    first: Annotated[str, Field(max_length=40, min_length=1, description="First name.")],
    last: Annotated[str | None, Field(max_length=40, description="Surname, if there is one.")] = None,
) -> dict[str, str]:
    """Return the initials of a person."""
    return {"initials": first[0].upper() + last[:1].upper()}


def weekday_name(number: Annotated[int, Field(ge=0, le=7, description="Number of the day.")]) -> dict[str, str]:
    """Return the name of a day of the week."""
    return {"day": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][number]}


def ratio(width: int, height: int) -> dict[str, float]:
    """Return how wide a picture is for its height.

    Args:
        width: Width in pixels.
        height: Height in pixels.
    """
    return {"ratio": width / height}


def show_manual(
    topic: Annotated[str, Field(max_length=60, description="Topic of the manual.")] = "ls",
) -> dict[str, str]:
    """Show the first lines of a topic of the manual."""
    done = subprocess.run(f"echo manual of {topic} | head -5", shell=True, capture_output=True, text=True, timeout=10)
    return {"text": done.stdout[:1000]}


class _Shop:
    owner = "Ada"


def greet(template: str = "Hello {who}", who: str = "you") -> dict[str, str]:
    """Greet somebody in words of one's own.

    Args:
        template: How to greet, with {who} in the place of the name.
        who: Whom to greet.
    """
    try:
        return {"greeting": template.format(who=who, shop=_Shop())[:500]}
    except (ValueError, KeyError, IndexError, AttributeError, TypeError):
        return {"error": "bad_template", "message": "The template cannot be filled; use {who} alone."}


def cut_text(
    text: Annotated[str, Field(max_length=500, description="Text to cut.")],
    size: Annotated[int, Field(ge=0, le=100, description="Letters in a piece.")] = 10,
) -> dict[str, int]:
    """Cut a text into pieces and count them."""
    pieces = 0
    while text:
        text = text[size:]
        pieces += 1
    return {"pieces": pieces}
