"""Tools of a museum that keep what they have found: where a picture hangs, in a hall that may get another name."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_halls: dict[int, dict[str, str]] = {}
_pictures: list[dict[str, Any]] = []
_found: dict[str, list[dict[str, str]]] = {}
_found_now: dict[str, list[dict[str, str]]] = {}
_found_once: dict[str, list[dict[str, str]]] = {}


class Picture(BaseModel):
    hall: int = Field(ge=1, le=9999, description="Number of the hall, as add_hall gives it.")
    title: str = Field(min_length=1, max_length=80, description="Title of the picture.")


class Hall(BaseModel):
    name: str = Field(min_length=1, max_length=60, description="Name of the hall.")


class Naming(Hall):
    hall: int = Field(ge=1, le=9999, description="Number of the hall, as add_hall gives it.")


class Word(BaseModel):
    word: str = Field(min_length=1, max_length=40, description="A part of the title.")


def _hall(hall: int) -> dict[str, str]:
    if hall not in _halls:
        raise ToolError(f"There is no hall {hall}.", code="hall_not_found")
    return _halls[hall]


def _places(word: str) -> list[dict[str, str]]:
    hung = [one for one in _pictures if word.casefold() in one["title"].casefold()]
    return [{"title": one["title"], "hall": _hall(one["hall"])["name"]} for one in hung]


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Picture, tier="write", register=False)
def hang_picture(args: Picture) -> dict[str, Any]:
    """Hang a picture in a hall."""
    _hall(args.hall)
    _pictures.append({"hall": args.hall, "title": args.title})
    for kept in (_found, _found_now, _found_once):
        kept.clear()
    return {"hall": args.hall, "pictures": len(_pictures)}


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Hall, tier="write", register=False)
def add_hall(args: Hall) -> dict[str, Any]:
    """Open a hall, and return its number."""
    number = 40 + len(_halls)
    _halls[number] = {"name": args.name}
    return {"number": number, "name": args.name}


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Naming, tier="write", register=False)
def name_hall(args: Naming) -> dict[str, Any]:
    """Give a hall another name. Its pictures stay where they are."""
    _hall(args.hall)["name"] = args.name
    _found_now.clear()
    return {"number": args.hall, "name": args.name}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Word, tier="read", register=False)
def find_pictures(args: Word) -> dict[str, Any]:
    """Find pictures by their title, with the hall in which they hang."""
    if args.word not in _found:
        _found[args.word] = _places(args.word)
    return {"pictures": _found[args.word]}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Word, tier="read", register=False)
def find_pictures_now(args: Word) -> dict[str, Any]:
    """Find pictures by their title, with the hall in which they hang."""
    if args.word not in _found_now:
        _found_now[args.word] = _places(args.word)
    return {"pictures": _found_now[args.word]}


@keeps("equal_calls_agree")
@forge_tool(args_schema=Word, tier="read", register=False)
def find_pictures_of_the_plan(args: Word) -> dict[str, Any]:
    """Find pictures by their title, with their hall as it was when the plan was printed, which is once a week."""
    if args.word not in _found_once:
        _found_once[args.word] = _places(args.word)
    return {"pictures": _found_once[args.word]}
