"""Functions that notice an equal call, in every form of a text or in one of them, and others that notice none."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Word = Annotated[str, Field(min_length=1, max_length=60, description="A word of the dictionary.")]


def _words(name: str) -> list[str]:
    path = Path(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def _keep(name: str, words: list[str]) -> None:
    Path(name).write_text(json.dumps(words), encoding="utf-8")


@breaks("repeated_calls_add_nothing")
def add_folded(word: Word) -> dict[str, object]:
    """Add a word to the dictionary."""
    words = _words("folded.json")
    is_new = word.strip() not in words
    if is_new:
        _keep("folded.json", [*words, word.strip().casefold()])
    return {"word": word, "is_new": is_new}


@breaks("repeated_calls_add_nothing")
def add_trimmed(word: Word) -> dict[str, object]:
    """Add a word to the dictionary."""
    words = _words("trimmed.json")
    if word.strip() in words:
        raise ValueError("The dictionary has that word.")
    _keep("trimmed.json", [*words, word])
    return {"word": word}


@breaks("repeated_calls_add_nothing")
def add_composed(word: Word) -> dict[str, object]:
    """Add a word to the dictionary."""
    with closing(sqlite3.connect("composed.db", timeout=5)) as words, words:
        words.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
        is_new = words.execute("SELECT 1 FROM words WHERE word = ?", (word,)).fetchone() is None
        if is_new:
            words.execute("INSERT INTO words VALUES (?)", (unicodedata.normalize("NFC", word),))
    return {"word": word, "is_new": is_new}


@keeps("repeated_calls_add_nothing", judged=True)
def add_normal(word: Word) -> dict[str, object]:
    """Add a word to the dictionary."""
    words = _words("normal.json")
    normal = unicodedata.normalize("NFC", word).strip().casefold()
    is_new = normal not in words
    if is_new:
        _keep("normal.json", [*words, normal])
    return {"word": normal, "is_new": is_new}


@keeps("repeated_calls_add_nothing", judged=True)
def add_as_it_is(word: Word) -> dict[str, object]:
    """Add a word to the dictionary; upper and lower case differ."""
    words = _words("exact.json")
    if word in words:
        raise ValueError("The dictionary has that word.")
    _keep("exact.json", [*words, word])
    return {"word": word}


@keeps("repeated_calls_add_nothing", judged=False)
def note_word(word: Word) -> dict[str, object]:
    """Note that a word was used once more."""
    _keep("used.json", [*_words("used.json"), word.strip().casefold()])
    return {"word": word}


@keeps("repeated_calls_add_nothing", judged=False)
def cross_out_word(word: Word) -> dict[str, object]:
    """Cross a word out, or take that back."""
    words = _words("crossed.json")
    is_crossed = word not in words
    _keep("crossed.json", [*words, word] if is_crossed else [one for one in words if one != word])
    return {"word": word, "is_crossed": is_crossed}


@keeps("repeated_calls_add_nothing", judged=True)
def begin_dictionary(word: Word) -> dict[str, object]:
    """Begin a dictionary with a first word; one that has begun stays as it is."""
    is_begun = bool(_words("begun.json"))
    if not is_begun:
        _keep("begun.json", [word])
    return {"word": word, "is_begun": not is_begun}
