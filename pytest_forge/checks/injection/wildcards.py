"""Wildcards: a text to search for that becomes a pattern of file names, of ``LIKE`` or of `re`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...oracles.pattern_log import PatternLog
from ...oracles.statement_log import StatementLog
from ...profile.argument import Argument
from ...profile.roles import PATH_ROLES, Role
from ...profile.templates import offers_patterns
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.ordinary_outcomes import in_json_types
from .injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_wildcards", "judge_wildcards_of_server"]

_ANY_LETTER, _ANY_TEXTS = "[a-z]", ("%%%", "___")
_LIKE = re.compile(r"\blike\b", re.IGNORECASE)
#: Texts of wildcards, and one of signs that are none; what drops all signs answers them alike.
_SIGNS = {
    "%%%": "Escape '%' and '_', and add ESCAPE to the statement.",
    "___": "Escape '%' and '_', and add ESCAPE to the statement.",
    "...": "Compare with 'in', or escape it with re.escape.",
    "***": "Compare with 'in', or escape it with glob.escape.",
}
_OTHER_SIGNS = "###"
#: How the regular expression of a file pattern goes on behind a text that "*" follows.
_ANY_REST = ("*", ".*", "[^/]*")
_PATTERNS = frozenset({Role.REGEX, Role.GLOB, Role.SQL, Role.EXPRESSION, Role.COMMAND})


def judge_wildcards(subject: Subject, point: InjectionPoint) -> None:
    """Judge whether a text finds entries that do not contain it, and a random one of its length does not find."""
    if _may_be_pattern(subject, point):
        return
    mark = mark_of(subject)
    with PatternLog() as patterns, StatementLog() as statements:
        if not call(subject, point.with_text(f"{mark}{_ANY_LETTER}")).succeeded:
            # It may refuse brackets and take other signs.
            call(subject, point.with_text(mark))
    # What stands before and behind the text in a pattern.
    made = [pattern.split(f"{mark}{_ANY_LETTER}") for pattern, _ in patterns.patterns]
    made = [parts for parts in made if len(parts) > 1]
    # A text beside a wildcard of the code is a part of a name, and not a path.
    if point.slot.role in PATH_ROLES and not any(_is_part_of_name(parts) for parts in made):
        return
    if made:
        texts: tuple[str, ...] = (_ANY_LETTER,)
        fix = "Compare with 'in', or escape it with re.escape or glob.escape."
    elif any(_LIKE.search(statement.text) for statement in statements.statements):
        texts, fix = _ANY_TEXTS, "Escape '%' and '_', and add ESCAPE to the statement."
    else:
        return
    for text in texts:
        plain = call(subject, point.with_text(mark[: len(text)]))
        found = call(subject, point.with_text(text))
        if plain.succeeded and found.succeeded and any(text not in one for one in _texts(found) - _texts(plain)):
            raise point.finding(
                "wildcard_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool used it as a pattern: the answer has texts that do "
                f"not contain it. {fix}",
                point.with_text(text),
            )


def judge_wildcards_of_server(subject: Subject, point: InjectionPoint) -> None:
    """Judge by the answers alone: signs that are wildcards find entries that other signs do not find."""
    if subject.facts.tier != "read" or point.slot.role in PATH_ROLES or _may_be_pattern(subject, point):
        return
    plain = call(subject, point.with_text(_OTHER_SIGNS))
    if not plain.succeeded:
        return
    for text, fix in _SIGNS.items():
        found = call(subject, point.with_text(text))
        if found.succeeded and any(text not in one for one in _texts(found) - _texts(plain)):
            raise point.finding(
                "wildcard_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool used it as a pattern: the answer has texts that do "
                f"not contain it, and that {_OTHER_SIGNS!r} does not find. {fix}",
                point.with_text(text),
            )


def _is_part_of_name(parts: Sequence[str]) -> bool:
    """Tell whether a text is part of a name in a pattern, by what stands before and behind it."""
    return ("*" in parts[0] and "*" in parts[-1]) or parts[-1].startswith(_ANY_REST)


def _may_be_pattern(subject: Subject, point: InjectionPoint) -> bool:
    """Tell whether an argument may be meant as a pattern, by its role or by a word of the definition."""
    name, schema = " ".join(point.slot.steps), point.slot.schema
    argument = Argument(name, f"{schema.get('description', '')} {schema.get('default', '')}", point.slot.role)
    return point.slot.role in _PATTERNS or offers_patterns(
        argument, f"{subject.facts.name} {subject.facts.description}"
    )


def _texts(outcome: Outcome) -> set[str]:
    return set(_leaves(in_json_types(outcome.returned)))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str):
        yield value
