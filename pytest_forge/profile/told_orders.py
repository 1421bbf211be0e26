"""Told orders: a description by which the order of the items of a list, or of the keys of an object, does not count.

It says so, or it says of which length or size the one is that counts.
"""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["is_whole_answer", "told_measure", "told_order"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;|\n\s*-\s")
_ORDER = r"\b(?:order|sequence)\b"
_SAID = regex(
    rf"{_ORDER}[^.;,:]{{0,50}}\b(?:do|does|will|has|have|makes?)(?:n't| not| no)\b"
    r"(?: (?:any|a|an))? ?(?:matter|count|difference|effect|influence|change|affect|role)\b"
    rf"|{_ORDER}[^.;,:]{{0,50}}\b(?:is|are) (?:irrelevant|ignored|immaterial|unimportant"
    r"|not (?:relevant|significant|important|considered)"
    r"|(?:of|without) (?:no |any )?(?:importance|consequence|significance|relevance|account|effect|influence))\b"
    rf"|\b(?:whatever|regardless of|independent(?:ly)? of|irrespective of|no matter) (?:(?:in )?(?:what|the|their|its)"
    rf" )?{_ORDER}"
    rf"|\bin (?:any|whatever|whichever|no (?:particular|special|fixed)|an arbitrary|arbitrary) {_ORDER}",
    re.IGNORECASE,
)
#: "The result rests on the ballots alone, not on the order in which they were handed in."
_RESTS = regex(
    r"(?:\b(?:not|never|nor|cannot)|n't) (?:depend(?:s|ing|ent)? |rest(?:s|ing)? |rel(?:y|ies|ying) )?(?:up)?on "
    rf"(?:the |their |its |what |which )?{_ORDER}",
    re.IGNORECASE,
)
_GIVEN = regex(r"\b(?:given|passed|listed|entered|named|sent|supplied)\b", re.IGNORECASE)
_ANSWERED = regex(r"\b(?:return\w*|results?|answer\w*|output|shown|fields|columns|keys)\b", re.IGNORECASE)
_OUTCOME = regex(
    r"\b(?:results?|answers?|outcomes?|output|decision|winner|choice|wins?|decides?|applies"
    r"|(?:is|are) (?:taken|chosen|picked|used|selected))\b",
    re.IGNORECASE,
)
#: "The most specific prefix counts."
_MEASURE = regex(
    r"\b(?:(?:most|more) (?:specific|precise|exact|detailed)|longe(?:st|r)"
    r"|(?:narrow|larg|bigg|high|great|small|low|cheap|strict)est)\b",
    re.IGNORECASE,
)
_ENTRY = regex(r"\b(?:prefix|suffix|key|entry|match(?:es|ing)?|fits?|fitting|pattern)\b", re.IGNORECASE)
_CHOSEN = regex(
    r"\b(?:counts?|applies|applied|wins?|decides?|rules?|matters?|prevails?|goes first"
    r"|(?:is|are) (?:taken|chosen|picked|used|selected|charged|valid))\b",
    re.IGNORECASE,
)
_IN_TURN = regex(
    r"\b(?:order(?:ed|s)?|sequence|in turn|first|last|later|earlier|before|after|above|below|top|ties?|equal\w*)\b",
    re.IGNORECASE,
)


def told_measure(described: str, told: str, name: str) -> str:
    """Return the sentence that says by its length or size which entry of an object counts; "" without one.

    A description that speaks of an order may mean that of the entries.

    Args:
        described: The description of the argument.
        told: The description of the tool.
        name: The name of the argument.
    """
    if _IN_TURN.search(described) or _IN_TURN.search(told):
        return ""
    words = _stems(name)
    for sentence in _sentences(f"{described}\n\n{told}"):
        is_meant = _ENTRY.search(sentence) is not None or not words.isdisjoint(_stems(sentence))
        if is_meant and _MEASURE.search(sentence) and _CHOSEN.search(sentence):
            return sentence
    return ""


def told_order(described: str, told: str, name: str) -> str:
    """Return the sentence that says that the order of an argument's items makes no difference; "" without one.

    Args:
        described: The description of the argument.
        told: The description of the tool.
        name: The name of the argument.
    """
    for sentence in _sentences(described):
        if _says(sentence):
            return sentence
    words = _stems(name)
    for sentence in _sentences(told):
        is_meant = _GIVEN.search(sentence) is not None or not words.isdisjoint(_stems(sentence))
        if is_meant and _says(sentence):
            return sentence
    return ""


def is_whole_answer(sentence: str) -> bool:
    """Tell whether a sentence says of the whole answer that it does not rest on the order."""
    found = _RESTS.search(sentence) or _SAID.search(sentence)
    return found is not None and _OUTCOME.search(sentence[: found.start()]) is not None


def _says(sentence: str) -> bool:
    if (found := _RESTS.search(sentence)) is not None:
        # "The result does not depend on the order" tells of the items; "on the order of the results" does not.
        return _ANSWERED.search(sentence[found.end() :]) is None
    return _SAID.search(sentence) is not None and _ANSWERED.search(sentence) is None


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(text)]


def _stems(text: str) -> set[str]:
    return {word[:-1] if len(word) > 3 and word.endswith("s") else word for word in name_words(text)}
