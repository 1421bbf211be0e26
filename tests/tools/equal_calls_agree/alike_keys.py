"""Readers that keep answers by a key made of their arguments, which is the same for calls with other answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

Hut = Literal["col", "lake", "ridge"]
_HEIGHTS = {"col": 1900, "lake": 1200, "ridge": 2400}
_walks: dict[object, int] = {}


class WalkArgs(BaseModel):
    origin: Hut = Field(description="Where the walk begins.")
    goal: Hut = Field(description="Where it ends.")


def _climb(origin: str, goal: str) -> int:
    return max(_HEIGHTS[goal] - _HEIGHTS[origin], 0)


@breaks("equal_calls_agree")
@forge_tool(args_schema=WalkArgs, tier="read", register=False)
def climb_of_walk(args: WalkArgs) -> dict:
    """Tell how many metres a walk climbs."""
    key = frozenset((args.origin, args.goal))
    if key not in _walks:
        _walks[key] = _climb(args.origin, args.goal)
    return {"climb": _walks[key]}


_levels: dict[object, int] = {}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=WalkArgs, tier="read", register=False)
def level_difference(args: WalkArgs) -> dict:
    """Tell the difference in height between two huts, which is the same both ways."""
    key = frozenset((args.origin, args.goal))
    if key not in _levels:
        _levels[key] = abs(_HEIGHTS[args.goal] - _HEIGHTS[args.origin])
    return {"origin": args.origin, "goal": args.goal, "metres": _levels[key]}


class SeamArgs(BaseModel):
    left: str = Field(max_length=30, description="Letters on the left side of the cloth.")
    right: str = Field(max_length=30, description="Letters on its right side.")


_seams: dict[str, int] = {}


@breaks("equal_calls_agree")
@forge_tool(args_schema=SeamArgs, tier="read", register=False)
def seam_place(args: SeamArgs) -> dict:
    """Tell after how many letters the seam between two embroidered texts comes."""
    key = args.left + args.right
    if key not in _seams:
        _seams[key] = len(args.left)
    return {"letters": _seams[key]}


_widths: dict[str, int] = {}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=SeamArgs, tier="read", register=False)
def seam_width(args: SeamArgs) -> dict:
    """Tell how many letters are embroidered on both sides together."""
    key = args.left + args.right
    if key not in _widths:
        _widths[key] = len(key)
    return {"left": args.left, "letters": _widths[key]}


class NameArgs(BaseModel):
    name: str = Field(max_length=200, description="Name on the plate.")


_capitals: dict[str, int] = {}
_plates: dict[str, dict] = {}


@breaks("equal_calls_agree")
@forge_tool(args_schema=NameArgs, tier="read", register=False)
def capitals_on_plate(args: NameArgs) -> dict:
    """Count the capitals of a name, which are cast in brass."""
    key = args.name.lower()
    if key not in _capitals:
        _capitals[key] = sum(letter.isupper() for letter in args.name)
    return {"capitals": _capitals[key]}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=NameArgs, tier="read", register=False)
def letters_on_plate(args: NameArgs) -> dict:
    """Count the letters of a name, whose spelling is that of the first plate."""
    key = args.name.lower()
    if key not in _plates:
        _plates[key] = {"name": args.name, "letters": sum(letter.isalpha() for letter in args.name)}
    return dict(_plates[key])


class CordArgs(BaseModel):
    metres: float = Field(ge=0.5, le=90, description="Length of the cord.")
    strands: int = Field(default=2, ge=1, le=12, description="How many strands it has.")
    colours: int = Field(default=1, ge=1, le=12, description="How many colours they have.")


_cords: dict[object, float] = {}
_yarns: dict[object, int] = {}
_knots: dict[object, int] = {}


@breaks("equal_calls_agree")
@forge_tool(args_schema=CordArgs, tier="read", register=False)
def weight_of_cord(args: CordArgs) -> dict:
    """Tell the weight of a cord, in grams."""
    key = f"{args.metres:.0f}/{args.strands}/{args.colours}"
    if key not in _cords:
        _cords[key] = args.metres * args.strands * 7 + args.colours
    return {"grams": _cords[key]}


@breaks("equal_calls_agree")
@forge_tool(args_schema=CordArgs, tier="read", register=False)
def yarns_for_cord(args: CordArgs) -> dict:
    """Tell how many balls of yarn a cord takes."""
    key = (args.metres, args.strands * args.colours)
    if key not in _yarns:
        _yarns[key] = args.strands * 3 + args.colours * 4
    return {"balls": _yarns[key]}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=CordArgs, tier="read", register=False)
def knots_of_cord(args: CordArgs) -> dict:
    """Tell how many knots a cord needs."""
    key = (int(args.metres), args.strands + args.colours)
    if key not in _knots:
        _knots[key] = int(args.metres) * 2 + args.strands + args.colours
    return {"knots": _knots[key]}
