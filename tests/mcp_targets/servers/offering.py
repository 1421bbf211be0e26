"""A server whose tools offer choices: some do not know one of them, others refuse one that they know."""

from __future__ import annotations

import json
from pathlib import Path

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
SPANS = {"day": 1, "week": 7, "two weeks": 14}
STATES = {"open": ["paint the fence"], "done": ["buy nails", "mow"]}


def choice(name: str, *values: str) -> dict:
    return {name: {"type": "string", "enum": list(values), "description": f"The {name}."}}


def hours_per(span: str) -> str:
    if span not in SPANS:
        raise Refused("We do not count like that.")
    return f"{SPANS[span] * 3} hours"


def sheet_of(size: str) -> str:
    if size == "small":
        return "148 x 210"
    if size == "medium":
        return "210 x 297"
    if size == "huge":
        return "297 x 420"
    raise Refused("There is no such paper.")


def print_as(form: str) -> str:
    if form == "text":
        return "one, two"
    if form == "table":
        return "one | two"
    if form == "paper":
        raise Refused("There is nothing to print with.")
    raise Refused("There is no such form.")


def word_in(language: str) -> str:
    if language in ("english", "german"):
        return {"english": "house", "german": "Haus"}[language]
    page = Path("words", language[:2]).with_suffix(".json")
    if not page.is_file():
        raise Refused("The word is not there.")
    return str(json.loads(page.read_text())["house"])


def jobs_in(state: str) -> str:
    jobs = STATES.get(state, [])
    if not jobs:
        raise Refused("There is nothing to do.")
    return json.dumps(jobs)


TOOLS = [
    tool("hours_per", hours_per, arguments=choice("span", "day", "week", "fortnight"), annotations=READS),
    tool("sheet_of", sheet_of, arguments=choice("size", "small", "medium", "large"), annotations=READS),
    tool("print_as", print_as, arguments=choice("form", "text", "table", "paper"), annotations=READS),
    tool("word_in", word_in, arguments=choice("language", "english", "german", "norse"), annotations=READS),
    tool("jobs_in", jobs_in, arguments=choice("state", "open", "done"), annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
