"""Settings by section: what one call gives stays in the defaults, or in a copy of them."""

from __future__ import annotations

import copy

from ..marks import breaks, keeps

_DEFAULTS = {"page": {"margin": 12, "turned": False}, "ink": {"tone": "black", "passes": 1}}
_DISPLAY: dict[str, dict[str, object]] = {"screen": {"light": 70, "night": False}, "sound": {"volume": 5}}
_PRESETS = {"lens": {"zoom": 2, "macro": False}, "flash": {"mode": "auto", "power": 8}}


def _refuse_unknown(given: dict[str, dict[str, object]], known: dict[str, dict[str, object]]) -> None:
    for section, values in given.items():
        if section not in known or not set(values) <= set(known[section]):
            raise ValueError(f"Unknown section or setting: {section}")


@breaks("calls_at_once_agree")
def plan_print(changes: dict[str, dict[str, object]] | None = None) -> dict:
    """Show the settings of one print; what is changed holds for this print alone.

    Args:
        changes: Section, setting and value of what is not as usual.
    """
    _refuse_unknown(changes or {}, _DEFAULTS)
    plan = dict(_DEFAULTS)
    for section, values in (changes or {}).items():
        plan[section].update(values)
    return copy.deepcopy(plan)


@keeps("calls_at_once_agree", "equal_calls_agree")
def plan_photo(changes: dict[str, dict[str, object]] | None = None) -> dict:
    """Show the settings of one photo; what is changed holds for this photo alone.

    Args:
        changes: Section, setting and value of what is not as usual.
    """
    _refuse_unknown(changes or {}, _PRESETS)
    return {section: {**values, **(changes or {}).get(section, {})} for section, values in _PRESETS.items()}


@keeps("equal_calls_agree")
def configure_display(changes: dict[str, dict[str, object]] | None = None) -> dict:
    """Configure the display and return its settings.

    Args:
        changes: Section, setting and value.
    """
    _refuse_unknown(changes or {}, _DISPLAY)
    for section, values in (changes or {}).items():
        _DISPLAY[section].update(values)
    return copy.deepcopy(_DISPLAY)
