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
from .check import FAMILIES, Check, Declaration, declarations
from .observed_check import judge_observed, takes_observations

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
    checks = [_built(declaration) for declaration in declarations()]
    return {check.id: check for check in sorted(checks, key=lambda check: _ORDER[check.family])}


@cache
def _built(declaration: Declaration) -> Check:
    """Build a check once; again if it is declared again."""
    judge = declaration.keywords["judge"]
    if not takes_observations(judge):
        return declaration()
    return declaration(judge=judge_observed(declaration.keywords["id"], judge))
