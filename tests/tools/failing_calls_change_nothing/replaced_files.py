"""Functions that put a file in place of an earlier one, with a value in it that cannot be written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_RACKS, _SIGNS = Path("racks"), Path("signs")


def _place(folder: Path, name: str) -> Path:
    if not re.fullmatch("[a-z]{1,20}", name):
        raise ValueError("name must be 1 to 20 lower-case letters.")
    folder.mkdir(exist_ok=True)
    return folder / f"{name}.txt"


def _text_of(places: list[dict[str, Any]]) -> str:
    try:
        return json.dumps(places, allow_nan=False)
    except ValueError:
        raise ValueError("places holds a number that cannot be stored.") from None


@breaks("failing_calls_change_nothing")
def put_rack(name: str, places: list[dict[str, Any]]) -> dict:
    """Put what stands in a rack, in place of what was said of it before.

    Args:
        name: Name of the rack.
        places: What stands in each place, with any properties.
    """
    with _place(_RACKS, name).open("w", encoding="utf-8") as file:
        file.write(_text_of(places))
    return {"name": name, "places": len(places)}


@keeps("failing_calls_change_nothing")
def put_whole_rack(name: str, places: list[dict[str, Any]]) -> dict:
    """Put what stands in a rack, in place of what was said of it before.

    Args:
        name: Name of the rack.
        places: What stands in each place, with any properties.
    """
    place, text = _place(_RACKS, name), _text_of(places)
    place.write_text(text, "utf-8")
    return {"name": name, "places": len(places)}


@breaks("failing_calls_change_nothing")
def put_sign(name: str, words: str) -> dict:
    """Put words on a sign. If they cannot be stored, the sign is left as it was.

    Args:
        name: Name of the sign.
        words: The words.
    """
    try:
        _place(_SIGNS, name).write_text(words, "utf-8")
    except UnicodeEncodeError:
        raise ValueError("The words cannot be stored.") from None
    return {"name": name, "words": len(words)}


@keeps("failing_calls_change_nothing")
def put_encoded_sign(name: str, words: str) -> dict:
    """Put words on a sign. If they cannot be stored, the sign is left as it was.

    Args:
        name: Name of the sign.
        words: The words.
    """
    try:
        _place(_SIGNS, name).write_bytes(words.encode())
    except UnicodeEncodeError:
        raise ValueError("The words cannot be stored.") from None
    return {"name": name, "words": len(words)}


@keeps("failing_calls_change_nothing")
def put_other_words(name: str, words: str) -> dict:
    """Put words on a sign, in place of those that were on it.

    Args:
        name: Name of the sign.
        words: The words.
    """
    try:
        _place(_SIGNS, name).write_text(words, "utf-8")
    except UnicodeEncodeError:
        raise ValueError("The words cannot be stored.") from None
    return {"name": name, "words": len(words)}
