"""Secret phrases: passwords that people remember, and the seed phrases of wallets.

ivory-violet-flint   Sunflower!!   "correct horse battery staple"   mnemonic = "quartz tulip cedar … (twelve words)"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...regex import regex
from .found_secret import FoundSecret

__all__ = ["find_seed_phrases", "is_memorable", "phrase_end"]

#: Words of sentences about secrets, which random phrases do not have.
_PROSE_WORDS = """
    the and for with without from are was were been must should shall can cannot may will not your you our his
    her its their this that these those they who how what when where which please enter choose type use using
    only least minimum maximum min max characters character chars letters digits numbers symbols required
    optional valid invalid strong weak password passwords passphrase passwd secret secrets token tokens key keys
    value string text field default same new old current forgot forgotten reset change login user username email
    account into than then but all any more before after does have has had set see end date based mode one time
    step state
"""
_PROSE = frozenset(_PROSE_WORDS.split())
_JOINED = regex(r"[A-Za-z]{3,12}(?:[-_.+][A-Za-z]{3,12}){2,7}[-_.]?\d{0,4}[!?]{0,3}", re.ASCII)
_JOINT = regex(r"[^A-Za-z]+", re.ASCII)
#: A word with two marks at its end, or one inside, which is not in any language.
_MARKED = regex(r"[A-Za-z]{4,}[!@#$%^&*]{2,}|[A-Za-z]+[@#$%^*][A-Za-z]*[A-Za-z!@#$%^&*]{3,}", re.ASCII)
_MAIL = regex(r"@[\w-]+\.\w", re.ASCII)
_NUMBERED = regex(r"[A-Z][a-z]{3,12} \d{3,6}(?![\w.])", re.ASCII)
_PHRASE = regex(r"[a-z]{3,12}(?: [a-z]{3,12}){3,11}", re.ASCII)

#: Names of seed phrases.
_SEED_MARKS = ("mnemonic", "phrase", "seed")
_SEED_NAME = regex(
    r"mnemonic|(?:seed|recovery|backup|wallet|secret|bip-?39)[ _-]?phrase|wallet[ _]?seed|seed[ _]?words|"
    r"(?<![a-z])seed(?![a-z])"
)
_BEFORE_WORDS = regex(
    r"[\w]{0,20}(?: (?:phrase|words|for [^.\n:]{1,40}))?(?: ?\([^()\n]{1,40}\))?\\*[\"']?"
    r"(?:\s?[:=]{1,2}>?|\s?->| is| are|\(|,| (?=\\*[\"']))"
    r"[\s\"'`\\:\[({*>-]{0,24}",
    re.ASCII,
)
_SEED_WORD = regex(
    r"(?:\d{1,2}[.):] ?)?[\"']?(?P<word>[a-z]{3,8})(?![A-Za-z0-9_])(?:[\"']?[ \t,]{0,3}(?:\r?\n)?[ \t]{0,8})", re.ASCII
)
_SEED_LENGTHS = (25, 24, 21, 18, 15, 13, 12)
#: Words of sentences that are not in the word lists of wallets.
_NO_SEED_WORDS = frozenset(
    ("the", "and", "for", "with", "are", "was", "not", "but", "from", "your", "our", "its", "has", "had", "which")
)
_MOST_WORDS = 26


def is_memorable(value: str, *, least: int = 3) -> bool:
    """Tell whether *value* is a password that people can remember: joined words, or a word with odd marks.

    Args:
        value: One word.
        least: Fewest joined words.
    """
    if _JOINED.fullmatch(value):
        words = [word for word in _JOINT.split(value.lower()) if word]
        return len(words) >= least and _PROSE.isdisjoint(words)
    return _MARKED.fullmatch(value) is not None and not _MAIL.search(value)


def phrase_end(text: str, start: int) -> int | None:
    """Return the end of a phrase that begins at *start* and is not a sentence, or None.

    It has four words or more, or a word and a number: "copper lantern drifts northward", "Flint 1991".
    """
    match = _PHRASE.match(text, start) or _NUMBERED.match(text, start)
    if match is None or text[match.end() : match.end() + 1].isalnum():
        return None
    words = match.group().lower().split(" ")
    if not _PROSE.isdisjoint(words) or text[match.end() : match.end() + 1] in (" ", "?", "!", "-", ","):
        return None
    return match.end()


def find_seed_phrases(text: str, lowered: str) -> Iterator[FoundSecret]:
    """Yield the seed phrases in *text*.

    Args:
        text: The text to search.
        lowered: The same in lower case, character for character.
    """
    if not any(mark in lowered for mark in _SEED_MARKS):
        return
    for name in _SEED_NAME.finditer(lowered):
        if (before := _BEFORE_WORDS.match(text, name.end())) is not None:
            yield from _words(text, before.end())


def _words(text: str, position: int) -> Iterator[FoundSecret]:
    words: list[re.Match[str]] = []
    while len(words) < _MOST_WORDS and (word := _SEED_WORD.match(text, position)) is not None:
        if word["word"] in _NO_SEED_WORDS:
            break
        words.append(word)
        position = word.end()
    if len(words) not in _SEED_LENGTHS or len({word["word"] for word in words}) <= len(words) // 2:
        return
    places = [word.span("word") for word in words]
    if all(text[end:start] == " " for (_, end), (start, _) in pairwise(places)):
        yield FoundSecret("words of a wallet", places[0][0], places[-1][1])
        return
    for place in places:
        yield FoundSecret("word of a wallet", *place)
