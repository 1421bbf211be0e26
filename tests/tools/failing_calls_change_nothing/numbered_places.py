"""Changes of a list by the numbers of its places, which start at one: a copy of the record shares its list."""

from __future__ import annotations

import copy

from ..marks import breaks, keeps

_RADIO = {"morning": {"edition": 2, "songs": ["Amber", "Basalt", "Coral", "Dune"]}}
_DISCO = {"late": {"edition": 7, "songs": ["Ember", "Flint", "Garnet"]}}


def _change(songs: list[str], step: dict) -> None:
    place = step.get("place")
    if type(place) is not int:
        raise ValueError("a place is a number")
    if not 1 <= place <= len(songs):
        raise ValueError(f"place {place} is not in the list")
    if step.get("do") == "drop":
        songs.pop(place - 1)
    elif step.get("do") == "rename" and isinstance(step.get("title"), str):
        songs[place - 1] = step["title"]
    else:
        raise ValueError("a step drops a song, or renames it with a title")


@breaks("failing_calls_change_nothing")
def change_radio_list(show: str, steps: list[dict]) -> dict:
    """Change the list of songs of a radio show. If a step is wrong, the list stays as it was.

    Args:
        show: Name of the show, "morning".
        steps: What to do, each with "do" ("drop" or "rename"), "place" (counted from 1, in the list as the steps
            before have left it) and, unless a song is dropped, "title".
    """
    if show not in _RADIO:
        raise ValueError(f"no show {show!r}")
    draft = dict(_RADIO[show])
    for step in steps:
        _change(draft["songs"], step)
    draft["edition"] += 1
    _RADIO[show] = draft
    return {"edition": draft["edition"], "songs": list(draft["songs"])}


@keeps("failing_calls_change_nothing", judged=True)
def change_disco_list(night: str, steps: list[dict]) -> dict:
    """Change the list of songs of a night. If a step is wrong, the list stays as it was.

    Args:
        night: Name of the night, "late".
        steps: What to do, each with "do" ("drop" or "rename"), "place" (the first song is 1, in the list as the steps
            before have left it) and, unless a song is dropped, "title".
    """
    if night not in _DISCO:
        raise ValueError(f"no night {night!r}")
    draft = copy.deepcopy(_DISCO[night])
    for step in steps:
        _change(draft["songs"], step)
    draft["edition"] += 1
    _DISCO[night] = draft
    return {"edition": draft["edition"], "songs": list(draft["songs"])}
