"""UnsupportedSchemaError: a schema for which arguments cannot be made."""

from __future__ import annotations

__all__ = ["UnsupportedSchemaError"]


class UnsupportedSchemaError(ValueError):
    """Arguments cannot be made for a schema; the message says why, and what to do."""
