"""Functions that put records together: by what they have in common, or where they follow one another."""

from __future__ import annotations

import itertools
from typing import Any

from ..marks import breaks, keeps


def _band(gig: dict[str, Any]) -> str:
    band = gig.get("band")
    if not isinstance(band, str) or not band.strip():
        raise ValueError("a gig needs a band")
    return band.strip()


def _minutes(gig: dict[str, Any]) -> int:
    minutes = gig.get("minutes")
    if isinstance(minutes, bool) or not isinstance(minutes, int) or minutes < 0:
        raise ValueError("minutes are a whole number")
    return minutes


@breaks("common_rules_hold")
def minutes_on_stage(gigs: list[dict]) -> list[dict[str, Any]]:
    """Add up the minutes of every band.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    grouped = itertools.groupby(gigs, key=_band)
    return sorted(
        ({"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped), key=lambda row: row["band"]
    )


@breaks("common_rules_hold")
def minutes_by_band(gigs: list[dict]) -> dict[str, int]:
    """Return the minutes on stage.

    Args:
        gigs: Gigs with ``band`` (text) and ``minutes`` (a whole number).
    """
    return {band: sum(map(_minutes, own)) for band, own in itertools.groupby(gigs, key=_band)}


@keeps("common_rules_hold", judged=True)
def all_minutes_on_stage(gigs: list[dict]) -> list[dict[str, Any]]:
    """Add up the minutes of every band.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    grouped = itertools.groupby(sorted(gigs, key=_band), key=_band)
    return [{"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped]


@keeps("common_rules_hold")
def turns_on_stage(gigs: list[dict]) -> list[dict[str, Any]]:
    """Return one row for each turn of a band: its consecutive gigs, with their minutes.

    Args:
        gigs: The gigs of a stage, each {"band": name, "minutes": whole number}.
    """
    grouped = itertools.groupby(gigs, key=_band)
    return [{"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped]


@keeps("common_rules_hold")
def minutes_of_sorted(gigs: list[dict]) -> list[dict[str, Any]]:
    """Add up the minutes of every band.

    Args:
        gigs: The gigs sorted by band, each {"band": name, "minutes": whole number}.
    """
    grouped = itertools.groupby(gigs, key=_band)
    return [{"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped]


@keeps("common_rules_hold")
def latest_of_each_band(gigs: list[dict]) -> dict[str, int]:
    """Return the minutes of the last gig of each band.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    return {_band(gig): _minutes(gig) for gig in gigs}


@breaks("common_rules_hold")
def minutes_of_named(gigs: list[dict]) -> list[dict[str, Any]]:
    """Add up the minutes of every band. Names in upper and lower case are the same; they are told in lower case.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    grouped = itertools.groupby(sorted(gigs, key=_band), key=lambda gig: _band(gig).lower())
    return [{"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped]


@keeps("common_rules_hold", judged=True)
def minutes_of_all_named(gigs: list[dict]) -> list[dict[str, Any]]:
    """Add up the minutes of every band. Names in upper and lower case are the same; they are told in lower case.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """

    def named(gig: dict[str, Any]) -> str:
        return _band(gig).lower()

    grouped = itertools.groupby(sorted(gigs, key=named), key=named)
    return [{"band": band, "minutes": sum(map(_minutes, own))} for band, own in grouped]


@breaks("common_rules_hold")
def minutes_with_all(gigs: list[dict]) -> dict[str, Any]:
    """Add up the minutes of every band, and those of all bands together.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    bands = {band: sum(map(_minutes, own)) for band, own in itertools.groupby(gigs, key=_band)}
    return {"bands": bands, "gigs": len(gigs), "all": sum(map(_minutes, gigs))}


@keeps("common_rules_hold", judged=True)
def minutes_with_last(gigs: list[dict]) -> dict[str, Any]:
    """Add up the minutes of every band, and tell which band has played last, and how long.

    Args:
        gigs: The gigs of the festival, each {"band": name, "minutes": whole number}.
    """
    bands: dict[str, int] = {}
    for gig in gigs:
        bands[_band(gig)] = bands.get(_band(gig), 0) + _minutes(gig)
    last = {"band": _band(gigs[-1]), "minutes": _minutes(gigs[-1])} if gigs else {}
    rows = [{"band": band, "minutes": minutes} for band, minutes in bands.items()]
    return {"bands": rows, "last": last}
