"""Tools that keep what they have looked up in a table of tables, by all arguments or by one of them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_FARES = {
    "summer-tariff": {"Oslo": {"fare": 120, "seats": 40}, "Bergen": {"fare": 95, "seats": 31}},
    "winter-tariff": {"Oslo": {"fare": 88, "seats": 52}, "Bergen": {"fare": 71, "seats": 38}},
}
_by_town: dict[str, dict[str, int]] = {}
_by_both: dict[tuple[str, str], dict[str, int]] = {}
_towns: dict[str, list[str]] = {}


class Trip(BaseModel):
    town: str = Field(description="Town of arrival: Oslo or Bergen.")
    tariff: str = Field(description="Tariff that counts: 'summer-tariff' or 'winter-tariff'.")


def _found(args: Trip) -> dict[str, int]:
    fare = _FARES.get(args.tariff, {}).get(args.town)
    if fare is None:
        raise ToolError("There is no fare for this town and tariff.")
    return dict(fare)


@breaks("equal_calls_agree")
@forge_tool(args_schema=Trip, tier="read", register=False)
def fare_kept_by_town(args: Trip) -> dict[str, Any]:
    """Return the fare of a trip to a town in a tariff."""
    if args.town not in _by_town:
        _by_town[args.town] = _found(args)
    return {"tariff": args.tariff, **_by_town[args.town]}


@keeps("equal_calls_agree")
@forge_tool(args_schema=Trip, tier="read", register=False)
def fare_kept_by_town_and_tariff(args: Trip) -> dict[str, Any]:
    """Return the fare of a trip to a town in a tariff."""
    key = (args.tariff, args.town)
    if key not in _by_both:
        _by_both[key] = _found(args)
    return {"tariff": args.tariff, **_by_both[key]}


@keeps("equal_calls_agree")
@forge_tool(args_schema=Trip, tier="read", register=False)
def towns_kept_by_tariff(args: Trip) -> dict[str, Any]:
    """Return the towns that have a fare beside the one of a trip."""
    if args.tariff not in _FARES:
        raise ToolError("There is no such tariff.")
    if args.tariff not in _towns:
        _towns[args.tariff] = sorted(_FARES[args.tariff])
    return {"tariff": args.tariff, "towns": _towns[args.tariff]}
