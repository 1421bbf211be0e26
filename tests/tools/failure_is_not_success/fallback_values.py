"""Functions that ask a service for numbers, and have numbers of their own where it cannot be reached."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request

from ..marks import breaks, keeps

_RATES = {"EUR": 1.08, "GBP": 1.27}
_PROBLEMS = (OSError, http.client.HTTPException, ValueError, KeyError, TypeError)


def _asked(path: str, key: str) -> float:
    with urllib.request.urlopen(f"http://rates.invalid:8080/{path}", timeout=2) as reply:
        return float(json.load(reply)[key])


def _checked(currency: str) -> str:
    if currency not in _RATES:
        raise ValueError("currency must be EUR or GBP")
    return currency


@breaks("failure_is_not_success")
def dollar_rate(currency: str) -> dict[str, object]:
    """Get what a currency costs in dollars today.

    Args:
        currency: EUR or GBP.
    """
    try:
        rate = _asked(_checked(currency), "rate")
    except _PROBLEMS:
        rate = _RATES[_checked(currency)]
    return {"currency": currency, "rate": rate}


@breaks("failure_is_not_success")
def bus_delay(line: int) -> dict[str, object]:
    """Get the minutes by which a bus is late.

    The timetable's usual delay is given if the operator's service does not answer; "live" tells whether it did.

    Args:
        line: Number of the line.
    """
    live, minutes = True, 4.5
    try:
        minutes = _asked(f"bus/{line}", "delay_minutes")
    except _PROBLEMS:
        pass
    return {"delay_minutes": minutes, "live": live}


@keeps("failure_is_not_success")
def tram_delay(line: int) -> dict[str, object]:
    """Get the minutes by which a tram is late.

    The timetable's usual delay is given if the operator's service does not answer; "live" tells whether it did.

    Args:
        line: Number of the line.
    """
    try:
        return {"delay_minutes": _asked(f"tram/{line}", "delay_minutes"), "live": True}
    except _PROBLEMS:
        return {"delay_minutes": 3.5, "live": False}


@keeps("failure_is_not_success")
def ferry_delay(line: int) -> dict[str, object]:
    """Get the minutes by which a ferry is late; 7 minutes, as on most days, if the service does not answer.

    Args:
        line: Number of the line.
    """
    try:
        minutes = _asked(f"ferry/{line}", "delay_minutes")
    except _PROBLEMS:
        minutes = 7.0
    return {"delay_minutes": minutes, "unit": "minutes"}


@keeps("failure_is_not_success")
def train_delay(line: int) -> dict[str, object]:
    """Get the minutes by which a train is late, and how far the service got.

    Args:
        line: Number of the line.
    """
    try:
        return {"delay_minutes": _asked(f"train/{line}", "delay_minutes"), "note": "as reported"}
    except _PROBLEMS:
        return {"delay_minutes": 2.5, "note": "nobody reported; most trains are so late"}


@keeps("failure_is_not_success")
def fuel_price(station: str) -> dict[str, object]:
    """Get the price of fuel at a station, asked from its pump.

    Args:
        station: Name of the station.
    """
    if not station.isalnum():
        raise ValueError("station must be of letters and digits")
    try:
        return {"price": _asked(f"pump/{station}", "price"), "source": "pump"}
    except _PROBLEMS:
        raise ValueError("the pump does not answer") from None
