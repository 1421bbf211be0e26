"""UnsupportedSchemaError: a schema that no arguments can be made for, and why."""

from __future__ import annotations

__all__ = ["UnsupportedSchemaError"]


class UnsupportedSchemaError(ValueError):
    """No arguments can be made for a schema; the message says what stands in the way, and what to do."""
