"""A server of members; its tools differ in what they tell of a name that is not there, and in what they do."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
WHO = {"person": {"type": "string", "description": "Name of the person."}}

members: list[str] = ["Quill"]


def list_members() -> str:
    return json.dumps({"members": members})


def admit(person: str) -> str:
    if person in members:
        raise Refused("This person is a member.")
    members.append(person)
    return json.dumps({"person": person, "is_member": True})


def dismiss(person: str) -> str:
    if person in members:
        members.remove(person)
    return json.dumps({"person": person, "is_member": False})


def strike_off(person: str) -> str:
    if person not in members:
        raise Refused("This person is no member.")
    return dismiss(person)


def described(name: str, run: object, says: str) -> dict:
    return tool(name, run, arguments=WHO, annotations=CHANGES, description=says)


TOOLS = [
    tool("list_members", list_members, arguments={}, annotations=READS),
    described("admit", admit, "Add a person to the members."),
    described("dismiss", dismiss, "Remove a person from the members. It is an error if there is no such member."),
    described("strike_off", strike_off, "Remove a person from the members. It fails if it is not listed."),
    described("let_go", dismiss, "Remove a person from the members. It is no error if it is not listed."),
    described("expel", dismiss, "Remove a person from the members. It is an error if it is not allowed by the rules."),
]

if __name__ == "__main__":
    serve(TOOLS)
