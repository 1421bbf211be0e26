"""Functions that compare two numbers with those that they have: how far a lamp is from the next switch."""

from __future__ import annotations

import math

from ..marks import breaks, keeps

_SWITCHES = {"hall": (3.5, 1.25), "stairs": (0.5, 4.75), "attic": (7.25, 8.5)}


@breaks("valid_calls_do_not_crash")
def brightest_switch(across: float, along: float) -> dict[str, float]:
    """Tell how bright a lamp is at each switch: the closer, the brighter.

    Args:
        across: Metres from the left wall.
        along: Metres from the front wall.
    """
    return {name: 1 / math.dist((across, along), place) for name, place in _SWITCHES.items()}


@keeps("valid_calls_do_not_crash")
def next_switch(across: float, along: float) -> dict[str, float]:
    """Tell how far a lamp is from each switch.

    Args:
        across: Metres from the left wall.
        along: Metres from the front wall.
    """
    return {name: math.dist((across, along), place) for name, place in _SWITCHES.items()}
