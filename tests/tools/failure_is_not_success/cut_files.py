"""Readers of compressed files: what they answer for one whose end is missing."""

from __future__ import annotations

import bz2
import csv
import lzma
import zlib
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Packed = Annotated[str, Field(pattern=r"^[a-z]{1,20}\.csv\.xz$", description="A packed table, e.g. sales.csv.xz.")]
_Text = Annotated[str, Field(pattern=r"^[a-z]{1,20}\.txt\.gz$", description="A packed text, e.g. notes.txt.gz.")]
_Letter = Annotated[str, Field(pattern=r"^[a-z]{1,20}\.txt\.bz2$", description="A packed letter, e.g. home.txt.bz2.")]


@breaks("failure_is_not_success")
def table_size(table: _Packed) -> dict[str, Any]:
    """Count the rows and the cells of a packed table."""
    rows = cells = 0
    try:
        with lzma.open(table, "rt", encoding="utf-8") as lines:
            for row in csv.reader(lines):
                rows, cells = rows + 1, cells + len(row)
    except EOFError:
        pass
    return {"rows": rows, "cells": cells}


@breaks("failure_is_not_success")
def word_count(text: _Text) -> dict[str, Any]:
    """Count the words of a packed text."""
    return {"words": len(zlib.decompressobj(wbits=31).decompress(Path(text).read_bytes()).split())}


@keeps("failure_is_not_success", judged=True)
def words_of_whole_text(text: _Text) -> dict[str, Any]:
    """Count the words of a packed text."""
    unpacking = zlib.decompressobj(wbits=31)
    words = len(unpacking.decompress(Path(text).read_bytes()).split())
    if not unpacking.eof:
        raise ValueError("The end of the text is missing.")
    return {"words": words}


@keeps("failure_is_not_success", judged=True)
def greeting(letter: _Letter) -> dict[str, Any]:
    """Return the first line of a packed letter."""
    with bz2.open(letter, "rt", encoding="utf-8") as lines:
        return {"greeting": lines.readline().rstrip("\n")}


@keeps("failure_is_not_success", judged=True)
def letter_length(letter: _Letter) -> dict[str, Any]:
    """Count the lines of a packed letter, and tell whether all of it was there."""
    count = 0
    try:
        with bz2.open(letter, "rt", encoding="utf-8") as lines:
            for _ in lines:
                count += 1
    except EOFError:
        return {"lines": count, "whole": False}
    return {"lines": count, "whole": True}
