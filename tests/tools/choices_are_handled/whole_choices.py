"""Lists by a choice, one of which means all of the others; and choices that only look like it."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_TOURS = [
    {"name": "Old town", "season": "winter", "words": ["castle", "snow"]},
    {"name": "Lakes", "season": "summer", "words": ["boat", "castle"]},
    {"name": "Alps", "season": "summer", "words": ["hut"]},
]


@breaks("choices_are_handled")
def list_tours(season: Literal["summer", "winter", "all"] = "summer", word: str = "") -> list[str]:
    """List the tours of a season.

    Args:
        season: The season, or all of them.
        word: Only tours with this word, such as 'castle'; all tours if empty.
    """
    if season not in ("summer", "winter", "all"):
        raise ValueError("There is no such season.")
    return [str(one["name"]) for one in _TOURS if one["season"] == season and (not word or word in one["words"])]


@keeps("choices_are_handled")
def list_tours_of_all(season: Literal["summer", "winter", "all"] = "summer", word: str = "") -> list[str]:
    """List the tours of a season.

    Args:
        season: The season, or all of them.
        word: Only tours with this word, such as 'castle'; all tours if empty.
    """
    if season not in ("summer", "winter", "all"):
        raise ValueError("There is no such season.")
    wanted = ("summer", "winter") if season == "all" else (season,)
    return [str(one["name"]) for one in _TOURS if one["season"] in wanted and (not word or word in one["words"])]


@keeps("choices_are_handled")
def list_tours_by_words(
    words: tuple[str, ...] = ("castle", "hut"), match: Literal["first", "last", "all"] = "first"
) -> list[str]:
    """List the tours that have the first, the last or all of some words.

    Args:
        words: The words, such as 'castle' and 'hut'.
        match: Which of the words a tour must have.
    """
    needed = words if match == "all" else words[:1] if match == "first" else words[-1:]
    return [str(one["name"]) for one in _TOURS if all(word in one["words"] for word in needed)]
