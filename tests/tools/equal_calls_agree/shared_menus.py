"""Menus and tariffs of a module, which some tools change while they answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_MENUS = {"monday": ["soup", "rice"], "friday": ["fish"]}
_TARIFFS = {"ZONE-A": {"zone": "ZONE-A", "cents": 320}, "ZONE-B": {"zone": "ZONE-B", "cents": 480}}
_Dishes = Annotated[list[Annotated[str, Field(min_length=1, max_length=40)]], Field(max_length=5)]


def _menu(day: str, dishes: list[str], extra: list[str]) -> dict[str, object]:
    for dish in extra:
        if dish not in dishes:
            dishes.append(dish)
    return {"day": day, "dishes": list(dishes)}


def _checked(day: str) -> list[str]:
    if day not in _MENUS:
        raise ValueError("The canteen is open on monday and on friday.")
    return _MENUS[day]


@breaks("equal_calls_agree")
def menu_with(day: str, extra: _Dishes = ()) -> dict[str, object]:
    """Show what the next menu of a day would be, with some dishes more. Nothing is stored.

    Args:
        day: The day: monday or friday.
        extra: Dishes to add.
    """
    return _menu(day, _checked(day), list(extra))


@keeps("equal_calls_agree")
def menu_of_copy(day: str, extra: _Dishes = ()) -> dict[str, object]:
    """Show what the next menu of a day would be, with some dishes more. Nothing is stored.

    Args:
        day: The day: monday or friday.
        extra: Dishes to add.
    """
    return _menu(day, list(_checked(day)), list(extra))


def _fares(zones: list[str], off_percent: int, tariffs: dict[str, dict[str, object]]) -> dict[str, object]:
    if not zones or any(zone not in tariffs for zone in zones):
        raise ValueError("Zones are ZONE-A and ZONE-B.")
    for zone in zones:
        tariffs[zone]["cents"] = int(str(tariffs[zone]["cents"])) * (100 - off_percent) // 100
    return {"fares": [dict(tariffs[zone]) for zone in zones]}


@breaks("equal_calls_agree")
def quote_fares(zones: list[str], off_percent: Annotated[int, Field(ge=0, le=50)] = 0) -> dict[str, object]:
    """Quote the fares of zones, less a rebate.

    Args:
        zones: The zones of the way.
        off_percent: Rebate in percent.
    """
    return _fares(zones, off_percent, _TARIFFS)


@keeps("equal_calls_agree")
def quote_fares_of_copy(zones: list[str], off_percent: Annotated[int, Field(ge=0, le=50)] = 0) -> dict[str, object]:
    """Quote the fares of zones, less a rebate.

    Args:
        zones: The zones of the way.
        off_percent: Rebate in percent.
    """
    return _fares(zones, off_percent, {zone: dict(tariff) for zone, tariff in _TARIFFS.items()})


_PRICES = {"kiosk": {"water": 150, "bread": 210}, "train": {"water": 290}}


def _trial(shop: str, prices: dict[str, int], own: dict[str, dict[str, int]]) -> dict[str, object]:
    if shop not in own:
        raise ValueError("The shops are kiosk and train.")
    for name in prices:
        if name not in own[shop]:
            raise ValueError(f"This shop sells only {', '.join(own[shop])}")
    changed = sorted(name for name, price in prices.items() if own[shop][name] != price)
    return {"prices": {**own, shop: {**own[shop], **prices}}, "changed": changed}


@breaks("equal_calls_agree")
def try_prices(shop: str, prices: dict[str, int]) -> dict[str, object]:
    """Work out a list with other prices. Nothing is changed: each trial starts from the real prices.

    Args:
        shop: The shop: kiosk or train.
        prices: Other prices in cents by name.
    """
    answer = _trial(shop, prices, _PRICES)
    _PRICES[shop].update(prices)
    return answer


@keeps("equal_calls_agree", judged=True)
def try_prices_on_a_copy(shop: str, prices: dict[str, int]) -> dict[str, object]:
    """Work out a list with other prices. Nothing is changed: each trial starts from the real prices.

    Args:
        shop: The shop: kiosk or train.
        prices: Other prices in cents by name.
    """
    return _trial(shop, prices, {"kiosk": {"water": 150, "bread": 210}, "train": {"water": 290}})
