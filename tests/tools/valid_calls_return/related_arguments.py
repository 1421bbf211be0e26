"""Functions that follow a text through an object: the start of a circle, or a way into one."""

from __future__ import annotations

from ..marks import breaks, keeps


@breaks("valid_calls_return")
def last_alias(word: str, aliases: dict[str, str]) -> str:
    """Follow the aliases of a word to the last one.

    Args:
        word: Word to begin with.
        aliases: Alias of each word, e.g. {"sea": "ocean"}.
    """
    found = word
    while found in aliases:
        found = aliases[found]
        if found == word:
            raise ValueError("the aliases form a circle")
    return found


@keeps("valid_calls_return", judged=True)
def last_synonym(word: str, synonyms: dict[str, str]) -> str:
    """Follow the synonyms of a word to the last one.

    Args:
        word: Word to begin with.
        synonyms: Synonym of each word, e.g. {"sea": "ocean"}.
    """
    seen = {word}
    while word in synonyms:
        word = synonyms[word]
        if word in seen:
            raise ValueError("the synonyms form a circle")
        seen.add(word)
    return word
