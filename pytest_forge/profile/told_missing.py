"""Told missing: the things of which a docstring says that a call fails if there is no such thing.

It may say so in a section of its own, as "LookupError: There is no such ticket." or "KeyError: unknown ticket", and in
a sentence, as "An unknown ticket is refused".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..regex import regex
from .roles import name_words

__all__ = ["names_thing", "told_missing_things"]

#: A line may begin a section, a field of one, or an item of a list.
_PART = regex(r"[.;](?=\s|$)|\n\s*\n|\n(?=\s*(?:[\w.]+ ?(?:\([^)\n]*\))?:|:\w+|[-*]\s))|\n(?=\s*(?:Raises|Returns)\n)")
_FAILS = regex(
    r"\b(?:\w*(?:Error|Exception|NotFound)\b|(?i:errors?|rais(?:es?|ed)|throws?|thrown|fails?|failure"
    r"|refus(?:es?|ed|al)|reject(?:s|ed)?))"
)
#: "Without an error", "never fails", "only if strict": the opposite, or under a condition.
_HEDGE = regex(
    r"\b(?:no(?:t an?)? (?:error|exception|failure)s?|(?:not|never|without|instead of|rather than) (?:\w+ )?"
    r"(?:fail\w*|rais\w+|refus\w+|reject\w+|errors?|exceptions?|failing)|unless|strict|ignored|skipped|nothing happens)"
    r"\b|n't (?:fail|raise|refuse|reject)",
    re.IGNORECASE,
)
#: What is done with what is missing instead.
_DONE = regex(
    r"\b(?:created?|made|added|left out|no effect|(?:chang|do)\w* nothing|nothing (?:is )?(?:chang|happen)\w*)\b",
    re.IGNORECASE,
)
_THING = r"(?P<{}>[a-z][\w-]*(?: [a-z][\w-]*)?)"
_ABSENT = (
    r"(?:(?:does not|doesn't|do not|don't|did not) exist|(?:is|are|was|were) (?:unknown|nonexistent|non-existent"
    r"|(?:not|never) (?:known|found|there|registered|stored|listed|on (?:the|this) \w+|in (?:the|this|our) \w+))"
    r"|(?:isn't|aren't) (?:known|found|there|registered|stored|listed)|(?:cannot|can't|could not) be found|not found)\b"
)
_MISSING = regex(
    rf"\bno such {_THING.format('a')}|\bthere (?:is|are|was) no (?:such )?{_THING.format('b')}"
    rf"|\bno {_THING.format('c')} (?:has|have|with|of|by|under|called|named|exists?|matches|goes by|is|was)\b"
    rf"|\b{_THING.format('d')} {_ABSENT}"
    rf"|\b(?:unknown|nonexistent|non-existent|unregistered|no existing) {_THING.format('e')}",
    re.IGNORECASE,
)
_FILLER = regex(
    r"the|an?|of|in|on|to|with|for|by|from|and|or|if|when|it|this|that|these|those|ones?|any|its|such|given|is|are"
    r"|was|were|has|have|exists?|at|under|called|named|matches|no|not|known|found|there|so|them|they|which"
)
#: Words that say of no thing what it is.
_ANYTHING = frozenset(("id", "identifier", "key", "name", "entry", "record", "item", "value", "object", "row", "thing"))
_CLAUSE = regex(r"[.,;:(]")
#: What identifies a thing, as in "Reference number of the ticket".
_ID = regex(
    r"(?:(?:unique|short|exact|full|public) )?(?:reference|ref|id|identifier|number|no|name|code|key|slug|handle|uuid"
    r"|title)(?: number| code)? of (?:the |an? )?"
)
_ARTICLE = regex(r"(?:the|an?|which|what) ")
#: "Tag of the ticket" names no ticket.
_LINKS = frozenset(("of", "for", "from", "to", "in", "on", "into", "with", "at", "by"))
#: A thing is named by the first words of a description, an adjective before it.
_MAX_WORDS = 2


def told_missing_things(words: str) -> list[frozenset[str]]:
    """Return the words of each thing whose absence is told as a failure; an empty set for "it" and "no such entry".

    A thing of which it is also said that nothing happens, or that it is made, is left out.

    Args:
        words: What is said of a tool.
    """
    found: dict[frozenset[str], bool] = {}
    for part in _PART.split(words):
        said = " ".join(part.split())
        is_excused = _HEDGE.search(said) is not None or (_FAILS.search(said) is None and _DONE.search(said) is not None)
        if not is_excused and _FAILS.search(said) is None:
            continue
        for match in _MISSING.finditer(said):
            named = next(group for group in match.groups() if group)
            said_words = [word for word in named.lower().replace("-", " ").split() if not _FILLER.fullmatch(word)]
            thing = _stems(said_words) - _ANYTHING
            found[thing] = found.get(thing, True) and not is_excused
    return [thing for thing, is_error in found.items() if is_error]


def names_thing(argument: str, description: str, thing: frozenset[str]) -> bool:
    """Tell whether an argument names a thing, by its own name or by how its description begins.

    Args:
        argument: Its name.
        description: What is said of it.
        thing: The words of the thing.
    """
    if thing & _stems(name_words(argument)):
        return True
    first = " ".join(_CLAUSE.split(description.lower(), maxsplit=1)[0].split())
    for opening in (_ARTICLE, _ID):
        first = opening.sub("", first, count=1) if opening.match(first) else first
    begun = [_stem(word) for word in first.split()[:_MAX_WORDS]]
    named = [number for number, word in enumerate(begun) if word in thing]
    return bool(named) and _LINKS.isdisjoint(begun[: named[0]])


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
