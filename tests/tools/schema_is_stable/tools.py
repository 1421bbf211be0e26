"""Definitions that are built from sets, and one whose set is sorted."""

from __future__ import annotations

import os

from forge_harness import _register

from ..marks import breaks, keeps

_LABELS = {"urgent", "invoice", "contract", "letter", "memo", "report", "note", "draft", str(len(os.environ))}


breaks("schema_is_stable")(
    _register(
        "tag_document",
        "Put one of the known labels on a document of the archive.",
        {
            "type": "object",
            "properties": {
                "document": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9999,
                    "description": "Number of the document.",
                },
                "label": {
                    "type": "string",
                    "enum": list(_LABELS - {str(len(os.environ))}),
                    "description": "The label.",
                },
            },
            "required": ["document", "label"],
            "additionalProperties": False,
        },
        lambda document, label: {"document": document, "label": label},
    )
)


def round_cash(cents: int, currency: str) -> dict[str, int | str]:
    return {"cents": cents - cents % 5, "currency": currency}


def round_change(cents: int, currency: str) -> dict[str, int | str]:
    return round_cash(cents, currency)


_COINS = {"CHF", "SEK", "DKK", "NOK", "AUD", "CAD", "NZD", "HUF"}
_ARGUMENTS = {
    "type": "object",
    "properties": {
        "cents": {"type": "integer", "minimum": 0, "maximum": 100_000, "description": "The amount."},
        "currency": {"type": "string", "enum": sorted(_COINS), "description": "Its currency."},
    },
    "required": ["cents", "currency"],
    "additionalProperties": False,
}
breaks("schema_is_stable")(
    _register("round_cash", f"Round an amount in cash; knows {', '.join(_COINS)}.", _ARGUMENTS, round_cash)
)
keeps("schema_is_stable", judged=True)(
    _register("round_change", f"Round change; knows {', '.join(sorted(_COINS))}.", _ARGUMENTS, round_change)
)
