"""Functions that rank by an amount, where equal amounts share a rank."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ..marks import breaks, keeps


class Runner(BaseModel):
    """A runner and the seconds that the run took."""

    runner: str = Field(min_length=1, max_length=40)
    seconds: int = Field(ge=1, le=9999)


def _ranked(amounts: dict[str, int], *, leaves_gaps: bool) -> list[dict[str, object]]:
    values = sorted(amounts.values(), reverse=True)
    known = values if leaves_gaps else sorted(set(values), reverse=True)
    order = sorted(amounts.items(), key=lambda item: (-item[1], item[0]))
    return [{"rank": known.index(amount) + 1, "plant": plant, "cm": amount} for plant, amount in order]


@breaks("common_rules_hold")
def rank_plants(heights: dict[str, int]) -> list[dict[str, object]]:
    """Rank plants by height, the tallest first. Plants of one height share a rank, as in 1, 1, 3."""
    return _ranked(heights, leaves_gaps=False)


@breaks("common_rules_hold")
def rank_plants_closely(heights: dict[str, int]) -> list[dict[str, object]]:
    """Rank plants by height, the tallest first. Plants of one height share a rank: 1, 2, 2, 3, not 1, 2, 2, 4."""
    return _ranked(heights, leaves_gaps=True)


@breaks("common_rules_hold")
def place_runners(runs: list[Runner]) -> dict[str, object]:
    """List runners by time. Those with the same time share a place, and the next one is left out: 1, 1, 3."""
    order = sorted(runs, key=lambda run: (run.seconds, run.runner))
    return {
        "places": [
            {"place": number, "runner": run.runner, "seconds": run.seconds} for number, run in enumerate(order, 1)
        ]
    }


@keeps("common_rules_hold", judged=True)
def rank_plants_with_gaps(heights: dict[str, int]) -> list[dict[str, object]]:
    """Rank plants by height, the tallest first. Plants of one height share a rank, as in 1, 1, 3."""
    return _ranked(heights, leaves_gaps=True)


@keeps("common_rules_hold", judged=True)
def rank_plants_without_gaps(heights: dict[str, int]) -> list[dict[str, object]]:
    """Rank plants by height, the tallest first. Plants of one height share a rank: 1, 2, 2, 3, not 1, 2, 2, 4."""
    return _ranked(heights, leaves_gaps=False)


@keeps("common_rules_hold")
def number_plants(heights: dict[str, int]) -> list[dict[str, object]]:
    """Number plants by height, the tallest first; "rank" counts on for plants of one height as well."""
    order = sorted(heights.items(), key=lambda item: (-item[1], item[0]))
    return [{"rank": number, "plant": plant, "cm": amount} for number, (plant, amount) in enumerate(order, 1)]
