"""Functions whose records only the text of the definition describes."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps


def _checked(cargo: list[dict[str, Any]]) -> None:
    for item in cargo:
        if not isinstance(item.get("kind"), str) or not isinstance(item.get("tons"), int | float):
            raise ValueError("each item needs a kind and its tons")


@breaks("arguments_are_not_mutated")
def load_order(cargo: list[dict]) -> list[str]:
    """Return the kinds of cargo in the order of loading.

    Args:
        cargo: Items with their kind and weight, e.g.
            [{"kind": "salt", "tons": 4}, {"kind": "rope", "tons": 9}].
    """
    _checked(cargo)
    for item in cargo:
        item["kilos"] = item["tons"] * 1000
    return [item["kind"] for item in sorted(cargo, key=lambda item: -item["kilos"])]


@keeps("arguments_are_not_mutated", judged=True)
def unload_order(cargo: list[dict]) -> list[str]:
    """Return the kinds of cargo in the order of unloading.

    >>> unload_order([{"kind": "salt", "tons": 4}])
    ['salt']
    """
    _checked(cargo)
    return [item["kind"] for item in sorted(cargo, key=lambda item: item["tons"])]
