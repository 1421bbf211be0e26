"""Told groups: whether an argument names whose records an answer may have, such as those of a tenant."""

from __future__ import annotations

import re

from .roles import name_words

__all__ = ["names_group"]

#: A record belongs to one of these, and others must not see it.
_GROUPS = frozenset(
    (
        *("tenant", "owner", "customer", "client", "organisation", "organization", "org", "company", "workspace"),
        *("account", "household", "patient", "clinic", "school", "shop", "store", "merchant", "vendor", "supplier"),
        *("project", "team", "department", "user", "member", "employee", "site", "realm", "namespace", "mandant"),
    )
)
_BESIDE = frozenset(("id", "name", "key", "code", "number", "slug"))
#: "Only tickets of the given tenant are ever returned."
_ONLY = (
    r"\b(?:only|never|nothing but|solely|exclusively)\b[^.;]*\b(?:of|for|from|in|by|belong(?:s|ing)? to) "
    r"(?:the |this |that |its |one |another |other |any other )?(?:given |same |named |single |chosen )?{}s?\b"
)


def names_group(name: str, description: str) -> bool:
    """Tell whether an argument names a group, to which each record of an answer has to belong.

    Args:
        name: The argument.
        description: The description of the tool.
    """
    words = [word for word in name_words(name) if word not in _BESIDE]
    if not words:
        return False
    said = re.compile(_ONLY.format(r"[ _-]".join(map(re.escape, words))), re.IGNORECASE)
    return words[-1] in _GROUPS or said.search(" ".join(description.split())) is not None
