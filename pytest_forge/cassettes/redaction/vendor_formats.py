"""Vendor formats: how the keys of vendors with a mark of their own look, read from `vendor_formats.csv`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from .secret_forms import mark_of, parts_of, pattern_of

__all__ = ["FormatTable", "VendorFormat", "vendor_formats", "vendor_table"]

FILE = Path(__file__).with_name("vendor_formats.csv")


class VendorFormat(Struct):
    """The format of a vendor's keys.

    A run meets few of the formats, so each becomes a pattern when its mark is met for the first time.

    Attributes:
        kind: Who issues it.
        mark: Text at its beginning, or inside it.
        form: As the table has it.
        read: The compiled pattern, or None before its mark was met.
    """

    kind: str
    mark: str
    form: str
    read: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        if self.read is None:
            self.read = re.compile(pattern_of(self.form), re.ASCII)
        return self.read


class FormatTable:
    """The formats by the first two characters of their marks, and those with the mark inside.

    Args:
        formats: Vendor and form of each.
    """

    def __init__(self, formats: Iterable[tuple[str, str]]) -> None:
        self.beginning: dict[str, list[VendorFormat]] = defaultdict(list)
        self.inside: list[tuple[int, VendorFormat]] = []
        for vendor, form in formats:
            one = VendorFormat(f"{vendor} key", mark_of(form), form)
            if form[0] == "{":
                self.inside.append((_least(form), one))
            else:
                self.beginning[one.mark[:2]].append(one)


@lru_cache(maxsize=1)
def vendor_table() -> FormatTable:
    """Return the table of all formats; the file is read at the first call."""
    return FormatTable(vendor_formats())


def vendor_formats() -> list[tuple[str, str]]:
    """Return vendor and form of each line of the file."""
    lines = FILE.read_text("utf-8").splitlines()
    rows = (line.partition(",") for line in lines if not line.startswith("#"))
    return [(vendor, form) for vendor, _, form in rows]


def _least(form: str) -> int:
    return sum(len(part) if isinstance(part, str) else part[1] for part in parts_of(form))
