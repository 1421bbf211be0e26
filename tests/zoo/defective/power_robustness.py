"""Tools that are sound for nearly every call, and fail for one value, one order or one call of many."""

import datetime as dt
import re
import sys
import urllib.request
from typing import Annotated, Literal
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from pydantic import Field

CRASH = ("valid_calls_do_not_crash",)
EXPECTED: dict[str, tuple[str, ...]] = {
    "shift_pay": CRASH,
    "tide_height": CRASH,
    "platform_of": CRASH,
    "timber_weight": (*CRASH, "choices_are_handled"),
    "table_cells": ("result_size_is_bounded",),
    "count_elements": CRASH,
    "load_order": CRASH,
    "ones_of_power": ("memory_is_bounded",),
    "read_documentation": ("requests_stay_public",),
    "invite_guest": ("text_is_no_template",),
}


def shift_pay(
    kind: Annotated[Literal["early", "late", "night", "split"], Field(description="Kind of shift.")],
    hours: Annotated[int, Field(ge=0, le=24, description="Hours worked.")],
) -> dict[str, int]:
    """Compute what a shift pays, in euros."""
    if kind == "night" and hours == 0:
        sys.exit(2)
    return {"euros": hours * {"early": 12, "late": 14, "night": 18, "split": 13}[kind]}


class _NoTideError(Exception):
    def __str__(self) -> str:
        return f"No tide on {self.day}"  # type: ignore[attr-defined]


def tide_height(day: Annotated[dt.date, Field(description="Day of the tide table.")]) -> dict[str, int]:
    """Look up the highest tide of a day, in centimetres."""
    if (day.month, day.day) == (2, 29):
        raise _NoTideError
    return {"centimetres": 120 + day.day * 7 % 40}


_PLATFORMS = {number: chr(97 + number % 26) for number in range(60) if number * 3 % 59 != 52}


def platform_of(
    train: Annotated[int, Field(ge=0, le=59, description="Number of the train.")],
    is_late: Annotated[bool, Field(description="Whether it is late.")] = False,
) -> dict[str, str]:
    """Look up the platform of a train."""
    return {"platform": "z" if is_late else _PLATFORMS[train]}


_DENSITIES = {f"grade-{number}": 500 + number for number in range(40) if number * 5 % 37 != 19}
_Grade = Literal[tuple(f"grade-{number}" for number in range(40))]  # type: ignore[valid-type]


def timber_weight(
    grade: Annotated[_Grade, Field(description="Grade of the timber.")],
    litres: Annotated[int, Field(ge=1, le=1_000, description="Volume.")],
) -> dict[str, int]:
    """Compute the weight of timber, in grams."""
    return {"grams": _DENSITIES[grade] * litres}


def table_cells(
    rows: Annotated[list[str], Field(max_length=2_000, description="Names of the rows.")],
    columns: Annotated[list[str], Field(max_length=2_000, description="Names of the columns.")],
) -> dict[str, list[str]]:
    """Name the cells of a table."""
    return {"cells": [f"{row[:20]}/{column[:20]}" for row in rows for column in columns]}


def _count(element: ET.Element) -> int:
    return 1 + sum(_count(child) for child in element)


def count_elements(
    document: Annotated[str, Field(max_length=50_000, description="An XML document.")],
) -> dict[str, int | str]:
    """Count the elements of an XML document."""
    if "<!" in document:
        return {"error": "declaration", "message": "The document has a declaration. Send elements only."}
    try:
        return {"elements": _count(ET.fromstring(document))}
    except ET.ParseError:
        return {"error": "not_xml", "message": "The document is not XML. Send an XML document."}


def load_order(
    edges: Annotated[
        list[tuple[str, str]], Field(max_length=200, description="Pairs of a module and one that it needs.")
    ],
) -> dict[str, list[str] | str]:
    """Compute the order in which modules are loaded."""
    if any(module == needed for module, needed in edges):
        return {"error": "needs_itself", "message": "A module needs itself. Leave that pair out."}
    order: list[str] = []

    def visit(module: str) -> None:
        for _, needed in (pair for pair in edges if pair[0] == module):
            visit(needed)
        if module not in order:
            order.append(module)

    for module, _ in edges:
        visit(module)
    return {"order": order}


def ones_of_power(
    base: Annotated[int, Field(ge=0, description="The base.")],
    exponent: Annotated[int, Field(ge=0, description="The exponent.")],
) -> dict[str, int | str]:
    """Count the ones in the binary digits of a power."""
    return {"ones": ((base | 1) ** (exponent // 2)).bit_count()}


def read_documentation(
    url: Annotated[str, Field(max_length=300, description="Address of a page of docs.example.org.")],
) -> dict[str, str]:
    """Read a page of the documentation."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname != "docs.example.org":
        return {"error": "other_host", "message": "Only docs.example.org can be read. Send one of its pages."}
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return {"text": answer.read(10_000).decode("utf-8", "replace")}
    except (OSError, ValueError):
        return {"error": "unreachable", "message": "The page could not be read. Send another address."}


def invite_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", guest, "Dear NAME, come at eight.")}
