"""Told lengths: a description that says how long a part of a text may be at most, in an argument or in a number.

"limit: most characters the service allows in a message"
"Splits a text into parts of at most 160 characters."
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_part_length", "told_part_limit"]

_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n\s*\n|\n\s*[-*:] ?|\n(?=\s*\w+\s*(?:\([^)]*\)\s*)?:)")
_MOST = regex(
    r"(?i)\b(?:most|max(?:imum|imal|imally)?|longest|largest|greatest|upper|limit(?:ed|s)?|cap|up to|long(?:er)? than"
    r"|more than|longer|exceed\w*|allow(?:s|ed)|accept(?:s|ed)|fits?)\b"
)
_LENGTH = regex(r"(?i)\b(?:characters?|chars?|letters|signs|length|long|longer|longest|width|wide|wider|columns?)\b")
_PARTS = (
    r"(?:messages?|parts?|pieces?|chunks?|segments?|blocks?|lines?|pages?|posts?|tweets?|texts|slices?|sections?"
    r"|entries|entry|cards?|bubbles?|fragments?|SMS)"
)
_PART = regex(rf"(?i)\b(?:{_PARTS}|each|every|per)\b")
#: Other units, and lengths that are only aimed at.
_OTHER = regex(
    r"(?i)\b(?:words|tokens|sentences|paragraphs|number of (?!char|letters|signs)"
    r"|how many (?:parts|chunks|messages|lines|pieces)|overlap\w*)\b"
)
_SOFT = regex(
    r"(?i)\b(?:about|approximate(?:ly)?|approx|roughly|around|target\w*|aim\w*|ideal\w*|desired|wanted|soft|tr(?:y|ies)"
    r"|usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|prefer(?:red|ably)?|nominal|hint|at least|minimum|shortest|average)\b"
)
#: "At least 20": what the argument itself has to be.
_LEAST = regex(r"(?i)\b(?:at least|(?:the )?minimum(?: is)?:?) \d+\b")
_ATOM = r"(?:words?|lines?|sentences?|paragraphs?|tokens?|URLs?|links?|items?|names?|code blocks?|blocks?|units?)"
_LONG = (
    r"(?:longer|too long|overlong|over-long|oversi[sz]ed?|very long|exceed\w*|(?:does not|doesn't|do not|cannot) fit)"
)
_LONG_ATOM = regex(rf"(?i)\b{_ATOM}\b[^.;]{{0,40}}\b{_LONG}\b|\b{_LONG}\b[^.;]{{0,20}}\b{_ATOM}\b")
_CUT = regex(r"(?i)\b(?:split|cut|broken|break|breaks|cuts|splits|divided|chopped|hard|wrapped|sliced|refused)\b")
_NOT = regex(r"(?i)\b(?:not|never|no|without|don't|doesn't|isn't|aren't|unless|except)\b(?! fit| longer)")
#: A piece that stays as it is may be longer than a part.
_WHOLE = regex(
    rf"(?i)\b(?:never|not|no|without|don't|doesn't)\b[^.;]{{0,25}}\b(?:split|cut|break|broken|tear|torn)\w*"
    rf"[^.;]{{0,30}}\b(?:{_ATOM}|inside|within|middle)\b"
    rf"|\b{_ATOM}\b[^.;]{{0,20}}\b(?:never|not)\b[^.;]{{0,20}}\b(?:split|cut|broken|torn)"
    rf"|\b{_ATOM}\b[^.;]{{0,20}}\b(?:stays?|kept|remains?|left|are|is)\b[^.;]{{0,20}}"
    r"\b(?:whole|together|intact|unbroken|in one piece|as (?:it|they)|alone|unsplit)"
    rf"|\bwhole {_ATOM}|\bkeep\w*\b[^.;]{{0,30}}\b{_ATOM}\b|\b(?:unless|except)\b"
    rf"|\bonly\b[^.;]{{0,15}}\b(?:between|at|after|before)\b"
    rf"|\b(?:between|at|on|by|along|after) (?:the )?(?:{_ATOM}|word boundar\w+|line ?breaks?|blanks?|spaces?"
    r"|white ?space)\b"
    r"|\bboundar(?:y|ies)\b"
)
_IF_POSSIBLE = regex(
    r"(?i)\b(?:(?:where|if|when|wherever|whenever|as far as) (?:it is )?(?:possible|it can|they fit|it fits)|prefer\w*"
    r"|if (?:it|there|they) (?:can|is|are|fits?)|otherwise|else|rather|best)\b"
)
_NUMBER = regex(
    r"(?i)\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|longer than|exceed\w*"
    r"|limit(?:ed)? (?:of|to)) (?P<number>\d{2,4})[ -](?:characters?|chars?|letters|signs)\b"
)


def told_part_limit(name: str, of_argument: str, of_tool: str) -> bool:
    """Tell whether an argument is said to be the most characters that a part of a text may have, without exception.

    Args:
        name: Its name.
        of_argument: Its description.
        of_tool: All that is said of the tool.
    """
    if _may_be_longer(of_tool) or _may_be_longer(of_argument):
        return False
    named = re.compile(rf"(?<![\w-]){re.escape(name)}(?!\w)")
    told = [one for one in _sentences(of_tool) if named.search(one) and _PART.search(one)]
    # The name may tell that it is the most: "max_chars: characters of a message".
    own = [f"{name.replace('_', ' ')}: {one}" for one in _sentences(of_argument)]
    return any(_MOST.search(one) and _LENGTH.search(one) and not _is_other(one) for one in (*told, *own))


def told_part_length(of_tool: str) -> int | None:
    """Return the number of characters that a part of a text is said to have at most, without exception."""
    if _may_be_longer(of_tool):
        return None
    told = [one for one in _sentences(of_tool) if _PART.search(one) and not _is_other(one)]
    found = [int(match["number"]) for one in told for match in _NUMBER.finditer(one)]
    return found[0] if len(set(found)) == 1 else None


def _is_other(sentence: str) -> bool:
    said = _LEAST.sub("", sentence)
    return _SOFT.search(said) is not None or _OTHER.search(said) is not None


def _may_be_longer(told: str) -> bool:
    """Tell whether words say that a part may be longer, or that what may be longer is not cut."""
    sentences = _sentences(told)
    long = [one for one in sentences if _LONG_ATOM.search(one)]
    if any(_NOT.search(one) or not _CUT.search(one) for one in long):
        return True
    if long:
        return False
    return any(_WHOLE.search(one) and not _IF_POSSIBLE.search(one) for one in sentences)


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(text)]
