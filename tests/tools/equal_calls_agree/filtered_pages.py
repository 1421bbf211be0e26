"""Lists in pages with a filter, which some of them apply once the page has been cut."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_TREES: list[dict[str, Any]] = []
_KINDS = "beech oak oak lime oak beech ash oak beech oak oak lime".split()


class Tree(BaseModel):
    street: str = Field(max_length=60, description="Where it stands.")
    pests: list[str] = Field(default=[], max_length=9, description="What has befallen it.")


class Page(BaseModel):
    pest: str = Field(default="", max_length=30, description="Only trees that this has befallen.")
    most: int = Field(default=20, description="Trees of a page.", ge=1, le=100)
    cursor: str = Field(default="", description="The next_cursor of the page before.", pattern="^[0-9]{0,9}$")


class StreetPage(BaseModel):
    kind: str = Field(default="", max_length=30, description="Only trees of this kind, such as oak.")
    most: int = Field(default=20, description="Trees of a page.", ge=1, le=100)
    cursor: str = Field(default="", description="The next_cursor of the page before.", pattern="^[0-9]{0,9}$")


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Tree, tier="write", register=False)
def plant_tree(args: Tree) -> dict[str, Any]:
    """Enter a tree."""
    _TREES.append({"number": len(_TREES) + 1, **args.model_dump()})
    return _TREES[-1]


def _behind(cursor: str) -> list[dict[str, Any]]:
    return [tree for tree in _TREES if tree["number"] > int(cursor or 0)]


def _has(tree: dict[str, Any], pest: str) -> bool:
    return not pest or pest in tree["pests"]


def _cut(trees: list[dict[str, Any]], most: int) -> dict[str, Any]:
    page = trees[:most]
    return {"trees": page, "next_cursor": str(page[-1]["number"]) if len(trees) > most else ""}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_trees(args: Page) -> dict[str, Any]:
    """List the trees of the town in the order of their numbers, page by page."""
    fetched = _behind(args.cursor)[: args.most + 1]
    return _cut([tree for tree in fetched if _has(tree, args.pest)], args.most)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def show_trees(args: Page) -> dict[str, Any]:
    """List the trees of the town in the order of their numbers, page by page."""
    return _cut([tree for tree in _behind(args.cursor) if _has(tree, args.pest)], args.most)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def scan_trees(args: Page) -> dict[str, Any]:
    """List the trees of the town in the order of their numbers; a page may be short where others follow."""
    found = _cut(_behind(args.cursor), args.most)
    return found | {"trees": [tree for tree in found["trees"] if _has(tree, args.pest)]}


def _of_street(args: StreetPage, *, is_late: bool) -> dict[str, Any]:
    trees = [{"number": number, "kind": kind} for number, kind in enumerate(_KINDS, 1)]
    left = [tree for tree in trees if tree["number"] > int(args.cursor or 0)]
    left = left[: args.most + 1] if is_late else left
    return _cut([tree for tree in left if args.kind in ("", tree["kind"])], args.most)


@breaks("equal_calls_agree")
@forge_tool(args_schema=StreetPage, tier="read", register=False)
def list_avenue(args: StreetPage) -> dict[str, Any]:
    """List the trees of the avenue, page by page."""
    return _of_street(args, is_late=True)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=StreetPage, tier="read", register=False)
def show_avenue(args: StreetPage) -> dict[str, Any]:
    """List the trees of the avenue, page by page."""
    return _of_street(args, is_late=False)
