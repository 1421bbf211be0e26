"""Blobs: long texts of base64 in recorded values, such as pictures and encrypted pages, told by their length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...regex import regex

__all__ = ["without_blobs"]

_LEAST = 400
_BASE64 = regex(r"(data:[\w/.+;=-]*,)?[A-Za-z0-9+/_-]+={0,2}")


def without_blobs(value: Any) -> Any:
    """Return a JSON value with ``(5,120 characters of base64)`` for each long base64 text, and alike for bytes."""
    if isinstance(value, str):
        if len(value) < _LEAST or not _BASE64.fullmatch(value):
            return value
        return f"({len(value):,} characters of base64)"
    if isinstance(value, Mapping):
        return {key: without_blobs(inner) for key, inner in value.items()}
    if isinstance(value, list):
        if len(value) >= _LEAST and all(type(item) is int and 0 <= item < 256 for item in value):
            return f"({len(value):,} bytes)"
        return [without_blobs(inner) for inner in value]
    return value
