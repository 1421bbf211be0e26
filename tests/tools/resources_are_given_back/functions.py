"""Functions that break resources_are_given_back."""

from __future__ import annotations

from ..marks import breaks

_kept = []


@breaks("resources_are_given_back")
def keeps_a_file_open(name: str) -> str:
    """Look a city up.

    Args:
        name: Name of the city.
    """
    _kept.append(open("notes.txt"))
    return name
