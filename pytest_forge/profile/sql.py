"""SQL: whether an argument is meant to contain SQL, or a part of a statement that has no quotes.

Words that also suit plain values, such as ``filter`` or ``condition``, do not count.
"""

from __future__ import annotations

from ..regex import regex
from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim
from .roles import Role, name_words

__all__ = ["takes_sql", "takes_sql_names"]

_WORDS = regex(r"\bsql\b|\b(?:where|order by|having) clause\b|\bstatement\b")
_ROLES = frozenset({Role.SQL})
#: Words in arguments for parts of a statement that cannot be bound, or seldom are.
_NAMES = frozenset({
    "sort", "sorted", "sorting", "order", "orderby", "ordering", "ordered", "column", "columns", "col", "cols", "field",
    "fields", "direction", "dir", "asc", "desc", "limit", "offset", "group", "groupby", "by", "key", "table", "tables",
})  # fmt: skip
_SAID = regex(r"\b(?:sort(?:ed|ing)?|order(?:ed|ing)? by|columns?|sort order|direction|table name|group(?:ed)? by)\b")


def takes_sql(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain SQL."""
    return claim_of_argument(tool, "takes_sql", argument, words=_WORDS, roles=_ROLES)


def takes_sql_names(name: str, says: str) -> bool:
    """Tell whether an argument takes the name of a column or table, a direction or a limit.

    Args:
        name: Its name.
        says: Its name and description, in lower case.
    """
    return not _NAMES.isdisjoint(name_words(name)) or _SAID.search(says) is not None
