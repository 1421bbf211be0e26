"""Told holders: arguments that name whom a tool gives something to, who then has it alone.

"Lend a camera to somebody", with ``borrower``; "Each locker belongs to one person at a time", with ``person``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["told_holders"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
#: Verbs after which one has what no other has meanwhile.
_GIVING = (
    r"(?:re-?)?(?:lend|loan|lease|rent|let|hire|assign|allocat|allot|hand|issu|check|sign|giv|grant|award|reserv|book"
    r"|claim|occup|attach|tak|deliver|entrust|designat|put|set aside|hold)(?:e?s|es?d|ing|e)?"
)
_TOLD_GIVING = regex(
    rf"\b{_GIVING}\b[^.;]{{0,60}}?\b(?:to|for|by|on behalf of|in the name of|out to|under)\b(?P<whom>[^.;]{{0,40}})",
    re.IGNORECASE,
)
_NAMED_GIVING = regex(rf"^{_GIVING}$", re.IGNORECASE)
#: What says that only one has it.
_ALONE = regex(
    r"\b(?:(?:one|a single) \w+(?: \w+)? at (?:a|any one|one|the same) time"
    r"|(?:only|at most|no more than|exactly|just) one \w+|no two \w+"
    r"|never (?:\w+ ){1,3}(?:twice|by two|to two)|nobody else|no one else|exclusive\w*)\b",
    re.IGNORECASE,
)
#: Words of names for those who may have something.
_WHO = frozenset(
    (
        *("agent", "applicant", "assignee", "attendee", "booker", "borrower", "by", "client", "colleague", "customer"),
        *("driver", "employee", "for", "guest", "holder", "keeper", "lessee", "member", "occupant", "operator"),
        *("owner", "passenger", "patient", "patron", "person", "player", "reader", "receiver", "recipient", "renter"),
        *("resident", "runner", "staff", "student", "team", "tenant", "to", "user", "visitor", "volunteer", "who"),
        *("whom", "worker"),
    )
)
#: "Who borrows", "the person it is for", "to whom it is lent".
_SAID_WHO = regex(
    r"^(?:(?:the |a |an )?(?:name|id|number|e-?mail)\w*(?: address)? of (?:the |a |an |whoever |who )?)?"
    r"(?:who(?:m|ever)?\b|(?:to|for|by) whom\b"
    r"|(?:the |a |an )?(?:person|one|member|employee|guest|customer|colleague|user|student|reader"
    r"|team|tenant|patient|borrower|owner|holder|recipient|driver|player)\b)",
    re.IGNORECASE,
)
_SOMEBODY = regex(r"\b(?:some(?:body|one)|who(?:m|ever)?|any(?:body|one))\b", re.IGNORECASE)
#: What a tool may say of things that are there, which it then leaves as they are.
_ENSURING = regex(
    r"\b(?:ensur\w+|make sure|unless|get[- _]or[- _]create|find[- _]or[- _]create|upsert\w*"
    r"|if (?:it|one|they|there|that|the \w+) (?:does not|do not|doesn't|is not|isn't|is no|are no|are not|exists?)"
    r"|(?:if|when) (?:missing|absent|needed|necessary|not (?:yet )?(?:there|set|taken))"
    r"|(?:the )?first (?:one|call|come|comes|to|wins|value|name|counts)|queue\w*|wait(?:s|ing)?[- ]?list\w*)\b",
    re.IGNORECASE,
)
#: "What they already have", which is said of the same one: "those that the borrower had before count as lent".
_OWN = (
    r"\b(?:(?:the |this |that )?(?:same )?{who}|they|he|she|it|(?:the )?same (?:one|person|name|\w+)) "
    r"(?:already (?:has|have|had|holds?|held|keeps?|kept|got|owns?)|(?:has|have|had|holds?|keeps?) \w* ?already)"
    r"|\balready (?:\w+ ){{1,2}}(?:to|by|for|with) "
    r"(?:them|him|her|it|(?:the |this |that )?same \w+|(?:the |this |that ){who})"
)


def told_holders(tool: ToolFacts) -> dict[str, str]:
    """Return the arguments that name whom a tool gives something to, who then has it alone.

    Each comes with the description without what it says of things that the same one has already. None of a tool that
    says what it does only where nothing is there.
    """
    description = tool.description or ""
    if _ENSURING.search(f"{tool.name.replace('_', ' ')}. {description}"):
        return {}
    nodes = tool.input_schema.get("properties") if isinstance(tool.input_schema, Mapping) else None
    found = {}
    for name, node in (nodes or {}).items():
        if (
            isinstance(node, Mapping)
            and _is_who(name, node)
            and _is_told(tool, name, str(node.get("description") or ""))
        ):
            who = " ".join(name_words(name)[:1]) or name
            found[name] = re.sub(_OWN.format(who=re.escape(who)), "", description, flags=re.IGNORECASE)
    return found


def _is_who(name: str, node: Mapping[str, Any]) -> bool:
    is_text = "string" in (node.get("type"), *(node["type"] if isinstance(node.get("type"), list) else ()))
    words = name_words(name)
    return is_text and (not _WHO.isdisjoint(words) or _SAID_WHO.search(str(node.get("description") or "")) is not None)


def _is_told(tool: ToolFacts, name: str, said: str) -> bool:
    """Tell whether the tool gives something to the one whom the argument names, or says that only one has it."""
    sentences = _SENTENCE.split(f"{tool.description or ''}\n\n{said}")
    if any(_ALONE.search(one) for one in sentences):
        return True
    words = {word for word in name_words(name) if word not in ("id", "name", "email")}
    for giving in filter(None, map(_TOLD_GIVING.search, sentences)):
        if _SOMEBODY.search(giving["whom"]) or not words.isdisjoint(name_words(giving["whom"])):
            return True
    # "lend_item" with "borrower"; of other arguments, only the description tells what they have to do with it.
    return bool(_NAMED_GIVING.search(next(iter(name_words(tool.name)), ""))) and not _WHO.isdisjoint(words)
