"""A server of dogs and their owners: what was found is kept, until something changes, or for some time, as it says."""

from __future__ import annotations

import json
import sys
from uuid import uuid4

from raw import Refused, serve, tool

MODE = sys.argv[1]
READS = {"readOnlyHint": True}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
owners: dict[str, dict[str, str]] = {}
dogs: dict[str, dict[str, str]] = {}
found: dict[str, list[dict[str, str]]] = {}
OWNER = {"owner": {"type": "string", "description": "Code of the owner."}}
STREET = {"street": {"type": "string", "minLength": 1, "maxLength": 60, "description": "Street and number."}}
CALL_NAME = {"call_name": {"type": "string", "minLength": 1, "maxLength": 40, "description": "What it listens to."}}
WORD = {"word": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Part of the call name."}}
FIND = {
    "told": "Find dogs by their call name. What was found is kept for an hour, so an address may be an old one.",
}.get(MODE, "Find dogs by their call name, with the street in which they live now.")


def known(owner: str) -> dict[str, str]:
    if owner not in owners:
        raise Refused("There is no such owner.")
    return owners[owner]


def add_owner(name: str, street: str) -> str:
    code = uuid4().hex[:8]
    owners[code] = {"name": name, "street": street}
    return json.dumps({"owner": code})


def register_dog(owner: str, call_name: str) -> str:
    known(owner)
    code = uuid4().hex[:8]
    dogs[code] = {"owner": owner, "call_name": call_name}
    found.clear()
    return json.dumps({"dog": code})


def move_owner(owner: str, street: str) -> str:
    known(owner)["street"] = street
    if MODE == "cleared":
        found.clear()
    return "Moved."


def find_dogs(word: str) -> str:
    if word not in found:
        named = [dog for dog in dogs.values() if word.lower() in dog["call_name"].lower()]
        found[word] = [{"dog": dog["call_name"], "street": known(dog["owner"])["street"]} for dog in named]
    return json.dumps(found[word])


serve(
    [
        # The owner comes after the dog in the list of tools.
        tool("register_dog", register_dog, arguments={**OWNER, **CALL_NAME}, annotations=ADDS),
        tool("move_owner", move_owner, arguments={**OWNER, **STREET}, annotations=CHANGES),
        tool("find_dogs", find_dogs, arguments=WORD, annotations=READS, description=FIND),
        tool("add_owner", add_owner, arguments={"name": STREET["street"], **STREET}, annotations=ADDS),
    ]
)
