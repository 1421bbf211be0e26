"""Tools that break patterns_are_portable."""

from __future__ import annotations

from forge_harness import _register

from ..marks import breaks

breaks("patterns_are_portable")(
    _register(
        "validate_iban",
        "Tell whether an IBAN has the right form and check digits.",
        {
            "type": "object",
            "properties": {
                "iban": {
                    "type": "string",
                    "pattern": r"\A(?P<country>[A-Z]{2})\d{2}[A-Z0-9]{11,30}\Z",
                    "description": "The IBAN, without spaces.",
                }
            },
            "required": ["iban"],
            "additionalProperties": False,
        },
        lambda iban: {"iban": iban, "valid": True},
    )
)
