"""Our rules for transform plans: builds that depend on each other.

A build has the name ``model_name`` or ``name``, else its ``id``. It refers to others in ``ref_models`` and
``depends_on``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..contracts.dependency_cycles import shortest_cycles
from .draft import part, parts, shown
from .rules import Remark, Rule, rule

__all__ = ["TRANSFORM_RULES"]

#: Of a longer cycle the first and the last builds are shown.
_MAX_SHOWN = 30
_LAST_SHOWN = 5


@rule(stage="transformation", severity="error", register=False)
def builds_have_no_cycle(plan: Any) -> Iterator[Remark]:
    """No build depends on itself; of builds that all depend on each other, one shortest cycle."""
    for cycle in shortest_cycles(_graph(plan)):
        shown_builds = cycle
        if len(cycle) > _MAX_SHOWN:
            between = len(cycle) - _MAX_SHOWN
            shown_builds = [
                *cycle[: _MAX_SHOWN - _LAST_SHOWN],
                f"… {between:,} more …",
                *cycle[-_LAST_SHOWN:],
            ]
        yield Remark(
            f"circular dependency: {' → '.join(map(shown, [*shown_builds, cycle[0]]))}",
            target=f"builds.{shown(cycle[0])}.depends_on",
            suggestion="remove one of these dependencies",
        )


@rule(stage="transformation", severity="warning", register=False)
def builds_have_different_names(plan: Any) -> Iterator[Remark]:
    """Each build has a name of its own, so that others can refer to it."""
    counts = Counter(name for build in _builds(plan) if (name := _name(build)))
    for name, count in counts.items():
        if count > 1:
            yield Remark(
                f"{count} builds have the name {shown(name)}",
                target=f"builds.{shown(name)}",
                suggestion="give each build a name of its own",
            )


@rule(stage="transformation", severity="info", register=False)
def builds_refer_to_builds(plan: Any) -> Iterator[Remark]:
    """A model that a build refers to is built by the plan; tables of sources stand in ``depends_on`` alone."""
    builds = _builds(plan)
    known = set(_known(builds))
    for build in builds:
        for reference in dict.fromkeys(_texts(build, "ref_models")):
            if reference not in known:
                name = shown(_name(build))
                yield Remark(
                    f"{name or 'a build'} refers to {shown(reference)}, which the plan does not build",
                    target=f"builds.{name}.ref_models" if name else "builds",
                    suggestion="add the build, or correct the name",
                )


#: Every rule for transform plans.
TRANSFORM_RULES: tuple[Rule, ...] = (builds_have_no_cycle, builds_have_different_names, builds_refer_to_builds)


def _builds(plan: Any) -> list[Any]:
    return parts(plan, "builds")


def _name(build: Any) -> str:
    """Return the name of a build as others refer to it; empty if it has none."""
    return next((text.strip() for key in _NAMES if isinstance(text := part(build, key), str) and text.strip()), "")


_NAMES = ("model_name", "name", "id")


def _texts(build: Any, *keys: str) -> list[str]:
    found = (text for key in keys for text in parts(build, key))
    return [text.strip() for text in found if isinstance(text, str) and text.strip()]


def _known(builds: list[Any]) -> dict[str, str]:
    """Return the name of a build for each text that others refer to it by: its name first, then its id."""
    known = {name: name for build in builds if (name := _name(build))}
    for build in builds:
        for key in _NAMES:
            text = part(build, key)
            if isinstance(text, str) and text.strip():
                known.setdefault(text.strip(), _name(build))
    return known


def _graph(plan: Any) -> dict[str, list[str]]:
    """Return for each build the builds that it depends on; builds of one name are one node."""
    builds = _builds(plan)
    known = _known(builds)
    graph: dict[str, list[str]] = {}
    for build in builds:
        if name := _name(build):
            references = _texts(build, "ref_models", "depends_on")
            graph.setdefault(name, []).extend(known[text] for text in references if text in known)
    return graph
