"""Tools that break name_is_valid."""

from __future__ import annotations

from forge_harness import _register

from ..marks import breaks

breaks("name_is_valid")(
    _register(
        "lookup order status",
        "Tell how far an order of the web shop has got.",
        {
            "type": "object",
            "properties": {
                "order": {"type": "integer", "minimum": 1, "maximum": 10**9, "description": "Order number."}
            },
            "required": ["order"],
            "additionalProperties": False,
        },
        lambda order: {"order": order, "status": "shipped"},
    )
)
