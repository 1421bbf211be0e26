"""Held rows: what the modules of a function hold, a record on each line.

{"kim": {"floor": 2}, "lou": {"floor": 3}}    'kim': {'floor': 2}
                                              'lou': {'floor': 3}
"""

from __future__ import annotations

from ...oracles.module_memory import module_memory
from ...oracles.own_code import OwnCode
from ...regex import regex

__all__ = ["held_rows"]

#: The innermost maps, attributes and sequences in the text of what a module holds, each behind its key; plain entries.
_HELD = regex(r"(?:(?:'[^'\n]*'|\b\d+): )?(?:\w+\()?(?:\{[^{}]*\}|\[[^\[\]{}]*\])")
_ENTRY = regex(r", (?='|\d+: )")
#: How the texts of maps, lists, objects and databases in memory end.
_ENDS = ("}", "]", ")", ";")


def held_rows(own: OwnCode) -> dict[str, str]:
    """Return what the tool's modules hold, a record on each line."""
    held = {name: text for name, text in module_memory(own).items() if text[-1:] in _ENDS}
    return {
        f"the name {name!r}": text if text.endswith(";") else "\n".join(_records(text)) for name, text in held.items()
    }


def _records(text: str) -> list[str]:
    """Return the records in the text of a map, a list or an object; the entries of a flat one."""
    found = _HELD.findall(text)
    return _ENTRY.split(text) if found == [text] else found
