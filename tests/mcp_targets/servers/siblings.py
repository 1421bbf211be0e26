"""A server of a kennel whose readers answer for a tag that no dog has, well or badly; its siblings refuse the tag."""

from __future__ import annotations

import json
from collections import Counter

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
DOGS = {412: "Bella", 418: "Rex", 455: "Laika"}
walks = Counter({412: 3, 455: 1})
TAG = {"tag": {"type": "integer", "minimum": 1, "maximum": 999, "description": "Tag of a dog, see all_dogs."}}
COUNTED = {"tag": {"type": "integer", "minimum": 1, "maximum": 999, "description": "Tags to count the walks of."}}
TOLD = "Count the walks of a dog; 0 for an unknown tag."


def all_dogs() -> str:
    return json.dumps([{"tag": tag, "dog": name} for tag, name in DOGS.items()])


def show_dog(tag: int) -> str:
    if tag not in DOGS:
        raise Refused("No dog has this tag.")
    return json.dumps({"tag": tag, "dog": DOGS[tag]})


def note_walk(tag: int) -> str:
    show_dog(tag)
    walks[tag] += 1
    return f"Walk {walks[tag]} is noted."


def walks_of(tag: int) -> str:
    return json.dumps({"tag": tag, "walks": walks[tag], "hours": walks[tag] / 2})


def walks_of_dog(tag: int) -> str:
    show_dog(tag)
    return walks_of(tag)


def was_walked(tag: int) -> str:
    return json.dumps({"tag": tag, "walked": walks[tag] > 0})


def kennel_of(tag: int) -> str:
    return json.dumps({"tag": tag, "kennel": f"K{tag:04}", "path": f"/kennels/{tag}"})


TOOLS = [
    tool("all_dogs", all_dogs, arguments={}, annotations=READS),
    tool("show_dog", show_dog, arguments=TAG, annotations=READS),
    tool("note_walk", note_walk, arguments=TAG),
    tool("walks_of", walks_of, arguments=TAG, annotations=READS),
    tool("walks_of_dog", walks_of_dog, arguments=TAG, annotations=READS),
    tool("walks_told", walks_of, arguments=TAG, annotations=READS, description=TOLD),
    tool("walks_counted", walks_of, arguments=COUNTED, annotations=READS),
    tool("was_walked", was_walked, arguments=TAG, annotations=READS),
    tool("kennel_of", kennel_of, arguments=TAG, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
