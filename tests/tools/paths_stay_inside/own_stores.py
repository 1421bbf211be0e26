"""Functions that keep files in a folder of their own: a name leads out of some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote

from pydantic import Field

from ..marks import breaks, keeps

_STORE = Path(".knots")
Name = Annotated[str, Field(pattern=r"^[a-z./-]{1,60}$", description="Name of the knot, e.g. climbing/bowline.")]
Plain = Annotated[str, Field(pattern=r"^[a-z][a-z.-]{1,40}$", description="Name of the knot, e.g. reef-knot.")]


def _shown(path: Path) -> dict:
    if not path.is_file():
        raise ValueError("There is no such knot.")
    knot = json.loads(path.read_text())
    return {"steps": [str(step) for step in knot["steps"]], "use": str(knot["use"])}


@breaks("paths_stay_inside")
def load_knot(name: Name) -> dict:
    """Return the steps of a knot."""
    return _shown(Path.home() / _STORE / f"{name}.json")


@keeps("paths_stay_inside")
def load_knot_below(name: Name) -> dict:
    """Return the steps of a knot."""
    store = (Path.home() / _STORE).resolve()
    path = (store / f"{name}.json").resolve()
    if not path.is_relative_to(store):
        raise ValueError("There is no such knot.")
    return _shown(path)


@keeps("paths_stay_inside")
def load_knot_of_store(name: Plain) -> dict:
    """Return the steps of a knot."""
    return _shown(Path.home() / _STORE / f"{name}.json")


Linked = Annotated[
    str, Field(min_length=1, max_length=60, description="Name of the knot, also as in a link: reef%20knot.")
]


def _is_plain(name: str) -> bool:
    return not name.startswith(".") and "/" not in name and "\0" not in name


@breaks("paths_stay_inside")
def load_linked_knot(name: Linked) -> dict:
    """Return the steps of a knot."""
    if not _is_plain(name):
        raise ValueError("There is no such knot.")
    return _shown(Path.home() / _STORE / f"{unquote(name)}.json")


@keeps("paths_stay_inside")
def load_decoded_knot(name: Linked) -> dict:
    """Return the steps of a knot."""
    plain = unquote(name)
    if not _is_plain(plain):
        raise ValueError("There is no such knot.")
    return _shown(Path.home() / _STORE / f"{plain}.json")
