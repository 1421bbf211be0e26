"""Functions that answer equal calls alike; one looks a label up as it was sent, and keeps it in small letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Label = Annotated[str, Field(pattern=r"^[A-Za-z]{1,30}$", description="A label, e.g. Fragile.")]
Box = Annotated[str, Field(pattern=r"^[A-Z]{2}-[0-9]{1,4}$", description="Number of the box, e.g. KX-20.")]


def _labels() -> dict[str, list[str]]:
    place = Path("labels.json")
    if not place.is_file():
        return {}
    try:
        found = json.loads(place.read_text())
    except ValueError:
        raise ValueError("The labels cannot be read.") from None
    if not isinstance(found, dict) or not all(isinstance(one, list) for one in found.values()):
        raise ValueError("The labels cannot be read.")
    return found


def _keep(labels: dict[str, list[str]]) -> None:
    fresh = Path("labels.new")
    fresh.write_text(json.dumps(labels))
    fresh.replace("labels.json")


@breaks("repeated_calls_add_nothing")
def label_box(box: Box, label: Label) -> list[str]:
    """Label a box, and return its labels; a label that it has stays as it is."""
    labels = _labels()
    mine = labels.setdefault(box, [])
    if label not in mine:
        mine.append(label.lower())
        _keep(labels)
    return mine[:50]


@keeps("repeated_calls_add_nothing", judged=True)
def mark_box(box: Box, label: Label) -> list[str]:
    """Mark a box, and return its labels; a label that it has stays as it is."""
    labels = _labels()
    mine = labels.setdefault(box, [])
    if label.lower() not in mine:
        mine.append(label.lower())
        _keep(labels)
    return mine[:50]


@keeps("repeated_calls_add_nothing")
def rename_box(box: Box, label: Label) -> str:
    """Write a label on a box, over the one that it has."""
    labels = _labels()
    labels[box] = [label]
    _keep(labels)
    return label


@breaks("repeated_calls_add_nothing")
def tag_box(box: Box, label: Label) -> dict[str, object]:
    """Tag a box, and tell whether the tag was new; a tag that it has stays as it is."""
    labels = _labels()
    mine = labels.setdefault(box, [])
    is_new = label not in mine
    if is_new:
        mine.append(label.lower())
        _keep(labels)
    return {"new": is_new, "tags": mine[:50], "number": min(50, len(mine))}


@keeps("repeated_calls_add_nothing", judged=True)
def seal_box(box: Box, label: Label) -> dict[str, object]:
    """Seal a box, and tell whether the seal was new; a seal that it has stays as it is."""
    labels = _labels()
    mine = labels.setdefault(box, [])
    is_new = label.lower() not in mine
    if is_new:
        mine.append(label.lower())
        _keep(labels)
    return {"new": is_new, "seals": mine[:50], "number": min(50, len(mine))}
