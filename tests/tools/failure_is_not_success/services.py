"""Functions that ask a service: its refusals, and a network that fails."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import httpx

from ..marks import breaks, keeps

_SERVICE = "https://service.example.com/v1"


@breaks("failure_is_not_success")
def post_message(text: str) -> dict[str, bool]:
    """Post a message to the channel of the team.

    Args:
        text: The message.
    """
    httpx.post(f"{_SERVICE}/messages", json={"text": text}, timeout=5)
    return {"sent": True}


@keeps("failure_is_not_success", judged=True)
def send_message(text: str) -> dict[str, Any]:
    """Post a message to the channel of the team.

    Args:
        text: The message.
    """
    reply = httpx.post(f"{_SERVICE}/messages", json={"text": text}, timeout=5)
    reply.raise_for_status()
    return {"sent": True}


@breaks("failure_is_not_success")
def look_up_rate(currency: str) -> dict[str, Any]:
    """Return the exchange rate of a currency.

    Args:
        currency: Its code, e.g. "EUR".
    """
    document = httpx.get(f"{_SERVICE}/rates", params={"currency": currency}, timeout=5).json()
    return {"currency": currency, "rate": document.get("rate")}


@keeps("failure_is_not_success", judged=True)
def exchange_rate(currency: str) -> dict[str, Any]:
    """Return the exchange rate of a currency.

    Args:
        currency: Its code, e.g. "EUR".
    """
    reply = httpx.get(f"{_SERVICE}/rates", params={"currency": currency}, timeout=5)
    if reply.status_code != httpx.codes.OK:
        return {"error": "service_failed", "message": f"The service answered with status {reply.status_code}."}
    return {"currency": currency, "rate": reply.json()["rate"]}


@breaks("failure_is_not_success")
def find_forecast(city: str) -> dict[str, Any]:
    """Return tomorrow's weather in a city.

    Args:
        city: Its name.
    """
    try:
        day = httpx.get(f"{_SERVICE}/forecast", params={"city": city}, timeout=5).json()["days"][0]
    except httpx.HTTPError:
        return {}
    return {"low": day["temperature"]["low"], "high": day["temperature"]["high"]}


@keeps("failure_is_not_success", judged=True)
async def headlines(topic: str) -> list[str]:
    """Return the headlines on a topic.

    Args:
        topic: One word.
    """
    async with httpx.AsyncClient(timeout=5) as client:
        reply = await client.get(f"{_SERVICE}/articles", params={"topic": topic})
    reply.raise_for_status()
    return [article["title"] for article in reply.json()["articles"]]


@keeps("failure_is_not_success", judged=True)
def tide(harbour: str) -> dict[str, float]:
    """Return the height of the tide in a harbour, in metres.

    Args:
        harbour: Its name.
    """
    with urllib.request.urlopen(
        f"{_SERVICE}/tides/{urllib.request.quote(harbour)}", timeout=5
    ) as reply:  # the scheme is fixed
        stations = json.load(reply)["stations"]
    return {station["name"]: station["level"]["height"] / 100 for station in stations}


_kept: dict[str, tuple[str, float]] = {}
_checked: dict[str, tuple[str, float]] = {}


def _level(tank: str, kept: dict[str, tuple[str, float]]) -> tuple[int, Any]:
    known = kept.get(tank)
    headers = {"If-None-Match": known[0]} if known else {}
    reply = httpx.get(f"{_SERVICE}/tanks/{tank}", headers=headers, timeout=5)
    if reply.status_code == httpx.codes.OK:
        level = float(reply.json()["litres"])
        if reply.headers.get("etag"):
            kept[tank] = reply.headers["etag"], level
        return reply.status_code, level
    return reply.status_code, known and known[1]


@breaks("failure_is_not_success")
def level_of_tank(tank: str) -> dict[str, Any]:
    """Return how much is in a tank.

    Args:
        tank: Its name, e.g. "north".
    """
    status, litres = _level(tank, _kept)
    if litres is None:
        return {"error": "no_level", "message": f"The service answered with status {status}."}
    return {"tank": tank, "litres": litres}


@keeps("failure_is_not_success", judged=True)
def level_now(tank: str) -> dict[str, Any]:
    """Return how much is in a tank.

    Args:
        tank: Its name, e.g. "north".
    """
    status, litres = _level(tank, _checked)
    if litres is None or status not in (httpx.codes.OK, httpx.codes.NOT_MODIFIED):
        return {"error": "no_level", "message": f"The service answered with status {status}."}
    return {"tank": tank, "litres": litres}
