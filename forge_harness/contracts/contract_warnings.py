"""What a valid contract should be asked about: names that occur twice, and references that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .contract_error import path_text
from .dependency_cycles import shortest_cycles

__all__ = ["contract_warnings"]

#: The most warnings that are told of one contract.
_MAX_WARNINGS = 100
#: The most builds of a cycle that are named.
_MAX_CYCLE = 10


def contract_warnings(contract: dict[str, Any]) -> list[str]:
    """Return what is likely to be wrong with a contract that has no errors, each with its path.

    The published schema says nothing of these. An empty list if there are none; at most 100.
    """
    found = dict.fromkeys(_warnings(contract))
    return list(found)[:_MAX_WARNINGS]


def _warnings(contract: dict[str, Any]) -> Iterator[str]:
    if not contract.get("domain", "").strip():
        yield "domain is missing. Name the business domain that the product belongs to."
    if not contract.get("description", "").strip():
        yield "description is missing. Say in a sentence what the product holds."
    if not contract["metadata"]["owner"].get("team", "").strip():
        yield "metadata.owner.team is missing. Name the team that answers for the product."
    exposes = contract["exposes"]
    yield from _repeated(exposes, "exposeId", ["exposes"])
    for number, expose in enumerate(exposes):
        path: list[str | int] = ["exposes", number]
        if not expose.get("description", "").strip():
            yield f"{path_text([*path, 'description'])} is missing. Say in a sentence what it holds."
        columns = expose["contract"].get("schema", [])
        if "schema" in expose["contract"] and not columns:
            yield f"{path_text([*path, 'contract', 'schema'])} is empty. List the columns."
        yield from _repeated(columns, "name", [*path, "contract", "schema"])
    yield from _build_warnings(contract)


def _build_warnings(contract: dict[str, Any]) -> Iterator[str]:
    builds = contract.get("builds", [])
    yield from _repeated(builds, "id", ["builds"])
    exposed = {expose["exposeId"] for expose in contract["exposes"]}
    known = {build["id"] for build in builds if "id" in build}
    for number, build in enumerate(builds):
        path: list[str | int] = ["builds", number]
        for place, output in enumerate(build.get("outputs", [])):
            if output not in exposed:
                yield f"{path_text([*path, 'outputs', place])} is not exposed. Write the exposeId of an expose."
        for place, needed in enumerate(build.get("dependencies", [])):
            target = path_text([*path, "dependencies", place, "buildId"])
            if "buildId" in needed and needed["buildId"] not in known:
                yield f"{target} is not a build of the contract. Write the id of one."
    yield from _cycles(builds)


def _cycles(builds: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a warning for each group of builds that wait for each other, with one shortest cycle of it."""
    graph: dict[str, list[str]] = {}
    for build in builds:
        if "id" in build:
            needed = [needed["buildId"] for needed in build.get("dependencies", []) if "buildId" in needed]
            graph.setdefault(build["id"], []).extend(needed)
    places = {build["id"]: number for number, build in reversed(list(enumerate(builds))) if "id" in build}
    for cycle in shortest_cycles(graph):
        path = path_text(["builds", places[cycle[0]], "dependencies"])
        others = [f"builds[{places[name]}]" for name in cycle[1:_MAX_CYCLE]]
        more = f" and {len(cycle) - _MAX_CYCLE} more" if len(cycle) > _MAX_CYCLE else ""
        through = f", through {', '.join(others)}{more}" if others else ""
        yield f"{path} leads back to the build itself{through}. Remove one of these dependencies."


def _repeated(named: list[dict[str, Any]], key: str, path: list[Any]) -> Iterator[str]:
    seen: set[str] = set()
    for number, one in enumerate(named):
        if key in one:
            if one[key] in seen:
                yield f"{path_text([*path, number, key])} is that of an earlier one. Write another."
            seen.add(one[key])
