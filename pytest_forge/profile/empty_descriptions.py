"""Empty descriptions: whether a description is a placeholder, or made of words that carry no information."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..regex import regex

__all__ = ["is_placeholder", "says_nothing"]

_PLACEHOLDER = regex(
    r"(?:todo|tbd|tba|fixme|xxx+|n/?a|none|null|undefined|placeholder|lorem ipsum.*|no description.*"
    r"|description(?: here)?|(?:add|write|insert|your) (?:a |the |your )?description.*)",
    re.IGNORECASE | re.DOTALL,
)
_MARKER = regex(r"(?:TODO|TBD|FIXME|XXX)\b\s*(?:[:(\-\u2013\u2014]|$)")
#: Words that carry no information on their own.
_FILLERS = frozenset(
    (
        *("a", "an", "the", "this", "that", "my", "our", "your", "some", "is", "it", "does", "do", "new", "test"),
        *("call", "run", "execute", "tool", "tools", "function", "method", "api", "stuff", "thing", "things"),
        *("something", "description"),
    )
)


def is_placeholder(text: str, name: str) -> bool:
    """Tell whether a description stands in for one that is still to be written.

    Args:
        text: The description.
        name: The name of the tool; one for to-do lists may begin its description with "TODO".
    """
    bare = text.strip(" .!…-_<>[](){}\"'`*")
    return bool(_PLACEHOLDER.fullmatch(bare) or (_MARKER.match(text) and "todo" not in name.casefold()))


def says_nothing(words: Iterable[str]) -> bool:
    """Tell whether none of the words, in lower case, carries information."""
    return _FILLERS.issuperset(words)
