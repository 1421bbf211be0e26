"""Functions that give out numbers, and keep only the last of them."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps

_KEPT = 30
_FILE = Path("coats.json")


def _coats() -> list[int]:
    try:
        coats = json.loads(_FILE.read_text())
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        raise ValueError("the list of coats cannot be read") from None
    if not isinstance(coats, list) or not all(type(coat) is int for coat in coats):
        raise ValueError("the list of coats cannot be read")
    return coats


def _keep(coats: list[int]) -> None:
    fresh = _FILE.with_suffix(".new")
    fresh.write_text(json.dumps(coats[-_KEPT:]))
    fresh.replace(_FILE)


@breaks("common_rules_hold")
def hang_coat(colour: str) -> dict[str, object]:
    """Hang a coat up and give a tag out for it. No tag is ever used again; the last thirty are listed.

    Args:
        colour: The colour of the coat.
    """
    coats = _coats()
    tag = len(coats) + 1
    _keep([*coats, tag])
    return {"tag": tag, "colour": colour}


@keeps("common_rules_hold")
def hang_coat_behind_the_last(colour: str) -> dict[str, object]:
    """Hang a coat up and give a tag out for it. No tag is ever used again; the last thirty are listed.

    Args:
        colour: The colour of the coat.
    """
    coats = _coats()
    tag = max(coats, default=0) + 1
    _keep([*coats, tag])
    return {"tag": tag, "colour": colour, "kept": min(len(coats) + 1, _KEPT)}


@keeps("common_rules_hold")
def hang_coat_and_count(colour: str) -> dict[str, object]:
    """Hang a coat up and tell how many coats of the last thirty are listed. Each coat is listed only once.

    Args:
        colour: The colour of the coat.
    """
    coats = [*_coats(), max(_coats(), default=0) + 1]
    _keep(coats)
    return {"hanging": min(len(coats), _KEPT), "colour": colour}


@keeps("common_rules_hold")
def lend_hook(colour: str) -> dict[str, object]:
    """Lend one of thirty hooks, in turn. After the last hook, the first one comes again.

    Args:
        colour: The colour of the coat.
    """
    coats = _coats()
    hook = (coats[-1] if coats else 0) % _KEPT + 1
    _keep([*coats, hook])
    return {"hook": hook, "colour": colour}
