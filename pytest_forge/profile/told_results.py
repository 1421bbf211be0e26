"""Told results: the quoted words that a sentence names as parts of the answer, and not as something to send.

"add" also answers "id", the new entry's id     id
Returns {"items": [...]} with "more"            items, more
"loud" gives a "warning" as well                warning
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["words_of_results"]

_QUOTE = r"[\"'`\u201c\u201d\u2018\u2019]"
_WORD = rf"{_QUOTE}([A-Za-z][\w-]{{0,40}}){_QUOTE}"
_AND = r"\s*(?:,\s*(?:and|or)\b|,|/|\band\b|\bor\b|\bplus\b)\s*"
_ARTICLE = r"(?:(?:an?|the|its|their|only|just|also|extra|additional|new|field|fields|key|keys|as well as)\s+)*"
_VERB = (
    r"(?:answer(?:s|ed|ing)?|return(?:s|ed|ing)?|yield(?:s|ed|ing)?|respond(?:s|ed|ing)?\s+with|repl(?:y|ies|ied)\s+with|"
    r"report(?:s|ed|ing)?|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|hold(?:s|ing)?|carr(?:y|ies|ied)|"
    r"(?:come|comes|came)\s+with|(?:result|answer|reply|response|output|dict|dictionary|object|entry|record)s?\s+"
    r"(?:has|have|with)|gives?(?:\s+back)?|adds?|tells?|states?|has|have)"
)
_TOLD = regex(rf"\b{_VERB}\s+(?:also\s+)?{_ARTICLE}(?P<words>{_WORD}(?:{_AND}{_ARTICLE}{_WORD})*)", re.IGNORECASE)
#: A key of a record that is written out: {"items": ...}.
_KEY = regex(rf"[{{,]\s*{_WORD}\s*:")
_NAMED = regex(_WORD)


def words_of_results(sentence: str) -> set[str]:
    """Return the quoted words that a sentence names as parts of an answer."""
    told = {word[1] for found in _TOLD.finditer(sentence) for word in _NAMED.finditer(found["words"])}
    return told | {found[1] for found in _KEY.finditer(sentence)}
