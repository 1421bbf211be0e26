"""Functions that choose among texts of a set, some of which are alike."""

from __future__ import annotations

from collections import Counter

from ..marks import breaks, keeps

_HOLDERS = {"gate": ["mira", "otto", "lena"], "hall": ["otto", "jana", "lena"], "yard": ["mira", "paul", "jana"]}


@breaks("equal_calls_agree")
def key_holder(rooms: list[str]) -> dict[str, object]:
    """Return the person who has keys to most of the rooms.

    Args:
        rooms: Names of rooms: "gate", "hall" or "yard".
    """
    counts = Counter(name for room in rooms for name in _HOLDERS.get(room, []))
    names = {name for name in counts if name}
    return {"holder": max(names, key=lambda name: counts[name], default=None)}


@breaks("equal_calls_agree")
def shared_key(first: str, second: str) -> dict[str, object]:
    """Return somebody who has the keys of two rooms.

    Args:
        first: "gate", "hall" or "yard".
        second: "gate", "hall" or "yard".
    """
    common = set(_HOLDERS.get(first, ())) & set(_HOLDERS.get(second, ()))
    return {"holder": common.pop() if common else None}


@keeps("equal_calls_agree")
def first_key_holder(rooms: list[str]) -> dict[str, object]:
    """Return the person who has keys to most of the rooms; of several, the first by name.

    Args:
        rooms: Names of rooms: "gate", "hall" or "yard".
    """
    counts = Counter(name for room in set(rooms) for name in _HOLDERS.get(room, []))
    return {"holder": min(counts, key=lambda name: (-counts[name], name), default=None)}


@keeps("equal_calls_agree")
def keys_in_all(rooms: list[str]) -> dict[str, object]:
    """Tell how many people have keys to all of the rooms, and whether the first one on the list has.

    Args:
        rooms: Names of rooms: "gate", "hall" or "yard".
    """
    held = [set(_HOLDERS.get(room, ())) for room in rooms]
    common = frozenset.intersection(*map(frozenset, held)) if held else frozenset()
    return {"people": len(common), "mira": "mira" in common}


@keeps("equal_calls_agree")
def floors(rooms: list[str]) -> list[int]:
    """Return the lengths of the names of rooms, each once."""
    return list({len(room) for room in rooms})


@breaks("equal_calls_agree")
def asked_rooms(question: str) -> list[str]:
    """Return the words of a question, those that occur most first.

    Args:
        question: Some words, for example "hall or yard".
    """
    counts = Counter(question.lower().split())
    words = counts.keys() - {"or", "and", "the"}
    return sorted(words, key=lambda word: -counts[word])


@keeps("equal_calls_agree")
def named_rooms(question: str) -> list[str]:
    """Return the words of a question, those that occur most first; of several, the first by name.

    Args:
        question: Some words, for example "hall or yard".
    """
    counts = Counter(question.lower().split())
    words = counts.keys() - {"or", "and", "the"}
    return sorted(words, key=lambda word: (-counts[word], word))


@breaks("equal_calls_agree")
def suggest_rooms(note: str) -> list[str]:
    """Suggest rooms to look into. What is suggested depends on the note alone.

    Args:
        note: What somebody has written about a lost key.
    """
    words = note.split()
    return sorted({word for word in words if word.isalpha()}, key=words.count, reverse=True)
