"""A server whose readers look names up: some answer an unknown one with a sentence, as if it were a record."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
trees = {
    "oak": {"height": 30, "leaves": ["lobed", "brown in autumn"], "seen": ["park", "lane"]},
    "birch": {"height": 20, "leaves": ["toothed", "yellow in autumn"], "seen": ["moor", "park"]},
    "willow": {"height": 15, "leaves": ["narrow", "silver below"], "seen": ["river", "pond"]},
}
MAY_BE_EMPTY = "List where a tree was seen; the list may be empty."
TOLD = "List where a tree was seen; nothing for an unknown tree."
UNKNOWN = "We have no tree like that."


def argument(name: str) -> dict:
    return {name: {"type": "string", "description": f"The {name}."}}


def all_trees() -> str:
    return json.dumps([{"tree": name, "height": tree["height"]} for name, tree in trees.items()])


def show_tree(tree: str) -> str:
    if tree not in trees:
        raise Refused(UNKNOWN)
    return json.dumps({"tree": tree, **trees[tree]})


def tree_card(tree: str) -> str:
    return json.dumps({"tree": tree, **trees[tree]}) if tree in trees else "Nobody has planted this so far."


def leaves_of(tree: str) -> str:
    return "\n".join(trees[tree]["leaves"]) if tree in trees else UNKNOWN


def leaves_like(tree: str) -> str:
    if tree not in trees:
        raise Refused(UNKNOWN)
    return "\n".join(trees[tree]["leaves"])


def places_of(tree: str) -> str:
    return "\n".join(trees[tree]["seen"]) if tree in trees else "It was seen nowhere."


def trees_like(tree: str) -> str:
    found = {name: trees[name] for name in trees if tree in name}
    return json.dumps(found) if found else "There is none with these letters."


def height_of(tree: str) -> str:
    return f"{trees[tree]['height']} metres high" if tree in trees else "It is not high."


def sightings(tree: str) -> str:
    return json.dumps({"tree": tree, "seen": trees[tree]["seen"] if tree in trees else []})


TOOLS = [
    tool("all_trees", all_trees, arguments={}, annotations=READS),
    tool("show_tree", show_tree, arguments=argument("tree"), annotations=READS),
    tool("tree_card", tree_card, arguments=argument("tree"), annotations=READS),
    tool("leaves_of", leaves_of, arguments=argument("tree"), annotations=READS),
    tool("leaves_like", leaves_like, arguments=argument("tree"), annotations=READS),
    tool("places_of", places_of, arguments=argument("tree"), annotations=READS),
    tool("trees_like", trees_like, arguments=argument("tree"), annotations=READS),
    tool("sightings", sightings, arguments=argument("tree"), annotations=READS, description=MAY_BE_EMPTY),
    tool("known_sightings", sightings, arguments=argument("tree"), annotations=READS, description=TOLD),
    tool("height_of", height_of, arguments=argument("tree"), annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
