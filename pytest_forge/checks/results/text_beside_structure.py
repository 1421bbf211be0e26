"""Text beside structure: fields that a server's text shows a model, and its structured content leaves out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["field_in_text_alone"]

_MAX_ITEMS = 50
_MAX_DEPTH = 6


def field_in_text_alone(texts: Sequence[str], structured: Any) -> str | None:
    """Return the place of a field that only the text has; None if there is none, or the text is not the same data.

    Text that is not JSON, or lacks a field of the structured content, is written for people or in other names, and
    says nothing.

    Args:
        texts: The text of each block.
        structured: The structured content; a list stands in it under one name.
    """
    try:
        shown = [json.loads(text) for text in texts]
    except (ValueError, RecursionError):
        return None
    whole = shown[0] if len(shown) == 1 else shown
    inner = next(iter(structured.values())) if isinstance(structured, Mapping) and len(structured) == 1 else structured
    for said, meant in ((whole, structured), (whole, inner), (shown, inner)):
        extra = list(_extra(said, meant, "", 0))
        if extra and None not in extra:
            return extra[0]
    return None


def _extra(said: Any, meant: Any, place: str, depth: int) -> Iterator[str | None]:
    """Yield the place of each field of *said* that *meant* lacks, and None where they are not the same data."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(said, Mapping) and isinstance(meant, Mapping):
        if not meant or not meant.keys() <= said.keys():
            yield None
            return
        yield from (f"{place}{name}" for name in said if name not in meant)
        for name, value in meant.items():
            yield from _extra(said[name], value, f"{place}{name}.", depth + 1)
    elif isinstance(said, list) and isinstance(meant, list):
        if len(said) != len(meant):
            yield None
        for one, other in list(zip(said, meant, strict=False))[:_MAX_ITEMS]:
            yield from _extra(one, other, f"{place}[].".replace(".[]", "[]"), depth + 1)
    elif said != meant:
        yield None
