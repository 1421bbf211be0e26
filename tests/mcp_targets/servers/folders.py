"""A server of folders in boxes: a folder needs a box, and all that is done with folders needs one of them."""

from __future__ import annotations

import itertools
import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
READS = {"readOnlyHint": True}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
boxes: dict[int, str] = {}
folders: dict[int, dict[str, object]] = {}
numbers = itertools.count(1)
BOX = {"box_id": {"type": "integer", "minimum": 1, "description": "Number of a box."}}
FOLDER = {"folder_id": {"type": "integer", "minimum": 1, "description": "Number of a folder."}}
LABEL = {"label": {"type": "string", "minLength": 1, "maxLength": 60, "description": "What is written on it."}}
WEIGHT = {"weight": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3, "description": "5 is the heaviest."}}
PAGE = {
    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "Folders of a page."},
    "cursor": {"type": "string", "default": "", "description": "The next_cursor of the page before."},
}


def known(table: dict, number: int, what: str):
    if number not in table:
        raise Refused(f"There is no {what} {number}.")
    return table[number]


def add_box(label: str) -> str:
    boxes[len(boxes) + 1] = label
    return json.dumps({"id": len(boxes), "label": label})


def label_box(box_id: int, label: str) -> str:
    known(boxes, box_id, "box")
    boxes[box_id] = label
    return json.dumps({"id": box_id, "label": label})


def add_folder(box_id: int, label: str, weight: int = 3) -> str:
    # A number is gone even if the folder is refused.
    number = next(numbers)
    known(boxes, box_id, "box")
    folders[number] = {"id": number, "box_id": box_id, "label": label, "weight": weight}
    return json.dumps(folders[number])


def change_folder(folder_id: int, label: str) -> str:
    known(folders, folder_id, "folder")["label"] = label
    return json.dumps(folders[folder_id])


def list_folders(limit: int = 20, cursor: str = "") -> str:
    found = sorted(folders.values(), key=lambda one: (-one["weight"], one["id"]))
    if cursor:
        weight, _, number = cursor.partition("/")
        if not (weight.isdecimal() and number.isdecimal()):
            raise Refused("The cursor is not one of this server.")
        last = (-int(weight), int(number))
        if MODE == "sorted":
            found = [one for one in found if (-one["weight"], one["id"]) > last]
        else:
            found = [one for one in found if -one["weight"] >= last[0] and one["id"] > last[1]]
    page = found[:limit]
    following = f"{page[-1]['weight']}/{page[-1]['id']}" if len(found) > limit else None
    return json.dumps({"folders": page, "page": {"next_cursor": following}})


serve(
    [
        tool("add_box", add_box, arguments=LABEL, annotations=ADDS),
        tool("label_box", label_box, arguments={**BOX, **LABEL}, annotations=CHANGES),
        tool("add_folder", add_folder, arguments={**BOX, **LABEL, **WEIGHT}, annotations=ADDS),
        tool("change_folder", change_folder, arguments={**FOLDER, **LABEL}, annotations=CHANGES),
        tool("list_folders", list_folders, arguments=PAGE, annotations=READS),
    ]
)
