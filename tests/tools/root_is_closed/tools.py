"""Tools that break root_is_closed."""

from __future__ import annotations

from typing import Any

from forge_harness import FnToolExecutor

from ..marks import breaks


def _translated(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"label": {"open": "offen", "closed": "geschlossen"}.get(str(arguments.get("label")), "unbekannt")}


translate_label = breaks("root_is_closed")(
    FnToolExecutor(
        "translate_label", _translated, description="Translate the label of a status into German.", tier="read"
    )
)
