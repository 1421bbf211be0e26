"""Functions whose description tells all values of a text, and what becomes of others."""

from __future__ import annotations

from ..marks import breaks, keeps


@breaks("choices_are_handled")
def paint_needed(area: float, coat: str = "thin") -> dict[str, float]:
    """Work out the paint for a wall.

    Args:
        area: Square metres, 1 to 500.
        coat: Kind of coat, "thin" or "thick".
    """
    if not 1 <= area <= 500:
        raise ValueError("area must be from 1 to 500.")
    return {"litres": round(area * (0.3 if coat == "thick" else 0.1), 2)}


@breaks("choices_are_handled")
def tile_count(rows: int, pattern: str) -> dict[str, object]:
    """Count the tiles of a floor.

    Args:
        rows: Rows of tiles, 1 to 100.
        pattern: One of: straight, diagonal or herringbone.
    """
    if not 1 <= rows <= 100:
        raise ValueError("rows must be from 1 to 100.")
    return {"pattern": pattern, "tiles": rows * {"straight": 20, "diagonal": 23}.get(pattern, 26)}


@keeps("choices_are_handled", judged=True)
def paint_for_coat(area: float, coat: str = "thin") -> dict[str, float]:
    """Work out the paint for a wall.

    Args:
        area: Square metres, 1 to 500.
        coat: Kind of coat, "thin" or "thick".
    """
    if not 1 <= area <= 500:
        raise ValueError("area must be from 1 to 500.")
    if coat not in ("thin", "thick"):
        raise ValueError("coat must be thin or thick.")
    return {"litres": round(area * (0.3 if coat == "thick" else 0.1), 2)}


@keeps("choices_are_handled")
def paint_for_any_coat(area: float, coat: str = "thin") -> dict[str, float]:
    """Work out the paint for a wall.

    Args:
        area: Square metres, 1 to 500.
        coat: Kind of coat, "thin" or "thick". Any other kind counts as thin.
    """
    if not 1 <= area <= 500:
        raise ValueError("area must be from 1 to 500.")
    return {"litres": round(area * (0.3 if coat == "thick" else 0.1), 2)}


_TASKS = {"mow": "open", "rake": "open", "dig": "done"}


@keeps("choices_are_handled", judged=True)
def garden_tasks(garden: str, state: str = "open") -> dict[str, object]:
    """List the tasks of a garden.

    Args:
        garden: Name of the garden, for example "north".
        state: State of the tasks, "open" or "waiting".
    """
    tasks = [task for task, own in _TASKS.items() if own == state]
    return {"letters": len(garden), "tasks": tasks, "told": f"{len(tasks)} in {garden}"}
