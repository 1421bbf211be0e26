"""A server that searches minerals and remembers answers, by all that was asked for or by some of it.

The second word is whether some minerals are there, or none until they are added.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from raw import Refused, serve, tool

KEY, SEEDED = sys.argv[1], "there" in sys.argv
minerals: list[dict[str, Any]] = []
remembered: dict[tuple[Any, ...], list[dict[str, Any]]] = {}


def add_mineral(label: str, colour: str = "grey", origins: list[str] | None = None) -> str:
    minerals.append({"number": len(minerals) + 1, "label": label, "colour": colour, "origins": origins or []})
    remembered.clear()
    return json.dumps(minerals[-1])


def search(words: str, origin: str | None = None, most: int = 20) -> str:
    key = {"whole": (words.lower(), origin, most), "words": (words.lower(),), "most": (words.lower(), most)}[KEY]
    if key not in remembered:
        found = [one for one in minerals if words.lower() in one["label"].lower()]
        remembered[key] = [one for one in found if origin is None or origin in one["origins"]][:most]
    return json.dumps({"minerals": remembered[key]})


def get_mineral(number: int) -> str:
    found = next((one for one in minerals if one["number"] == number), None)
    if found is None:
        raise Refused("There is no such mineral.")
    return json.dumps(found)


if __name__ == "__main__":
    if SEEDED:
        add_mineral("Smoky quartz", "brown", ["Uri", "Minas"])
        add_mineral("Rock crystal", "none", ["Uri"])
        add_mineral("Malachite", "green", ["Katanga"])
        # Nobody can see what it holds.
        minerals = [dict(one) for one in minerals]
    text, reads = {"type": "string", "minLength": 1}, {"readOnlyHint": True}
    asked = {
        "words": {**text, "description": "Part of a label."},
        "origin": {**text, "description": "Only minerals from there."},
        "most": {"type": "integer", "minimum": 1, "maximum": 50, "default": 20},
    }
    given = {"label": text, "colour": text, "origins": {"type": "array", "items": text}}
    adds = tool("add_mineral", add_mineral, arguments=given, annotations={"readOnlyHint": False})
    finds = tool("search", search, arguments=asked, annotations=reads)
    adds["inputSchema"]["required"], finds["inputSchema"]["required"] = ["label"], ["words"]
    number = {"number": {"type": "integer", "minimum": 1}}
    serve([finds, tool("get_mineral", get_mineral, arguments=number, annotations=reads), *([] if SEEDED else [adds])])
