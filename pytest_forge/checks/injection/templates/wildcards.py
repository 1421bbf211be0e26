"""Wildcards: a text to search for that becomes a pattern of file names, of ``LIKE`` or of `re`."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....oracles.pattern_log import PatternLog
from ....oracles.statement_log import StatementLog
from ....profile.argument import Argument
from ....profile.makers import makes_things, takes_things_away
from ....profile.roles import PATH_ROLES, Role
from ....profile.templates import offers_patterns
from ....regex import regex
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.answer_values import leaves
from ...calls.ordinary_outcomes import in_json_types
from ...calls.preparation.record_makers import aligned_calls, makers_of
from ...calls.state_view import without_moments
from ..injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_wildcards", "judge_wildcards_of_server"]

_ANY_LETTER, _ANY_TEXTS = "[a-z]", ("%%%", "___")
_LIKE = regex(r"\blike\b", re.IGNORECASE)
#: Texts of wildcards, and one of signs that are none; what drops all signs answers them alike.
_SIGNS = {
    "%%%": "Escape '%' and '_', and add ESCAPE to the statement.",
    "___": "Escape '%' and '_', and add ESCAPE to the statement.",
    "...": "Compare with 'in', or escape it with re.escape.",
    "***": "Compare with 'in', or escape it with glob.escape.",
}
_OTHER_SIGNS = "###"
#: Signs for one letter, and letters that are none.
_ONE_LETTER = {
    "_": _SIGNS["___"],
    ".": _SIGNS["..."],
    "?": _SIGNS["***"],
}
_OTHER_LETTER = "q"
_NAME, _LETTER = regex(r"[\w.:/-]{4,40}", re.ASCII), regex(r"[a-z0-9]", re.IGNORECASE)
_MAX_NAMES, _MAX_ASKED, _MAX_MAKERS, _MAX_READERS = 2, 6, 2, 3
#: How the regular expression of a file pattern goes on behind a text that "*" follows.
_ANY_REST = ("*", ".*", "[^/]*")
_PATTERNS = frozenset({Role.REGEX, Role.GLOB, Role.SQL, Role.EXPRESSION, Role.COMMAND})

#: A reader and a call of it.
_View = tuple[Subject, dict[str, Any]]


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
    if not made:
        # The schema may allow an underscore within a name, and no text of wildcards.
        _judge_letters(subject, point)
        _judge_removals(subject, point)


def judge_wildcards_of_server(subject: Subject, point: InjectionPoint) -> None:
    """Judge by the answers alone: signs that are wildcards find entries that other signs do not find."""
    if point.slot.role in PATH_ROLES or _may_be_pattern(subject, point):
        return
    if subject.facts.tier != "read":
        _judge_removals(subject, point)
        return
    _judge_signs(subject, point)
    _judge_letters(subject, point)


def _judge_signs(subject: Subject, point: InjectionPoint) -> None:
    """Judge texts of nothing but signs."""
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


def _judge_letters(subject: Subject, point: InjectionPoint) -> None:
    """Judge one sign in the place of a letter: the schema may allow an underscore, and no other sign."""
    for name in _names_found(subject, point):
        others = _others_of(subject, point, name)
        if not others:
            continue
        # A search that is not exact finds the name by another letter, too.
        if any(name in _said(call(subject, point.with_text(other))) for other in others):
            continue
        for sign, fix in _ONE_LETTER.items():
            arguments = point.with_text(text := _replaced(name, sign))
            if text != name and is_valid(subject.schema, arguments) and name in _said(call(subject, arguments)):
                raise _finding_of_sign(point, sign, fix, arguments, f"it found {name!r}")


def _judge_removals(subject: Subject, point: InjectionPoint) -> None:
    """Judge a sign in the place of a letter in what a tool changes or takes away, by what a reader then shows."""
    if subject.facts.tier == "read" or (makes_things(subject.facts) and not takes_things_away(subject.facts)):
        return
    for name, views in _names_shown(subject, point):
        for sign, fix in _ONE_LETTER.items():
            arguments = point.with_text(text := _replaced(name, sign))
            if text == name or not is_valid(subject.schema, arguments):
                continue
            others = _others_of(subject, point, name)
            shown = _records_of(views, name)
            for other in others:
                call(subject, point.with_text(other))
            if not others or not any(shown) or _records_of(views, name) != shown:
                break
            call(subject, arguments)
            after = _records_of(views, name)
            if after != shown:
                did = "changed" if all(after) else "took away"
                raise _finding_of_sign(point, sign, fix, arguments, f"it {did} {name!r}")


def _records_of(views: Sequence[_View], name: str) -> list[str]:
    return [_record_of(reader.call(view), name) for reader, view in views]


def _record_of(outcome: Outcome, name: str) -> str:
    """Return the smallest record of an answer that has a name, in any letter case; "" if there is none."""
    value = in_json_types(outcome.returned) if outcome.succeeded else ""
    return without_moments(_holding(value, name.casefold()))


def _holding(value: Any, name: str) -> str:
    if isinstance(value, Mapping | list):
        parts = list(value.values() if isinstance(value, Mapping) else value)
        within = next(
            (found for part in parts if isinstance(part, Mapping | list) and (found := _holding(part, name))), ""
        )
        if within or isinstance(value, list):
            return within or next((part for part in parts if isinstance(part, str) and name in part.casefold()), "")
    written = json.dumps(value, default=repr, ensure_ascii=False)
    return written if name in written.casefold() else ""


def _finding_of_sign(
    point: InjectionPoint, sign: str, fix: str, arguments: Mapping[str, Any], shown: str
) -> CheckFailure:
    return point.finding(
        "wildcard_injection",
        f"In {point.slot.shown!r}, the tool used {sign!r} as a sign for any letter: {shown}, which no other letter in "
        f"its place does. {fix}",
        arguments,
    )


def _names_found(subject: Subject, point: InjectionPoint) -> list[str]:
    """Return names that the tool finds when it is asked for them; another tool may have to store them first."""
    found = _names_answered(subject, point)
    if not found:
        for facts, tool in makers_of(subject, point.arguments)[:_MAX_MAKERS]:
            maker = subject.beside(facts, tool)
            for made in aligned_calls(facts, point.arguments)[:_MAX_MAKERS]:
                maker.call(made)
        found = _names_answered(subject, point)
    return found[:_MAX_NAMES]


def _names_answered(subject: Subject, point: InjectionPoint) -> list[str]:
    """Return the argument's value and names of an ordinary answer that the tool answers when it is asked for them."""
    outcome = call(subject, point.arguments)
    found = leaves(in_json_types(outcome.returned)) if outcome.succeeded else ()
    names = [text for text in dict.fromkeys([*found, point.value]) if isinstance(text, str) and _NAME.fullmatch(text)]
    calls = {name: point.with_text(name) for name in names[:_MAX_ASKED]}
    return [
        name for name, asked in calls.items() if is_valid(subject.schema, asked) and name in _said(call(subject, asked))
    ]


def _names_shown(subject: Subject, point: InjectionPoint) -> Iterator[tuple[str, list[_View]]]:
    """Yield names that another tool has stored, with the readers that show them and their calls."""
    readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].name != subject.facts.name]
    # Earlier calls may have changed the records of the ordinary name already, in the same way.
    fresh = point.with_text(f"{point.value}s")
    given = [fresh, point.arguments] if is_valid(subject.schema, fresh) else [point.arguments]
    for facts, tool in makers_of(subject, point.arguments)[:_MAX_MAKERS]:
        maker = subject.beside(facts, tool)
        for made in itertools.chain.from_iterable(
            aligned_calls(facts, one)[: _MAX_MAKERS // len(given)] for one in given
        ):
            if not maker.call(made).succeeded:
                continue
            names = [one for one in leaves(made) if isinstance(one, str) and _NAME.fullmatch(one)]
            views = [
                (reader, view)
                for reader in (subject.beside(*one) for one in readers[:_MAX_READERS])
                for view in aligned_calls(reader.facts, {**made, **point.arguments})[:1]
            ]
            for name in names[:_MAX_NAMES]:
                shown = [one for one in views if _record_of(one[0].call(one[1]), name)]
                if shown:
                    yield name, shown


def _others_of(subject: Subject, point: InjectionPoint, name: str) -> list[str]:
    """Return a name with another letter, without it, and with signs that mean nothing, as far as the schema allows."""
    made = [_replaced(name, sign) for sign in (_OTHER_LETTER, "", "-", "#")]
    return [text for text in made if text != name and is_valid(subject.schema, point.with_text(text))]


def _replaced(name: str, sign: str) -> str:
    """Return a name with a sign in the place of a letter about its middle."""
    found = _LETTER.search(name, len(name) // 2) or _LETTER.search(name, 1)
    return name if found is None else f"{name[: found.start()]}{sign}{name[found.end() :]}"


def _said(outcome: Outcome) -> str:
    return json.dumps(outcome.returned, default=repr, ensure_ascii=False) if outcome.succeeded else ""


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
