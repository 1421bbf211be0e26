"""Functions that show settings of their own module: some mask each secret in them, and some forget a place."""

from __future__ import annotations

from typing import Any, Literal

from ..marks import breaks, keeps

_FERRY: dict[str, Any] = {
    "line": "north",
    "radio": {"channel": 12, "password": "tide-4471"},
    "gates": ({"gate": "east", "password": "quay-9082"}, {"gate": "west", "password": "pier-3310"}),
}
_TOWERS: dict[str, Any] = {"lamp": {"watts": 40, "access_key": "lm-77ab2"}, "horn": [{"access_key": "hr-18cd9"}]}
_KIOSK: dict[str, Any] = {"owner": "Ada", "api_key": "ki-5521c", "tills": [{"till": 1, "api_key": "ti-8830d"}]}
_PASSES: dict[str, Any] = {"day": {"token": "pd-41aa7", "password": "tr-90bb1"}}


def _masked(value: Any, *, in_lists: bool) -> Any:
    if isinstance(value, dict):
        names = ("password", "access_key", "api_key")
        return {key: "***" if key in names else _masked(part, in_lists=in_lists) for key, part in value.items()}
    if in_lists and isinstance(value, list | tuple):
        return [_masked(part, in_lists=in_lists) for part in value]
    return value


@breaks("results_hold_no_environment")
def ferry_settings() -> dict[str, Any]:
    """Return the settings of the ferry."""
    return _masked(_FERRY, in_lists=False)


@breaks("results_hold_no_environment")
def ferry_settings_as_text() -> str:
    """Return the settings of the ferry, a line each."""
    lines = ["radio password: ***"]
    lines += [f"{gate['gate']} password: {gate['password']}" for gate in _FERRY["gates"]]
    return "\n".join(lines)


@breaks("results_hold_no_environment")
def horn_settings() -> list[dict[str, str]]:
    """Return the settings of the horns. Their access keys are masked."""
    return _TOWERS["horn"]


@keeps("results_hold_no_environment", judged=True)
def all_ferry_settings() -> dict[str, Any]:
    """Return the settings of the ferry, without a password."""
    return _masked(_FERRY, in_lists=True)


@keeps("results_hold_no_environment", judged=True)
def kiosk_settings(reveal: bool = False) -> dict[str, Any]:
    """Return the settings of the kiosk. An api_key is masked unless it is asked for.

    Args:
        reveal: Whether to show what is masked otherwise.
    """
    return _KIOSK if reveal else _masked(_KIOSK, in_lists=True)


@keeps("results_hold_no_environment", judged=True)
def pass_for_today() -> dict[str, str]:
    """Return today's pass, with the token that opens the gate."""
    return _masked(_PASSES["day"], in_lists=True)


@breaks("results_hold_no_environment")
def part_of_towers(part: Literal["lamp", "horn"]) -> dict[str, Any]:
    """Return the settings of a part of the towers. Access keys and other secrets are masked."""
    return {"part": part, "settings": _masked(_TOWERS[part], in_lists=False)}


@keeps("results_hold_no_environment", judged=True)
def masked_part_of_towers(part: Literal["lamp", "horn"]) -> dict[str, Any]:
    """Return the settings of a part of the towers. Access keys and other secrets are masked."""
    return {"part": part, "settings": _masked(_TOWERS[part], in_lists=True)}


@keeps("results_hold_no_environment", judged=True)
def towers_for_reader(reader: Literal["guest", "keeper"]) -> dict[str, Any]:
    """Return the settings of the towers. Access keys are masked for guests; keepers get them."""
    return _TOWERS if reader == "keeper" else _masked(_TOWERS, in_lists=True)
