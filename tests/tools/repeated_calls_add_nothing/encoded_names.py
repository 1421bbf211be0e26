"""Functions that keep each name once: some say that both forms of an accented letter are one, and do as they say."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from ..marks import breaks, keeps


def _is_new(store: str, key: str) -> bool:
    path = Path(store)
    known = json.loads(path.read_text()) if path.exists() else []
    if key in known:
        return False
    path.write_text(json.dumps([*known, key]))
    return True


@breaks("repeated_calls_add_nothing")
def enlist(name: str) -> dict[str, bool | str]:
    """Enlist a sailor, once.

    Two names are the same if they differ only in their form of Unicode.

    Args:
        name: Name of the sailor.
    """
    key = " ".join(name.split()).lower()
    return {"enlisted": _is_new("crew.json", key), "name": name}


@breaks("repeated_calls_add_nothing")
def christen(name: str) -> str:
    """Give a new boat its name, which no other boat has.

    Args:
        name: The name. Accents may be encoded with one sign or with two: the name stays the same.
    """
    if not _is_new("boats.json", name.strip().casefold()):
        raise ValueError("There is a boat of this name.")
    return "christened"


@keeps("repeated_calls_add_nothing")
def welcome(name: str) -> dict[str, bool | str]:
    """Welcome a guest, once.

    Two names are the same if they differ only in their form of Unicode.

    Args:
        name: Name of the guest.
    """
    key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", " ".join(name.split())).casefold())
    return {"welcome": _is_new("guests.json", key), "name": name}


@keeps("repeated_calls_add_nothing")
def learn_word(word: str, note: str = "") -> dict[str, bool | str]:
    """Keep a word of Unicode as it is typed, once.

    Args:
        word: The word.
        note: A note on it.
    """
    return {"kept": _is_new("words.json", word), "word": word, "note": note}
