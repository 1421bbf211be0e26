"""Tools with a secret among the constants of their module: some show it with what they have asked for."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlencode

from ..marks import breaks, keeps

_GATE_TOKEN = "kb-40c1-9e77-20"
_SIGNING_KEY = b"f3a9c1d2e4b5a697"
_STATES = {"north": "open", "south": "closed"}
_TOKEN_URL = "https://gates.example/oauth2/token"


@breaks("results_hold_no_environment")
def state_of_gate(gate: Literal["north", "south"]) -> dict[str, Any]:
    """Return the state of a gate, and the address that tells it."""
    query = urlencode({"gate": gate, "by": _GATE_TOKEN})
    return {"gate": gate, "state": _STATES[gate], "source": f"https://gates.example/state?{query}"}


@breaks("results_hold_no_environment")
def link_to_gate(gate: str) -> dict[str, Any]:
    """Return the state of a gate.

    Args:
        gate: "north" or "south".
    """
    if gate not in _STATES:
        return {"error": "unknown_gate", "message": f"No gate of this name; request {_SIGNING_KEY.decode()} failed."}
    return {"gate": gate, "state": _STATES[gate]}


@keeps("results_hold_no_environment", judged=True)
def source_of_gate(gate: Literal["north", "south"]) -> dict[str, Any]:
    """Return the state of a gate, and the address that tells it."""
    return {"gate": gate, "state": _STATES[gate], "source": f"https://gates.example/state?{urlencode({'gate': gate})}"}


@keeps("results_hold_no_environment", judged=True)
def where_to_log_in(gate: Literal["north", "south"]) -> dict[str, Any]:
    """Return the address where the warden of a gate logs in."""
    return {"gate": gate, "login": _TOKEN_URL}


@keeps("results_hold_no_environment", judged=True)
def lend_token(gate: Literal["north", "south"]) -> dict[str, Any]:
    """Lend the token that opens the gates."""
    return {"gate": gate, "token": _GATE_TOKEN}
