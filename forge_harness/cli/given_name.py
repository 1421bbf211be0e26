"""The name before what an option is given, as in ``--mcp github=COMMAND``."""

from __future__ import annotations

import re

__all__ = ["named"]

_NAMED = re.compile(r"([a-z][a-z0-9-]{0,30})=(.+)", re.DOTALL)


def named(given: str) -> tuple[str, str]:
    """Return the name and the rest of what an option is given; the name is empty if there is none."""
    found = _NAMED.fullmatch(given)
    return (found[1], found[2]) if found else ("", given)
