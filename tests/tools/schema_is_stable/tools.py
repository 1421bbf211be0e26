"""Tools that break schema_is_stable."""

from __future__ import annotations

import os

from forge_harness import _register

from ..marks import breaks

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
