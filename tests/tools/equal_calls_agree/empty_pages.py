"""Functions that list a table page by page, and lead on from a full last page or not."""

from __future__ import annotations

from ..marks import breaks, keeps

_BIRDS = ["wren", "kite", "rook", "teal", "gull", "hawk"]


@breaks("equal_calls_agree")
def list_birds(after: int = 0, most: int = 4) -> dict[str, object]:
    """List birds page by page. The key after is where the next page begins; it is null when there are no more birds.

    Args:
        after: Where the page begins, as told by the page before.
        most: Greatest number of birds, 1 to 50.
    """
    birds = _BIRDS[max(after, 0) :][: min(max(most, 1), 50)]
    return {"birds": birds, "after": max(after, 0) + len(birds) if len(birds) == most else None}


@keeps("equal_calls_agree")
def list_all_birds(after: int = 0, most: int = 4) -> dict[str, object]:
    """List birds page by page. The key after is where the next page begins; it is null when there are no more birds.

    Args:
        after: Where the page begins, as told by the page before.
        most: Greatest number of birds, 1 to 50.
    """
    start = max(after, 0)
    birds = _BIRDS[start:][: min(max(most, 1), 50)]
    return {"birds": birds, "after": start + len(birds) if start + len(birds) < len(_BIRDS) else None}


@keeps("equal_calls_agree")
def list_birds_until_none(after: int = 0, most: int = 4) -> dict[str, object]:
    """List birds page by page. The key after is where the next page begins; call again until it is null.

    Args:
        after: Where the page begins, as told by the page before.
        most: Greatest number of birds, 1 to 50.
    """
    birds = _BIRDS[max(after, 0) :][: min(max(most, 1), 50)]
    return {"birds": birds, "after": max(after, 0) + len(birds) if len(birds) == most else None}
