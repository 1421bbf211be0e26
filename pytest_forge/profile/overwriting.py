"""Overwriting: switches without which a call is said to keep what is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .roles import name_words

__all__ = ["overwrite_switches"]

_NAMES = frozenset(("overwrite", "clobber", "replace"))
#: Phrases of descriptions, for a name such as ``force``.
_SAID = re.compile(
    r"\b(?:overwrit\w+|replac\w+) (?:an? |the |any )?(?:existing|present|old|earlier)\b"
    r"|\b(?:existing|present|taken)\b[^.;]{0,40}\b(?:overwritten|replaced)\b"
)


def overwrite_switches(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the boolean arguments that, by name or description, allow a call to replace what is there."""
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        if not isinstance(node, Mapping) or node.get("type") != "boolean":
            continue
        words = name_words(name)
        negated = bool(words) and words[0] in ("no", "not", "never", "dont")
        said = _SAID.search(str(node.get("description", "")).lower())
        if not negated and (not _NAMES.isdisjoint(words) or said):
            yield name
