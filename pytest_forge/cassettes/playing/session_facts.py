"""The metadata of a recorded session: date, models, clients, tools."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from ..exchange import Exchange

__all__ = ["session_facts"]


def session_facts(exchanges: Iterable[Exchange]) -> dict[str, Any]:
    """Return the metadata of redacted *exchanges*; unknown entries are left out."""
    days, models, clients, tools = set(), set(), set(), set()
    for exchange in exchanges:
        days.add(exchange.recorded_at)
        for name, value in exchange.request.headers:
            if name.lower() == "user-agent" and value:
                clients.add(value)
        asked = _decoded(exchange.request.body)
        if isinstance(asked.get("model"), str):
            models.add(asked["model"])
        if asked.get("tools"):
            text = json.dumps(asked["tools"], sort_keys=True, ensure_ascii=False)
            tools.add(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16])
    facts = {
        "recorded_at": max(days, default=""),
        "models": sorted(models),
        "clients": sorted(clients),
        "tools": sorted(tools),
    }
    return {name: value for name, value in facts.items() if value}


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
