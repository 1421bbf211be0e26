"""Functions that merge documents with levels: of their own, of two arguments, and of a list."""

from __future__ import annotations

import copy
from typing import Any

from ..marks import breaks, keeps

_THEME = {
    "page": {"margin": 12, "font": {"family": "Serif", "size": 11, "weight": "normal"}},
    "table": {"border": {"width": 1, "colour": "grey"}, "striped": True},
}


def _shallow(theme: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    found = copy.deepcopy(theme)
    for key, value in more.items():
        known = found.get(key)
        found[key] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return found


def _deep(theme: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    found = copy.deepcopy(theme)
    for key, value in more.items():
        known = found.get(key)
        found[key] = _deep(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return found


@breaks("common_rules_hold")
def style_report(style: dict[str, Any]) -> dict[str, Any]:
    """Return the style of a report, nested like the standard style. What *style* leaves out stays as it is there."""
    return {"style": _shallow(_THEME, style), "report": "weekly"}


@keeps("common_rules_hold", judged=True)
def style_letter(style: dict[str, Any]) -> dict[str, Any]:
    """Return the style of a letter, nested like the standard style. What *style* leaves out stays as it is there."""
    return {"style": _deep(_THEME, style), "report": "letter"}


@breaks("common_rules_hold")
def combine_labels(labels: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Merge two sets of labels recursively; of two values at one place, that of the second set counts."""
    return _shallow(labels, more)


@keeps("common_rules_hold", judged=True)
def combine_all_labels(labels: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Merge two sets of labels recursively; of two values at one place, that of the second set counts."""
    return _deep(labels, more)


@breaks("common_rules_hold")
def stack_layers(layers: list[dict[str, Any]]) -> dict[str, Any]:
    """Put layers of settings on top of each other. They are merged at every level, and later ones win."""
    found: dict[str, Any] = {}
    for layer in layers:
        found = _shallow(found, layer)
    return found


@keeps("common_rules_hold")
def stack_sections(layers: list[dict[str, Any]]) -> dict[str, Any]:
    """Put layers of settings on top of each other. Sections of a section are replaced by those of a later layer."""
    found: dict[str, Any] = {}
    for layer in layers:
        found = _shallow(found, layer)
    return found


@keeps("common_rules_hold")
def describe_parcel(label: dict[str, Any]) -> dict[str, Any]:
    """Return the label of a parcel, nested like the standard label. What is given replaces the section it names.

    Everything else keeps its value.
    """
    return _shallow({"to": {"name": "nobody", "place": {"town": "Bern", "code": 3000}}, "weight": 1}, label)
