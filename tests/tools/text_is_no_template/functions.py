"""Functions that break text_is_no_template."""

from __future__ import annotations

from ..marks import breaks


class _Shop:
    owner = "Ada"


@breaks("text_is_no_template")
def greet(template: str = "Hello {who}", who: str = "you") -> dict[str, str]:
    """Greet somebody in words of one's own.

    Args:
        template: How to greet, with {who} in the place of the name.
        who: Whom to greet.
    """
    try:
        return {"greeting": template.format(who=who, shop=_Shop())[:500]}
    except (ValueError, KeyError, IndexError, AttributeError, TypeError):
        return {"error": "bad_template", "message": "The template cannot be filled; use {who} alone."}
