"""Tools whose time explodes with few entries of an object: budgets to share out, and modules that need each other."""

from __future__ import annotations

from functools import cache

from ..marks import breaks, keeps


def _split(costs: list[int], left: int, right: int) -> bool:
    if not costs:
        return left == right == 0
    return _split(costs[1:], left - costs[0], right) or _split(costs[1:], left, right - costs[0])


@breaks("time_grows_with_the_input")
def can_be_shared(costs: dict[str, int], first: int) -> dict[str, bool]:
    """Tell whether costs can be shared between two teams.

    Args:
        costs: Costs by name, in whole euros.
        first: The share of the first team; the second one gets the rest.
    """
    return {"possible": _split(list(costs.values()), first, sum(costs.values()) - first)}


@keeps("time_grows_with_the_input")
def can_be_shared_by_sums(costs: dict[str, int], first: int) -> dict[str, bool]:
    """Tell whether costs can be shared between two teams.

    Args:
        costs: Costs by name, in whole euros.
        first: The share of the first team; the second one gets the rest.
    """
    sums = {0}
    for cost in costs.values():
        sums |= {one + cost for one in sums if 0 <= one + cost <= max(first, 0)}
    return {"possible": first in sums}


@breaks("time_grows_with_the_input")
def build_depth(imports: dict[str, list[str]], module: str) -> dict[str, int]:
    """Tell how deep the imports of a module go.

    Args:
        imports: The modules that each module imports.
        module: Where to begin.
    """

    def depth(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise ValueError("The modules import each other in a circle.")
        return 1 + max((depth(other, (*above, name)) for other in imports.get(name, [])), default=0)

    return {"depth": depth(module, ())}


@keeps("time_grows_with_the_input")
def build_depth_once(imports: dict[str, list[str]], module: str) -> dict[str, int]:
    """Tell how deep the imports of a module go.

    Args:
        imports: The modules that each module imports.
        module: Where to begin.
    """
    open_now: set[str] = set()

    @cache
    def depth(name: str) -> int:
        if name in open_now:
            raise ValueError("The modules import each other in a circle.")
        open_now.add(name)
        deepest = 1 + max((depth(other) for other in imports.get(name, [])), default=0)
        open_now.discard(name)
        return deepest

    return {"depth": depth(module)}
