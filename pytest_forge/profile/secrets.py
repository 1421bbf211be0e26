"""Secrets: arguments that contain a password, a key or a token, by their names."""

from __future__ import annotations

import re
from typing import Any

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["secret_arguments"]

_SECRET = re.compile(
    r"passw|passphrase|secret|(?:^|_)(?:pwd|pin|otp|token)(?:$|_)|api_?key|private_?key|credential", re.IGNORECASE
)
#: Names of page tokens and positions, and of facts about a secret.
_NO_SECRET = re.compile(
    r"page|next|cursor|continu|sync|resume|count|limit|length|max|min|name|_id$|hash|hint|type", re.IGNORECASE
)


def secret_arguments(tool: ToolFacts) -> dict[str, Claim]:
    """Return the arguments named like a secret, each with the claim that it contains none."""
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    found: dict[str, Claim] = {}
    for name, node in (properties if isinstance(properties, dict) else {}).items():
        if _SECRET.search(name) and _is_text(node):
            word = _NO_SECRET.search(name)
            place = f"the argument {name!r}"
            found[name] = claim_of(tool, "takes_no_secrets", word="" if word is None else word[0], place=place)
    return found


def _is_text(node: Any) -> bool:
    return isinstance(node, dict) and node.get("type", "string") == "string" and "enum" not in node
