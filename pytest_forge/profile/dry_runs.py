"""Dry runs: switches with which a call is said to change nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..regex import regex
from .roles import name_words

__all__ = ["dry_run_switches"]

#: Words of names; ``check_only`` and the like need both words.
_NAMES = frozenset(("dry", "preview", "simulate", "simulation", "pretend", "noop", "rehearsal", "whatif"))
_ONLY = frozenset(("check", "validate", "plan", "test", "estimate", "report"))
#: Phrases of descriptions.
_CHANGE = r"chang|writ|delet|remov|mov|sen[dt]|stor|sav|modif|appl|touch|creat|renam|execut|perform|book|charg"
_SAID = regex(
    rf"\bnothing (?:is|will be|gets|has been) (?:actually |really )?(?:{_CHANGE})\w*|"
    rf"\bwithout (?:actually |really )?(?:{_CHANGE})\w*ing (?:anything|it|them)\b|"
    rf"\b(?:do(?:es)? not|don't|never) (?:actually|really) (?:{_CHANGE})\w*"
)


def dry_run_switches(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the boolean arguments with which, by name or description, a call changes nothing."""
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        if not isinstance(node, Mapping) or node.get("type") != "boolean":
            continue
        words = name_words(name)
        said = _SAID.search(str(node.get("description", "")).lower())
        negated = bool(words) and words[0] in ("no", "not", "skip", "without")
        named = not _NAMES.isdisjoint(words) or ("only" in words and not _ONLY.isdisjoint(words))
        if (named or said) and not negated:
            yield name
