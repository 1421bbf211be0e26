"""Overwriting: switches without which a call is said to keep what is there, and sentences that promise it.

Some promise it of what is called otherwise: "Every meeting has a file of its own."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = [
    "overwrite_switches",
    "tells_of_earlier",
    "tells_of_ending",
    "tells_of_one_left",
    "tells_of_untouched",
    "told_keeping",
    "told_own_files",
]

_NAMES = frozenset(("overwrite", "clobber", "replace"))
#: Phrases of descriptions, for a name such as ``force``.
_SAID = regex(
    r"\b(?:overwrit\w+|replac\w+) (?:an? |the |any )?(?:existing|present|old|earlier)\b"
    r"|\b(?:existing|present|taken)\b[^.;]{0,40}\b(?:overwritten|replaced)\b"
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_TAKEN = r"existing|existed|exists|earlier|older|previous|taken|already|nothing|anything"
#: "An existing page is never overwritten", "Nothing is replaced", "Never overwrites what is there already".
_KEEPING = (
    regex(rf"\b(?:{_TAKEN})\b.{{0,60}}\b(?:never|not)\b(?: \w+){{0,2}} (?:overwritten|replaced)\b"),
    regex(r"\bnothing (?:\w+ ){1,3}(?:overwritten|replaced)\b"),
    regex(rf"\b(?:never|not) (?:overwrites?|replaces?)\b.{{0,60}}\b(?:{_TAKEN})\b"),
)
#: A promise with a condition, or about the files of others.
_HEDGE = regex(
    r"\b(?:unless|except|without|but|until|otherwise|only|by default|while|others?|not (?:guaranteed|always))\b"
)
#: Of files; characters are replaced by others.
_REPLACING = regex(r"\b(?:overwr(?:it|ot)|replac)\w*+(?! (?:by|with)\b)")
_DENIED = regex(r"\b(?:never|not|nothing|no|cannot)\b|n't\b")
#: "Each page has its own file", "those of other meetings are not touched".
_OWN_FILES = (
    regex(r"\b(?:each|every)\b.{1,60}\b(?:file of its own|its own (?:\w+ )?file)\b"),
    regex(
        r"\bothers?\b.{0,40}\b(?:(?:is|are) (?:not|never) (?:touched|changed|replaced|overwritten)"
        r"|(?:stays?|remains?|(?:is|are) left) (?:untouched|unchanged|as (?:it|they) (?:is|are|was|were)))\b"
    ),
)
_EARLIER = regex(
    r"\b(?:no effect|(?:chang|do)\w* nothing|nothing (?:is )?chang\w+|(?:is|are) (?:ignored|kept|left|skipped)"
    r"|keeps?|stays?|remains?|already)\b",
    re.IGNORECASE,
)
_REFUSAL = regex(r"\b(?:\w*[Ee]rrors?|[Rr]aise[sd]?|[Rr]efus\w+|[Rr]eject\w*|[Ff]ails?|[Cc]annot)\b")
#: "The newest is kept", "duplicates are removed", "an existing file is overwritten".
_ONE_LEFT = regex(
    r"\b(?:(?:newest|latest|last|first|larger|largest|oldest) (?:(?:one|file|copy|version) )?"
    r"(?:is|are|stays?|wins?|remains?)"
    r"|keeps? (?:only )?the (?:newest|latest|last|first|larger|largest|oldest)|duplicates?|overwr(?:it|ot)\w*)\b",
    re.IGNORECASE,
)
_ENDING = regex(r"\b(?:endings?|extensions?|suffix(?:es)?)\b", re.IGNORECASE)


def tells_of_earlier(description: str) -> bool:
    """Tell whether a description speaks of what is there already, which a call may then leave as it is."""
    return _EARLIER.search(description) is not None


def tells_of_untouched(description: str) -> bool:
    """Tell whether a description says, other than of a refusal, that what is there already may stay as it is."""
    told = _SENTENCE.split(description)
    return any(_EARLIER.search(one) is not None and _REFUSAL.search(one) is None for one in told)


def tells_of_ending(text: str) -> bool:
    """Tell whether words on a name speak of its ending, which may then be another one and mean the same file."""
    return _ENDING.search(text) is not None


def tells_of_one_left(description: str) -> bool:
    """Tell whether a description says that one of several files of a name is left, or that files are overwritten."""
    told = [one for one in _SENTENCE.split(description) if _ONE_LEFT.search(one)]
    return any(_DENIED.search(one.lower()) is None for one in told)


def told_keeping(tool: ToolFacts) -> str:
    """Return the sentence in which a tool promises that it replaces nothing that is there; empty without one.

    One that says elsewhere that it replaces something promises nothing.
    """
    told = [" ".join(sentence.split()) for sentence in _SENTENCE.split(tool.description or "")]
    replacing = [said for said in told if _REPLACING.search(said.lower())]
    if any(_DENIED.search(said.lower()) is None or _HEDGE.search(said.lower()) for said in replacing):
        return ""
    return next((said for said in replacing if any(form.search(said.lower()) for form in _KEEPING)), "")


def told_own_files(tool: ToolFacts) -> str:
    """Return the sentence in which a tool promises that things of different names share no file; empty without one."""
    told = [" ".join(sentence.split()) for sentence in _SENTENCE.split(tool.description or "")]
    return next((said for said in told if any(form.search(said.lower()) for form in _OWN_FILES)), "")


def overwrite_switches(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the boolean arguments that, by name or description, allow a call to replace what is there."""
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        if not isinstance(node, Mapping) or node.get("type") != "boolean":
            continue
        words = name_words(name)
        negated = bool(words) and words[0] in ("no", "not", "never", "dont")
        said = _SAID.search(str(node.get("description", "")).lower())
        if not negated and (not _NAMES.isdisjoint(words) or said):
            yield name
