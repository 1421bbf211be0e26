"""Functions that keep what they have worked out: beside each text that they were given, or beside the last ones."""

from __future__ import annotations

import functools
import hashlib
from collections import OrderedDict
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_MOST = 24
_PAUSES: dict[str, int] = {}
_KEPT: OrderedDict[str, int] = OrderedDict()
_BY_DIGEST: dict[str, int] = {}
_NOTES: dict[str, str] = {}
_SCORES: dict[str, int] = {}


def _pauses(speech: str) -> int:
    return sum(speech.count(sign) for sign in ",;:.!?")


@functools.cache
def _rhymes(lyrics: str) -> int:
    return len({line[-3:] for line in lyrics.splitlines() if line})


@functools.lru_cache(maxsize=16)
def _few_rhymes(lyrics: str) -> int:
    return len({line[-3:] for line in lyrics.splitlines() if line})


class _Reader:
    @staticmethod
    @functools.lru_cache(None)
    def pages(manuscript: str) -> int:
        return -(-len(manuscript) // 1800)


@functools.cache
def _of_street(street: str) -> int:
    return sum(map(ord, street)) % 90


@breaks("memory_is_bounded")
def rhymes(text: str) -> int:
    """Count the endings of lines in a text."""
    return _rhymes(text)


@keeps("memory_is_bounded")
def rhymes_of_the_last_ones(text: str) -> int:
    """Count the endings of lines in a text."""
    return _few_rhymes(text)


@breaks("memory_is_bounded")
def manuscript_pages(manuscript: str) -> dict[str, int]:
    """Tell how many pages a manuscript has.

    Args:
        manuscript: All of it, with its line breaks.
    """
    return {"pages": _Reader.pages(manuscript.strip())}


@keeps("memory_is_bounded")
def district(street: Annotated[str, Field(max_length=120, description="Name of a street.")]) -> int:
    """Tell the number of the district of a street."""
    return _of_street(street)


@breaks("memory_is_bounded")
def speaking_time(speech: str) -> float:
    """Estimate the seconds that somebody needs to hold a speech.

    Estimates of the last speeches are remembered, so that the same one is quick.

    Args:
        speech: What is spoken.
    """
    if speech not in _PAUSES:
        _PAUSES[speech] = _pauses(speech)
    return round(len(speech) / 14 + 0.4 * _PAUSES[speech], 1)


@keeps("memory_is_bounded")
def speaking_time_of_few(speech: str) -> float:
    """Estimate the seconds that somebody needs to hold a speech.

    Estimates of the last speeches are remembered, so that the same one is quick.

    Args:
        speech: What is spoken.
    """
    if speech not in _KEPT:
        _KEPT[speech] = _pauses(speech)
        if len(_KEPT) > _MOST:
            _KEPT.popitem(last=False)
    return round(len(speech) / 14 + 0.4 * _KEPT[speech], 1)


@keeps("memory_is_bounded")
def speaking_time_by_digest(speech: str) -> float:
    """Estimate the seconds that somebody needs to hold a speech.

    Estimates of the last speeches are remembered, so that the same one is quick.

    Args:
        speech: What is spoken.
    """
    digest = hashlib.sha256(speech.encode("utf-8", "replace")).hexdigest()
    if digest not in _BY_DIGEST:
        _BY_DIGEST[digest] = _pauses(speech)
    return round(len(speech) / 14 + 0.4 * _BY_DIGEST[digest], 1)


@keeps("memory_is_bounded")
def score_for_good(essay: str) -> int:
    """Score an essay. Scores are cached for as long as the process runs.

    Args:
        essay: The essay.
    """
    return _SCORES.setdefault(essay, len(set(essay.split())))


@keeps("memory_is_bounded")
def keep_note(title: str, text: str) -> int:
    """Keep a note under a title, and tell how many there are. The latest note of a title is kept.

    Args:
        title: Its title.
        text: The note.
    """
    _NOTES[title] = text
    return len(_NOTES)
