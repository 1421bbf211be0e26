"""A server that finds a place by its name, in the composed form alone or in both forms of an accent."""

from __future__ import annotations

import sys
import unicodedata

from raw import Refused, serve, tool

SAID = "Name of the place. Composed and decomposed accents make no difference."
PLACES = {"Orl\u00e9ans": "Loire", "K\u00f6ln": "Rhine"}


def river_of(place: str) -> str:
    known = unicodedata.normalize("NFC", place) if "both" in sys.argv else place
    if known not in PLACES:
        raise Refused("The place is unknown.")
    return PLACES[known]


if __name__ == "__main__":
    arguments = {"place": {"type": "string", "description": SAID}}
    serve([tool("river_of", river_of, arguments=arguments, annotations={"readOnlyHint": True})])
