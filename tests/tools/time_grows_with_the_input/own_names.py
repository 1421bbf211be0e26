"""Functions that find names of their own by wildcards: by trying every way, and place by place."""

from __future__ import annotations

from ..marks import breaks, keeps

_TREES = {
    "acer campestre": 12,
    "betula pendula": 20,
    "cedrus atlantica glauca pendula": 25,
    "quercus robur fastigiata koster": 18,
    "tilia cordata greenspire": 16,
}


def _fits_by_trying(pattern: str, name: str) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any(_fits_by_trying(pattern[1:], name[start:]) for start in range(len(name) + 1))
    return bool(name) and pattern[0] in ("?", name[0]) and _fits_by_trying(pattern[1:], name[1:])


def _fits_by_place(pattern: str, name: str) -> bool:
    places = {0}
    for sign in pattern:
        if sign == "*":
            places = set(range(min(places), len(name) + 1)) if places else places
        else:
            places = {place + 1 for place in places if place < len(name) and sign in ("?", name[place])}
    return len(name) in places


@breaks("time_grows_with_the_input")
def heights(trees: str) -> dict:
    """Return the heights of the trees whose botanical name a text with * and ? describes."""
    return {"found": [{"tree": name, "metres": _TREES[name]} for name in _TREES if _fits_by_trying(trees[:80], name)]}


@keeps("time_grows_with_the_input")
def heights_by_place(trees: str) -> dict:
    """Return the heights of the trees whose botanical name a text with * and ? describes."""
    return {"found": [{"tree": name, "metres": _TREES[name]} for name in _TREES if _fits_by_place(trees[:80], name)]}


@keeps("time_grows_with_the_input")
def heights_of_words(trees: str) -> dict:
    """Return the heights of the trees whose botanical name has a word; * stands for all of them."""
    names = [name for name in _TREES if trees == "*" or trees in name.split()]
    return {"found": [{"tree": name, "metres": _TREES[name]} for name in names]}
