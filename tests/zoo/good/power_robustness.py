"""Good tools that look like those that fail for one value, one order or one call of many."""

import datetime as dt
import re
import urllib.request
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from pydantic import Field


def shift_pay(
    kind: Annotated[Literal["early", "late", "night", "split"], Field(description="Kind of shift.")],
    hours: Annotated[int, Field(ge=0, le=24, description="Hours worked.")],
) -> dict[str, int | str]:
    """Compute what a shift pays, in euros."""
    if kind == "night" and hours == 0:
        return {"error": "EmptyShift", "message": "A night shift has at least one hour. Send hours from 1."}
    return {"euros": hours * {"early": 12, "late": 14, "night": 18, "split": 13}[kind]}


class _NoTideError(ValueError):
    def __init__(self, day: dt.date) -> None:
        super().__init__("No tide is known for a leap day. Send another day.")
        self.day = day


def tide_height(day: Annotated[dt.date, Field(description="Day of the tide table.")]) -> dict[str, int]:
    """Look up the highest tide of a day, in centimetres."""
    if (day.month, day.day) == (2, 29):
        raise _NoTideError(day)
    return {"centimetres": 120 + day.day * 7 % 40}


_PLATFORMS = {number: chr(97 + number % 26) for number in range(60)}


def platform_of(
    train: Annotated[int, Field(ge=0, le=59, description="Number of the train.")],
    is_late: Annotated[bool, Field(description="Whether it is late.")] = False,
) -> dict[str, str]:
    """Look up the platform of a train."""
    return {"platform": "z" if is_late else _PLATFORMS[train]}


def table_cells(
    rows: Annotated[list[str], Field(max_length=2_000, description="Names of the rows.")],
    columns: Annotated[list[str], Field(max_length=2_000, description="Names of the columns.")],
) -> dict[str, list[str] | int]:
    """Count the cells of a table, and name the first fifty."""
    names = [f"{row[:20]}/{column[:20]}" for row in rows[:10] for column in columns[:5]]
    return {"cells": len(rows) * len(columns), "first": names}


def count_elements(
    document: Annotated[str, Field(max_length=50_000, description="An XML document.")],
) -> dict[str, int | str]:
    """Count the elements of an XML document."""
    if "<!" in document:
        return {"error": "declaration", "message": "The document has a declaration. Send elements only."}
    try:
        return {"elements": sum(1 for _ in ET.fromstring(document).iter())}
    except ET.ParseError:
        return {"error": "not_xml", "message": "The document is not XML. Send an XML document."}


def load_order(
    edges: Annotated[
        list[tuple[str, str]], Field(max_length=200, description="Pairs of a module and one that it needs.")
    ],
) -> dict[str, list[str] | str]:
    """Compute the order in which modules are loaded."""
    needs: dict[str, set[str]] = {}
    for module, needed in edges:
        needs.setdefault(module, set()).add(needed)
        needs.setdefault(needed, set())
    order: list[str] = []
    while needs:
        free = sorted(module for module, needed in needs.items() if needed <= set(order))
        if not free:
            return {"error": "circle", "message": "Some modules need each other. Leave one pair of the circle out."}
        order += free
        needs = {module: needed for module, needed in needs.items() if module not in free}
    return {"order": order}


def ones_of_power(
    base: Annotated[int, Field(ge=0, description="The base.")],
    exponent: Annotated[int, Field(ge=0, description="The exponent.")],
) -> dict[str, int | str]:
    """Count the ones in the binary digits of a power."""
    if exponent * base.bit_length() > 10_000:
        return {"error": "too_large", "message": "The power is too large. Send smaller numbers."}
    return {"ones": ((base | 1) ** (exponent // 2)).bit_count()}


class _StayOnHost(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *request: Any) -> urllib.request.Request | None:
        if urlsplit(request[-1]).hostname != "docs.example.org":
            raise ValueError("The page leads to another host.")
        return super().redirect_request(*request)


_opener = urllib.request.build_opener(_StayOnHost)


def read_documentation(
    url: Annotated[str, Field(max_length=300, description="Address of a page of docs.example.org.")],
) -> dict[str, str]:
    """Read a page of the documentation."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname != "docs.example.org":
        return {"error": "other_host", "message": "Only docs.example.org can be read. Send one of its pages."}
    try:
        with _opener.open(url, timeout=5) as answer:
            return {"text": answer.read(10_000).decode("utf-8", "replace")}
    except (OSError, ValueError):
        return {"error": "unreachable", "message": "The page could not be read. Send another address."}


def invite_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", lambda _: guest, "Dear NAME, come at eight.")}
