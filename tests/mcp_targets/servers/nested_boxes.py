"""A server of boxes in boxes. A weight is kept until something changes in its box, or in one within that."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
BOX = {"type": "integer", "minimum": 1, "maximum": 9_999, "description": "Number of a box."}
boxes: dict[int, dict[str, int]] = {}
weights: dict[int, int] = {}
WEIGH = {
    "told": "The weight of a box with all in it, in grams, as it was in the last hour: it is kept for so long."
}.get(MODE, "The weight of a box with all that is in it, in grams.")


def known(box: int) -> dict[str, int]:
    if box not in boxes:
        raise Refused("There is no such box.")
    return boxes[box]


def changed(box: int, *, is_new: bool = False) -> None:
    weights.pop(box, None)
    while (MODE == "above" or (MODE == "added" and is_new)) and boxes[box]["outer"]:
        box = boxes[box]["outer"]
        weights.pop(box, None)


def add_box(grams: int, outer: int | None = None) -> str:
    if outer is not None:
        known(outer)
    box = len(boxes) + 1
    boxes[box] = {"grams": grams, "outer": outer or 0, "held": 0}
    if outer is not None:
        changed(outer, is_new=True)
    return json.dumps({"box": box})


def fill_box(box: int, grams: int) -> str:
    known(box)["held"] += grams
    changed(box)
    return "Filled."


def weigh_box(box: int) -> str:
    known(box)
    if box not in weights:
        weights[box] = weight(box)
    return json.dumps({"grams": weights[box]})


def weight(box: int) -> int:
    within = [number for number, one in boxes.items() if one["outer"] == box]
    return boxes[box]["grams"] + boxes[box]["held"] + sum(map(weight, within))


GRAMS = {"type": "integer", "minimum": 1, "maximum": 90_000, "description": "Grams."}
OUTER = {"outer": {**BOX, "description": "Number of the box that it stands in."}}
if __name__ == "__main__":
    add = tool("add_box", add_box, arguments={"grams": GRAMS, **OUTER}, annotations=WRITES)
    add["inputSchema"]["required"] = ["grams"]
    serve(
        [
            add,
            tool("fill_box", fill_box, arguments={"box": BOX, "grams": GRAMS}, annotations=WRITES),
            tool("weigh_box", weigh_box, arguments={"box": BOX}, annotations=READS, description=WEIGH),
        ]
    )
