"""Functions that keep what they have read of a file; one of them for good."""

from __future__ import annotations

import functools
import json
import time
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Word = Annotated[str, Field(max_length=60, description="A word of the glossary.")]
_GLOSSARY = "glossary.json"
_kept: dict[Path, tuple[float, dict[str, Any]]] = {}
_KEPT_S = 600.0


def _read(path: Path) -> dict[str, Any]:
    try:
        words = json.loads(path.read_text())
    except (OSError, ValueError):
        raise ValueError("there is no glossary that can be read") from None
    if not isinstance(words, dict):
        raise ValueError("the glossary has another form")
    return words


@functools.lru_cache
def _read_once(path: Path) -> dict[str, Any]:
    return _read(path)


@functools.lru_cache
def _read_of_age(path: Path, changed: int) -> dict[str, Any]:
    return _read(path)


def _read_lately(path: Path) -> dict[str, Any]:
    now = time.monotonic()
    if path not in _kept or now - _kept[path][0] > _KEPT_S:
        _kept[path] = now, _read(path)
    return _kept[path][1]


@breaks("equal_calls_agree")
def explain_word(word: Word) -> dict[str, str]:
    """Return what a word means."""
    return {"meaning": str(_read_once(Path(_GLOSSARY).resolve()).get(word, ""))}


@keeps("equal_calls_agree")
def meaning_of_word(word: Word) -> dict[str, str]:
    """Return what a word means."""
    path = Path(_GLOSSARY).resolve()
    if not path.is_file():
        raise ValueError("there is no glossary that can be read")
    return {"meaning": str(_read_of_age(path, path.stat().st_mtime_ns).get(word, ""))}


@keeps("equal_calls_agree")
def word_in_words(word: Word) -> dict[str, str]:
    """Return what a word means; changes of the glossary count after ten minutes."""
    return {"meaning": str(_read_lately(Path(_GLOSSARY).resolve()).get(word, ""))}
