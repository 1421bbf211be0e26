"""Items in the order of what they need, where a circle has no such order."""

from collections import Counter

from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Step(TypedDict):
    """A step of a recipe."""

    step: str
    after: list[str]


def _checked(steps: list[Step]) -> dict[str, list[str]]:
    after = {one["step"]: sorted(one["after"]) for one in steps}
    if len(after) < len(steps) or any(name not in after for names in after.values() for name in names):
        raise ValueError("Each step has a name of its own, and comes after steps of the list.")
    return after


@breaks("common_rules_hold")
def cooking_order(steps: list[Step]) -> dict[str, list[str]]:
    """Put the steps of a recipe in order, each behind those that it comes after.

    Args:
        steps: The steps, each with a name of its own.
    """
    after = _checked(steps)
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen:
            return
        if name in after[name]:
            raise ValueError("A step cannot come after itself.")
        seen.add(name)
        for other in after[name]:
            visit(other)
        order.append(name)

    for name in sorted(after):
        visit(name)
    return {"order": order}


@keeps("common_rules_hold")
def order_without_circles(steps: list[Step]) -> dict[str, list[str]]:
    """Put the steps of a recipe in order, each behind those that it comes after; circles are refused.

    Args:
        steps: The steps, each with a name of its own.
    """
    after = _checked(steps)
    order: list[str] = []
    while len(order) < len(after):
        ready = sorted(name for name, needed in after.items() if name not in order and set(needed) <= set(order))
        if not ready:
            raise ValueError("Steps come after each other in a circle.")
        order.append(ready[0])
    return {"order": order}


@keeps("common_rules_hold")
def most_linked(links: dict[str, list[str]]) -> dict[str, list[str]]:
    """List pages by how many others link to them; a page may not link to itself.

    Args:
        links: For each page, the pages that it links to.
    """
    if any(page in targets for page, targets in links.items()):
        raise ValueError("A page may not link to itself.")
    count = Counter(target for targets in links.values() for target in targets)
    return {"pages": sorted(links, key=lambda page: (count[page], page))}


@keeps("common_rules_hold")
def waves(needs: dict[str, list[str]]) -> dict[str, list[str]]:
    """Put services in the order in which they start; those in a circle start together, in the order of their names.

    Args:
        needs: For each service, the services that it needs.
    """
    order: list[str] = []
    while len(order) < len(needs):
        left = sorted(name for name in needs if name not in order)
        ready = [name for name in left if set(needs[name]) <= set(order)]
        order += ready[:1] or left[:1]
    return {"order": order}


def _hung_up(tiles: dict[str, list[str]], behind: dict[str, list[str]]) -> list[str]:
    missing = {name: len(needed) for name, needed in behind.items()}
    order: list[str] = []
    while ready := sorted(name for name in tiles if name not in order and not missing[name]):
        order.append(ready[0])
        for name, needed in tiles.items():
            missing[name] -= ready[0] in needed
    if len(order) < len(tiles):
        raise ValueError(f"These tiles wait for each other: {sorted(set(tiles) - set(order))}")
    return order


def _of_the_list(tiles: dict[str, list[str]]) -> None:
    if any(name not in tiles for needed in tiles.values() for name in needed):
        raise ValueError("Tiles lie on tiles of the list.")


@breaks("common_rules_hold")
def lay_tiles_by_count(tiles: dict[str, list[str]]) -> list[str]:
    """Put tiles in the order in which they are laid, each behind those that it lies on.

    Args:
        tiles: For each tile, the tiles that it lies on.
    """
    _of_the_list(tiles)
    return _hung_up(tiles, tiles)


@keeps("common_rules_hold", judged=True)
def lay_tiles(tiles: dict[str, list[str]]) -> list[str]:
    """Put tiles in the order in which they are laid, each behind those that it lies on.

    Args:
        tiles: For each tile, the tiles that it lies on.
    """
    _of_the_list(tiles)
    return _hung_up(tiles, {name: sorted(set(needed)) for name, needed in tiles.items()})


@keeps("common_rules_hold", judged=True)
def lay_different_tiles(tiles: dict[str, list[str]]) -> list[str]:
    """Put tiles in the order in which they are laid, each behind those that it lies on.

    Args:
        tiles: For each tile, the tiles that it lies on.
    """
    _of_the_list(tiles)
    if any(len(set(needed)) < len(needed) for needed in tiles.values()):
        raise ValueError("A tile is listed twice.")
    return _hung_up(tiles, tiles)
