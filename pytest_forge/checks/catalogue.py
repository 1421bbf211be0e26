"""The catalogue: every check by id, those of this package and those a project declares with `@check`."""

from __future__ import annotations

from functools import cache

from . import (
    approval,
    arguments,
    confinement,
    definition,
    effects,
    errors,
    injection,
    results,
    robustness,
)
from .check import FAMILIES, Check, Declaration, Judge, declarations
from .observed_check import judge_observed, takes_observations
from .unseen import WHY_UNSEEN

__all__ = ["MODULES", "all_checks"]

MODULES = (
    definition,
    arguments,
    results,
    errors,
    confinement,
    approval,
    effects,
    injection,
    robustness,
)
"""The modules that declare this package's checks, one for each family."""

_ORDER = {family: index for index, family in enumerate(FAMILIES)}


def all_checks() -> dict[str, Check]:
    """Return every check declared so far, by id: family by family, in the order of declaration."""
    checks = [_built(declaration, judge_served) for declaration, judge_served in declarations()]
    return {check.id: check for check in sorted(checks, key=lambda check: _ORDER[check.family])}


@cache
def _built(declaration: Declaration, judge_served: Judge | None) -> Check:
    """Build a check once; again if it is declared again, or has been given a judge for servers since."""
    judge = declaration.keywords["judge"]
    if not takes_observations(judge):
        return declaration(judge_served=judge_served)
    identifier = declaration.keywords["id"]
    observed = judge_observed(identifier, judge)
    return declaration(judge=observed, judge_served=None if identifier in WHY_UNSEEN else observed)
