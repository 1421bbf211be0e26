"""Tools that share state with each other; some break result_keys_are_stable."""

from __future__ import annotations

import itertools
from typing import Any

from ..marks import breaks
from ..shared.broken_results import NumberArguments, tool

_turns = itertools.count()


@breaks("result_keys_are_stable")
@tool("result_keys_are_stable__toggles", NumberArguments)
def toggles(args: Any) -> Any:
    return {"rows": []} if next(_turns) % 2 else {"items": []}


@breaks("result_keys_are_stable")
@tool("result_keys_are_stable__nested", NumberArguments, tier="read")
def nested(args: Any) -> Any:
    return {"page": {"size": 1, "next": 2} if next(_turns) % 2 else {"size": 1}}
