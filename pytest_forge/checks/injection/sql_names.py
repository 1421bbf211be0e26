"""SQL names: arguments for column names, directions and limits, which a statement holds without quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from ...profile.roles import Role
from ...profile.sql import takes_sql_names
from ...regex import regex
from ...strategies.role_values import bare_examples, plausible_texts
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..calls.asking import looks_failed, shown
from .injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_names", "named_points"]

_QUOTED = regex(r"[`'\"]([A-Za-z]\w{0,30}|\d{1,3})[`'\"]")
_PLAUSIBLE = ("id", "name", "title", "date", "price", "created_at", "asc", "desc", "5")
#: SQL that is equivalent to the value alone, and the same characters in an invalid order, by SQL feature.
_ALIKE = (
    ("case", "CASE WHEN {high}>{low} THEN {v} ELSE {v} END", "CASE WHEN {high}{low}> THEN {v} ELSE {v} END"),
    ("case", "{v}, CASE WHEN {high}>{low} THEN 1 ELSE 2 END", "{v}, CASE WHEN {high}{low}> THEN 1 ELSE 2 END"),
    ("case", "(SELECT * FROM {v} WHERE {high}>{low})", "(SELECT * FROM {v} WHERE {high}{low}>)"),
    ("coalesce", "coalesce({v},{v})", "coalesce({v},){v}"),
    ("coalesce", "{v}, coalesce({high},{low})", "{v}, coalesce({high},){low}"),
    ("comment", "{v}/*{high}*/", "{v}*/{high}/*"),
    ("bracket", "{v}) -- ", "{v}) - -"),
    # Behind a space, for a tool that checks the first word alone.
    ("case", "{v} , CASE WHEN {high}>{low} THEN 1 ELSE 2 END", "{v} , CASE WHEN {high}{low}> THEN 1 ELSE 2 END"),
    ("coalesce", "{v} , coalesce({high},{low})", "{v} , coalesce({high},){low}"),
    ("comment", "{v} /*{high}*/", "{v} */{high}/*"),
)
#: The same for quoted names: one character ends the quotes, another reopens them.
_QUOTES = (('"', '"'), ("`", "`"), ("]", "["))
_ALIKE_IN_QUOTES = (
    (
        "case",
        "{v}{end} IS NULL, CASE WHEN {high}>{low} THEN 1 ELSE 2 END, {begin}{v}",
        "{v}{end} IS NULL, CASE WHEN {high}{low}> THEN 1 ELSE 2 END, {begin}{v}",
    ),
    (
        "coalesce",
        "{v}{end} IS NULL, coalesce({high},{low}), {begin}{v}",
        "{v}{end} IS NULL, coalesce({high},){low}, {begin}{v}",
    ),
    ("alias", "{v}{end} AS {begin}{v}", "{v}{end} SA {begin}{v}"),
    ("comment", "{v}{end}/*{high}*/ AS {begin}{v}", "{v}{end}*/{high}/* AS {begin}{v}"),
)
#: Two ways to select the first row, two to select none, and a misspelt one.
_CUT = (
    (
        ("{v} LIMIT 1 -- ", "{v} LIMIT 1 OFFSET 0 -- "),
        ("{v} LIMIT 0 -- ", "{v} LIMIT 1 OFFSET 98765432 -- "),
        "{v} LIMTI 1 -- ",
    ),
    (
        ("{v} OFFSET 0 -- ", "{v} OFFSET 00 -- "),
        ("{v} OFFSET 98765432 -- ", "{v} OFFSET 98765431 -- "),
        "{v} OFSFET 0 -- ",
    ),
)
_SIGNS, _ROUNDS = 2, 2
_MAX_VALUES, _MAX_WORKING, _MAX_DEPTH = 16, 3, 5


class _Asked(Struct, frozen=True):
    """A text in an argument, and the reply.

    Attributes:
        text: The text sent.
        reply: The reply.
        answer: The reply as text, with the value instead of the text sent.
    """

    text: str
    reply: Outcome
    answer: str

    @property
    def came(self) -> bool:
        """Whether the call worked."""
        return not looks_failed(self.reply)


def named_points(found: Iterable[InjectionPoint]) -> list[InjectionPoint]:
    """Return the arguments that take the name of a column, a direction or a limit."""
    return [point for point in found if takes_sql_names(point.slot.name, point.says)]


def judge_names(subject: Subject, found: Iterable[InjectionPoint], patience: Patience) -> None:
    """Judge by answers that only SQL explains: conditions, functions, comments and limits take effect.

    Two of these must show. Each must be answered like the plain value, twice, while the same characters in an invalid
    order are not.
    """
    for point in patience.each(found):
        working = 0
        for value in patience.each(_values(subject, point)):
            if working == _MAX_WORKING:
                break
            plain = _plain(subject, point, value)
            if plain is None:
                continue
            working += 1
            signs = _signs(subject, point, value, plain, patience)
            if len(signs) >= _SIGNS:
                (text, broken), reply = next(iter(signs.values()))
                raise point.finding(
                    "sql_injection",
                    f"In {point.slot.shown!r}, text became part of an SQL statement: {shown(text)} worked, but "
                    f"{shown(broken)} did not. Take names and directions from a fixed list, and bind numbers.",
                    reply.arguments,
                )


def _values(subject: Subject, point: InjectionPoint) -> list[str]:
    """Return plausible values of the argument, the likeliest first."""
    schema = point.slot.schema
    examples = schema.get("examples")
    listed = [schema.get("default"), *(examples if isinstance(examples, list) else [])]
    description = str(schema.get("description") or "")
    quoted = _QUOTED.findall(f"{description} {subject.facts.description or ''}")
    said = [*bare_examples(description), *plausible_texts(Role.ID, name=point.slot.name, description=description)]
    reply = call(subject, dict(point.arguments))
    try:
        keys = list(_keys(json.loads(reply.text), 0))
    except (ValueError, RecursionError):
        keys = []
    likely = [*listed, *quoted, *keys[:6], point.value, *said[:2], *_PLAUSIBLE]
    values = list(dict.fromkeys(value for value in likely if isinstance(value, str) and value.strip()))[:_MAX_VALUES]
    # A tool may check a name and the direction behind it, and nothing behind that.
    return [one for value in values for one in ([value, f"{value} asc"] if value.isidentifier() else [value])]


def _keys(data: Any, depth: int) -> Iterator[str]:
    if isinstance(data, dict) and depth < _MAX_DEPTH:
        for key, value in data.items():
            yield from _keys(value, depth + 1)
            yield key
    elif isinstance(data, list) and depth < _MAX_DEPTH:
        for value in data[:1]:
            yield from _keys(value, depth + 1)


def _plain(subject: Subject, point: InjectionPoint, value: str) -> _Asked | None:
    """Return the reply to a value; None if it fails, if any text gets the same reply, or if replies vary."""
    plain = _asked(subject, point, value, value)
    if not plain.came or _asked(subject, point, value, value).answer != plain.answer:
        return None
    nonsense = _asked(subject, point, value, value + mark_of(subject))
    return None if nonsense.answer == plain.answer else plain


def _signs(
    subject: Subject, point: InjectionPoint, value: str, plain: _Asked, patience: Patience
) -> dict[str, tuple[tuple[str, str], Outcome]]:
    """Return the signs that the argument is SQL, by feature: the valid and the invalid text, and the reply."""
    found: dict[str, tuple[tuple[str, str], Outcome]] = {}
    for kind, whole, broken in patience.each(_forms()):
        if kind in found or len(found) >= _SIGNS:
            continue
        sign = _alike(subject, point, value, plain, whole, broken)
        if sign is not None:
            found[kind] = (sign[0].text, sign[1].text), sign[0].reply
    for form in patience.each(_CUT if 0 < len(found) < _SIGNS else ()):
        cut = _cut(subject, point, value, *form)
        if cut is not None:
            found["limit"] = (cut[0].text, cut[1].text), cut[0].reply
    return found


def _forms() -> Iterator[tuple[str, str, str]]:
    yield from _ALIKE
    for end, begin in _QUOTES:
        for kind, whole, broken in _ALIKE_IN_QUOTES:
            first, second = (form.replace("{end}", end).replace("{begin}", begin) for form in (whole, broken))
            yield kind, first, second


def _alike(
    subject: Subject, point: InjectionPoint, value: str, plain: _Asked, whole: str, broken: str
) -> tuple[_Asked, _Asked] | None:
    """Return the results for a valid and an invalid text if only the valid one was answered like the value, twice."""
    pair = None
    for _ in range(_ROUNDS):
        low, high = sorted(subject.random.sample(range(11, 98), 2))
        texts = [form.format(v=value, low=low, high=high) for form in (whole, broken)]
        held, failed = (_asked(subject, point, value, text) for text in texts)
        if not held.came or held.answer != plain.answer or failed.answer == plain.answer:
            return None
        pair = held, failed
    return pair


def _cut(
    subject: Subject, point: InjectionPoint, value: str, some: tuple[str, str], none: tuple[str, str], broken: str
) -> tuple[_Asked, _Asked] | None:
    """Return the results for a limit and a misspelt one if every limit cut the rows as it says."""
    some_rows, no_rows = (
        [_asked(subject, point, value, form.format(v=value)) for form in forms] for forms in (some, none)
    )
    failed = _asked(subject, point, value, broken.format(v=value))
    answers = {asked.answer for asked in some_rows}
    is_cut = len(answers) == 1 and len({asked.answer for asked in no_rows}) == 1 and no_rows[0].answer not in answers
    if not is_cut or not some_rows[0].came or not no_rows[0].reply.succeeded or failed.answer in answers:
        return None
    return some_rows[0], failed


def _asked(subject: Subject, point: InjectionPoint, value: str, text: str) -> _Asked:
    reply = call(subject, point.with_text(text))
    body = json.dumps(reply.body, ensure_ascii=False, sort_keys=True)
    for form in (text, text.strip()):
        for written in dict.fromkeys((json.dumps(json.dumps(form))[3:-3], json.dumps(form)[1:-1])):
            body = re.sub(re.escape(written), lambda _: value, body, flags=re.IGNORECASE)
    return _Asked(text, reply, body)
