"""Functions that read the front matter of a text, with the values that YAML has and JSON has not."""

from __future__ import annotations

import math
from datetime import date
from typing import Annotated, Any

import yaml
from pydantic import Field

from ..marks import breaks, keeps

Page = Annotated[str, Field(max_length=100_000, description="The whole page, beginning with its --- line.")]


def _fields(page: str) -> dict[Any, Any]:
    lines = page.splitlines()
    if not lines or lines[0].rstrip() != "---" or "---" not in lines[1:]:
        raise ValueError("The page has no front matter.")
    try:
        fields = yaml.safe_load("\n".join(lines[1 : lines.index("---", 1)]))
    except yaml.YAMLError:
        raise ValueError("The front matter is not YAML.") from None
    if not isinstance(fields, dict):
        raise ValueError("The front matter has no fields.")
    return fields


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


@breaks("results_are_json")
def fields_of_page(page: Page) -> dict[str, Any]:
    """Return the fields in the front matter of a page."""
    return {"fields": _fields(page)}


@keeps("results_are_json")
def plain_fields_of_page(page: Page) -> dict[str, Any]:
    """Return the fields in the front matter of a page."""
    return {"fields": _plain(_fields(page))}
