"""SQL: arguments that are meant to contain SQL.

Words that also suit plain values, such as ``filter`` or ``condition``, do not count.
"""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim
from .roles import Role

__all__ = ["takes_sql"]

_WORDS = re.compile(r"\bsql\b|\b(?:where|order by|having) clause\b|\bstatement\b")
_ROLES = frozenset({Role.SQL})


def takes_sql(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain SQL."""
    return claim_of_argument(tool, "takes_sql", argument, words=_WORDS, roles=_ROLES)
