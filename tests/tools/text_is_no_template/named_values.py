"""Functions that fill a layout with values that the caller names."""

from __future__ import annotations

from string import Formatter
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Layout = Annotated[str, Field(min_length=1, max_length=200, description="Layout with placeholders in braces.")]
Values = Annotated[dict[str, str], Field(max_length=20, description="The values by their names.")]


@breaks("text_is_no_template")
def label_door(layout: Layout, values: Values) -> str:
    """Return the text of a door's label; unknown names are refused."""
    names = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(layout) if field is not None}
    if not names <= set(values):
        raise ValueError("the layout names an unknown value")
    try:
        return layout.format(**values)[:500]
    except (KeyError, IndexError, AttributeError, TypeError):
        raise ValueError("the layout is not well formed") from None


@keeps("text_is_no_template")
def label_window(layout: Layout, values: Values) -> str:
    """Return the text of a window's label; unknown names are refused."""
    parts = []
    for literal, field, spec, conversion in Formatter().parse(layout):
        parts.append(literal)
        if field is not None and (spec or conversion or field not in values):
            raise ValueError("the layout names an unknown value")
        parts.append(values[field] if field is not None else "")
    return "".join(parts)[:500]
