"""Told path parts: a description that says that a text is one part of a path: "the name is one segment of the URL"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_path_part"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_ONE = r"\b(?:one|a|a single|exactly one|only one|always one|its own|single)"
_PART = r"(?:(?:single|path|url) ){0,2}"
_WHOLE = r"(?:the |its |a )?(?:\w+['\u2019]s )?(?:path|url|link|address)"
_SAID = regex(
    rf"{_ONE} {_PART}(?:part|segment|component|level|step)s? (?:of|in) {_WHOLE}\b"
    rf"|{_ONE} (?:single )?(?:path|url) (?:part|segment|component)\b",
    re.IGNORECASE,
)
#: It may have several parts, or be one otherwise only.
_OTHERWISE = regex(r"\b(?:or more|or several|at least|each|every|per|not|unless|except)\b", re.IGNORECASE)


def told_path_part(name: str, own: str, description: str) -> str:
    """Return the sentence that says that an argument is one part of a path; "" without one.

    Args:
        name: The argument.
        own: The description of the argument.
        description: That of the tool, of which the sentence has to name the argument.
    """
    spoken = re.compile(rf"\b{re.escape(name)}\b|\b{re.escape(name.replace('_', ' '))}\b", re.IGNORECASE)
    beside = [one for one in _SENTENCE.split(description) if spoken.search(one)]
    sentences = (" ".join(one.split()) for one in (*_SENTENCE.split(own), *beside))
    return next((one for one in sentences if _SAID.search(one) and not _OTHERWISE.search(one)), "")
