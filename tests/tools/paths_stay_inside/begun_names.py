"""Functions whose names have a pattern without an end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

STORE = Path(__file__).resolve().parent / "parcels"


def _read(parcel: str) -> dict:
    path = (STORE / f"{parcel}.json").resolve()
    try:
        found = json.loads(path.read_text(encoding="utf-8")[:10_000])
        return {"parcel": parcel, "state": str(found["state"])[:80]}
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError("there is no such parcel") from None


@breaks("paths_stay_inside")
def state_of_parcel(parcel: Annotated[str, Field(pattern=r"^PX-[0-9]+", description="Parcel, e.g. PX-204.")]) -> dict:
    """Return the state of a parcel."""
    if not re.match(r"PX-[0-9]+", parcel):
        raise ValueError("that is no parcel")
    return _read(parcel)


@keeps("paths_stay_inside")
def state_of_box(parcel: Annotated[str, Field(pattern=r"^PX-[0-9]+$", description="Parcel, e.g. PX-204.")]) -> dict:
    """Return the state of a parcel."""
    if not re.fullmatch(r"PX-[0-9]+", parcel):
        raise ValueError("that is no parcel")
    return _read(parcel)
