"""Functions that work in several threads, and answer in the order of the work or of the ends."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor, as_completed

from ..marks import breaks, keeps


def _weight(word: str) -> int:
    return sum(ord(letter) for letter in word) % 97


@breaks("equal_calls_agree")
def weigh_words(words: list[str]) -> list[int]:
    """Return the weight of each word.

    Args:
        words: The words.
    """
    with ThreadPoolExecutor(4) as pool:
        return [one.result() for one in as_completed([pool.submit(_weight, word) for word in words])]


@breaks("equal_calls_agree")
async def weigh_lines(lines: list[str]) -> dict[str, list[int]]:
    """Return the weight of each line.

    Args:
        lines: The lines.
    """
    waiting = [asyncio.to_thread(_weight, line) for line in lines]
    return {"weights": [await one for one in asyncio.as_completed(waiting)]}


@keeps("equal_calls_agree")
def weights_of_words(words: list[str]) -> list[int]:
    """Return the weight of each word.

    Args:
        words: The words.
    """
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(_weight, words))


@keeps("equal_calls_agree")
def weights_by_word(words: list[str]) -> dict[str, int]:
    """Return the weight of each word, by the word.

    Args:
        words: The words.
    """
    with ThreadPoolExecutor(4) as pool:
        working = {pool.submit(_weight, word): word for word in words}
        return {working[one]: one.result() for one in as_completed(working)}
