"""Functions that break process_state_is_left_alone."""

from __future__ import annotations

import os

from ..marks import breaks


@breaks("process_state_is_left_alone")
def sets_a_variable(name: str) -> str:
    """Look a city up.

    Args:
        name: Name of the city.
    """
    os.environ["CITY"] = name
    return name
