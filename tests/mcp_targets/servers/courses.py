"""A server of courses that need others. It follows every way through them, or remembers each course."""

from __future__ import annotations

import sys

from raw import Refused, serve, tool

REMEMBERS = sys.argv[1:2] == ["remembers"]
COURSE = {"type": "string", "maxLength": 40, "description": "Name of a course."}
NEEDS = {"type": "array", "items": COURSE, "maxItems": 20, "description": "The courses before it, added already."}
courses: dict[str, list[str]] = {}


def add_course(course: str, needs: list[str]) -> str:
    if course in courses or any(one not in courses for one in needs):
        raise Refused("Give a new name, and courses that are there.")
    courses[course] = needs
    return f"{course} is added."


def term_of(course: str) -> str:
    if course not in courses:
        raise Refused("There is no such course.")
    return str(_term(course, {}))


def _term(course: str, known: dict[str, int]) -> int:
    if course not in known or not REMEMBERS:
        known[course] = 1 + max((_term(one, known) for one in courses[course]), default=0)
    return known[course]


if __name__ == "__main__":
    both = {"course": COURSE, "needs": NEEDS}
    serve(
        [
            tool("add_course", add_course, arguments=both, annotations={"readOnlyHint": False}),
            tool("term_of", term_of, arguments={"course": COURSE}, annotations={"readOnlyHint": True}),
        ]
    )
