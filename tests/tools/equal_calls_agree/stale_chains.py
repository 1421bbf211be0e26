"""Needs of software packages: what a package needs in the end is kept, and is forgotten for some of them or for all."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class NeedArgs(BaseModel):
    """Two packages."""

    package: str = Field(min_length=1, max_length=40, description="Name of the package.")
    needs: str = Field(min_length=1, max_length=40, description="Name of the package that it needs.")


class PackageArgs(BaseModel):
    """One package."""

    package: str = Field(min_length=1, max_length=40, description="Name of the package.")


_NEEDS: dict[str, set[str]] = {}
_KEPT: dict[str, list[str]] = {}
_KEPT_UNTIL_A_CHANGE: dict[str, list[str]] = {}


def _all_needs(package: str) -> list[str]:
    found: set[str] = set()
    left = [package]
    while left:
        new = _NEEDS.get(left.pop(), set()) - found
        found |= new
        left += new
    return sorted(found)


@keeps("equal_calls_agree")
@forge_tool(args_schema=NeedArgs, tier="write")
def note_need(args: NeedArgs) -> dict[str, str]:
    """Note that a package needs another one."""
    _NEEDS.setdefault(args.package, set()).add(args.needs)
    _KEPT.pop(args.package, None)
    _KEPT_UNTIL_A_CHANGE.clear()
    return {"package": args.package, "needs": args.needs}


@breaks("equal_calls_agree")
@forge_tool(args_schema=PackageArgs, tier="read")
def needs_of_package(args: PackageArgs) -> dict[str, list[str]]:
    """Return all packages that a package needs, and those that they need, in the order of their names."""
    if args.package not in _KEPT:
        _KEPT[args.package] = _all_needs(args.package)
    return {"needs": list(_KEPT[args.package])}


@keeps("equal_calls_agree")
@forge_tool(args_schema=PackageArgs, tier="read")
def needs_until_a_change(args: PackageArgs) -> dict[str, list[str]]:
    """Return all packages that a package needs, and those that they need, in the order of their names."""
    if args.package not in _KEPT_UNTIL_A_CHANGE:
        _KEPT_UNTIL_A_CHANGE[args.package] = _all_needs(args.package)
    return {"needs": list(_KEPT_UNTIL_A_CHANGE[args.package])}
