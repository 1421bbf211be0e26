"""Edge refusals: a value at a declared edge, or 0, that the tool itself refuses or replaces, but not those beside it.

quantity: int = Field(ge=0)        if not quantity: return {"error": "missing"}
priority: int = Field(ge=0)        priority = priority or 2
name: str = Field(max_length=80)   if len(name) >= 80: raise ValueError
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....profile.roles import PATH_ROLES, Role, role_of
from ....profile.told_ranges import told_limits
from ....profile.zero import is_explained, stands_for_all
from ....strategies.calls.values import ValueMaker
from ....strategies.odd_files import with_copies
from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....strategies.schemas.limits import text_of_length
from ....strategies.workspace_files import write_files
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.bugs import BugFinder
from ...calls.fake_sleep import fake_sleep
from ...calls.large_calls import is_large
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.own_world import own_world, plant_world

__all__ = ["judge_refused_edges"]

_MAX_BASES, _MAX_EDGES, _MAX_CONTEXTS = 4, 12, 24
_MAX_LENGTH, _MAX_ITEMS = 5_000, 100
#: Their values may have to exist, or take their time.
_OTHER_ROLES = frozenset({*PATH_ROLES, Role.URL, Role.HOST, Role.SQL, Role.COMMAND, Role.DURATION})
_BESIDE, _FAR = (1, 2), (7, 100, 900)
_MAX_TOLD, _COPIES = 3, 4
#: Lengths next to an edge: an encoding with padding takes some of eight only.
_LENGTHS_BESIDE = range(1, 9)
_LETTER = "q"
#: Levels of a result in which an argument's value is looked for.
_DEEPEST = 2


class _Edge(Struct, frozen=True):
    """A value at a declared edge of an argument.

    Attributes:
        name: The argument.
        keyword: The keyword that declares it; ``boolean``, ``told`` for a 0 that the description alone states as the
            least, or ``number`` for 0 between two edges.
        value: The value.
        beside: Values inside the bounds next to it, all of which the tool has to accept.
        far: Small values farther from it, and texts of one letter. If the tool refuses one in the same words, it knows
            some values only.
    """

    name: str
    keyword: str
    value: Any
    beside: Sequence[Any]
    far: Sequence[Any] = ()


def judge_refused_edges(subject: Subject) -> None:
    """Judge that a tool accepts each declared edge of an argument whose values next to it it accepts.

    Raises:
        CheckFailure: If it refuses one in every call, whatever its other choices are, without naming another argument.
    """
    edges = list(_edges(subject.schema))[:_MAX_EDGES]
    bases = plausible_calls(subject, limit=_MAX_BASES) if edges else []
    bugs = BugFinder(subject)
    for edge in subject.patience().each(edges):
        call = {**bases[0], edge.name: edge.value}
        if is_large(call, bases[0]):
            continue
        outcome = _made(subject, call, is_fresh=False)
        if outcome.succeeded and (_is_replaced(subject, edge, bases[0]) or _stays(subject, edge, bases[0])):
            raise CheckFailure(
                "edge_replaced",
                f"Given {_shown(edge.value)} for {edge.name!r}, the tool answers with another value there, and repeats "
                f"{_shown(edge.beside[0])} as given. Test for None, and not for truth.",
                about=edge.name,
                arguments=call,
            )
        fewer = _bounds_with_fewer(subject, edge, bases[0]) if outcome.succeeded else None
        if fewer is not None:
            low, high = fewer
            raise CheckFailure(
                "edge_replaced",
                f"Given 0 for {edge.name!r}, the tool returns more than for {low}, and for {high} more than for {low}. "
                "Handle 0 as the number it is: in Python, 0 counts as false, and rows[-0:] are all rows.",
                about=edge.name,
                arguments=call,
            )
        if edge.keyword in ("number", "told") or not _words(bugs, outcome):
            # A divisor may not be 0, which few schemas say.
            continue
        refused = _refused_call(subject, bugs, edge, bases)
        if refused is not None:
            raise CheckFailure(
                "edge_refused",
                f"The tool refuses {_shown(edge.value)} for {edge.name!r}, which {_allowed_by(edge)} of the schema "
                f"allows, but accepts {_shown(edge.beside[0])}. Accept it, or change the schema.",
                about=edge.name,
                arguments=refused,
            )


def _is_replaced(subject: Subject, edge: _Edge, base: dict[str, Any]) -> bool:
    """Tell whether an answer repeats the values beside an edge under the argument's name, and another one for it."""

    def repeats(value: Any) -> bool | None:
        told = _told(_made(subject, {**base, edge.name: value}).value, edge.name)
        return None if told is None or isinstance(told, Mapping | list) else told == value

    said = str(subject.schema["properties"][edge.name].get("description") or "")
    if is_explained(said, edge.value):
        # It may stand for something, such as 0 for no limit.
        return False
    return repeats(edge.value) is False and all(repeats(value) for value in edge.beside)


def _stays(subject: Subject, edge: _Edge, base: dict[str, Any]) -> bool:
    """Tell whether an earlier value stays when 0 is given, though another one takes its place."""
    if edge.value != 0 or len(edge.beside) < len(_BESIDE) or isinstance(edge.value, bool):
        return False

    def after(value: Any) -> Any:
        _made(subject, {**base, edge.name: edge.beside[0]})
        return _told(_made(subject, {**base, edge.name: value}, is_fresh=False).value, edge.name)

    return bool(after(edge.beside[1]) == edge.beside[1] and after(edge.value) == edge.beside[0])


def _bounds_with_fewer(subject: Subject, edge: _Edge, base: dict[str, Any]) -> tuple[int, int] | None:
    """Return two numbers for which a list of the answer has fewer items than for 0, and the fewer for the smaller.

    They are 1 and 2, with an item or none for 1, or two numbers of the answer for 0.
    """
    if edge.keyword not in ("minimum", "told") or edge.value != 0 or tuple(edge.beside) != _BESIDE:
        return None
    node = subject.schema["properties"][edge.name]
    # As a default, it stands for no bound that anyone has asked for.
    is_default = node.get("default") == 0
    if is_default or stands_for_all(f"{node.get('description') or ''}. {subject.facts.description}"):
        return None

    def answer(value: int, files: Mapping[str, bytes] | None = None) -> Any:
        return _made(subject, {**base, edge.name: value}, files=files or {}).value

    for_zero = answer(0)
    all_of_them = _lengths(for_zero)
    if _has_fewer([*(_lengths(answer(number)) for number in _BESIDE), all_of_them]):
        return _BESIDE
    copies = _with_copies(subject)
    if copies and _has_fewer([_lengths(answer(number, copies)) for number in (*_BESIDE, 0)]):
        return _BESIDE
    fits = FlatSchema(subject.schema).fits
    told = sorted(_numbers(for_zero))
    told = [number for number in told if fits(subject.schema, {**base, edge.name: number})]
    most = _lengths(answer(told[-1])) if len(told) > 1 else []
    for number in told[:-1][:_MAX_TOLD] if most else ():
        if any(
            0 < one < two <= zero for one, two, zero in zip(_lengths(answer(number)), most, all_of_them, strict=False)
        ):
            return number, told[-1]
    return None


def _has_fewer(lengths: Sequence[list[int]]) -> bool:
    """Tell whether a list has an item or none for 1, more for 2, and still more for 0, given its lengths for these."""
    return any(0 <= one <= 1 and one < two < zero for one, two, zero in zip(*lengths, strict=False))


def _with_copies(subject: Subject) -> dict[str, bytes]:
    """Return the files of the tool's own world with copies of the records that its calls find, where there is one."""
    files = {name: data for name, data in own_world(subject).files.items() if data}
    copied = {name: with_copies(Path(name).suffix, data, _COPIES) for name, data in files.items()}
    return {name: data for name, data in copied.items() if data != files[name]}


def _numbers(value: Any, depth: int = 0) -> set[int]:
    """Return the whole numbers above 2 in a result."""
    if isinstance(value, Mapping | list):
        parts = value.values() if isinstance(value, Mapping) else value
        return {number for part in parts for number in _numbers(part, depth + 1)} if depth <= _DEEPEST else set()
    return {value} if isinstance(value, int) and not isinstance(value, bool) and value > max(_BESIDE) else set()


def _lengths(value: Any, depth: int = 0) -> list[int]:
    """Return the lengths of the lists in a result, and of a text that is a list of lines."""
    if isinstance(value, Mapping):
        return [length for part in value.values() for length in _lengths(part, depth + 1)] if depth < _DEEPEST else []
    if isinstance(value, str):
        return [len(value.splitlines())]
    return [len(value)] if isinstance(value, list) else []


def _told(value: Any, name: str, depth: int = 0) -> Any:
    """Return the value under a name in a result, or in a part of it; None if there is none."""
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return None
    if name in value:
        return value[name]
    return next((told for part in value.values() if (told := _told(part, name, depth + 1)) is not None), None)


def _refused_call(
    subject: Subject, bugs: BugFinder, edge: _Edge, bases: Sequence[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return a call that is refused because of the edge alone; None if something else may be the cause."""
    names = [name for name in subject.schema["properties"] if name != edge.name]
    for base in bases:
        call = {**base, edge.name: edge.value}
        words = _words(bugs, _made(subject, call))
        if not words or any(re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", words) for name in names):
            return None
        beside = [_made(subject, {**base, edge.name: value}) for value in edge.beside]
        if not all(outcome.succeeded for outcome in beside) and not _goes_further(bugs, edge, beside, words):
            continue
        if any(_words(bugs, _made(subject, {**base, edge.name: value})) == words for value in edge.far):
            return None
        if edge.keyword == "boolean" and not _asks_for_all(subject, bugs, edge, base, words):
            return None
        tries = [call, *({**other, edge.name: edge.value} for other in _contexts(subject.schema, bases, edge.name))]
        return call if all(_words(bugs, _made(subject, other)) for other in tries) else None
    return None


def _goes_further(bugs: BugFinder, edge: _Edge, beside: Sequence[Outcome], words: str) -> bool:
    """Tell whether the numbers beside an edge fail in the same words as each other, and in others than the edge.

    Something that they need is missing here, and they are let through to it.
    """
    told = {_words(bugs, outcome) for outcome in beside}
    return edge.keyword in ("minimum", "maximum") and len(told) == 1 and not told & {"", words}


def _asks_for_all(subject: Subject, bugs: BugFinder, edge: _Edge, base: dict[str, Any], words: str) -> bool:
    """Tell whether False is refused in the words in which an empty value of another argument is refused.

    False alone may be refused on purpose, as in ``confirm=False``.
    """
    view = FlatSchema(subject.schema)
    for name, node in subject.schema["properties"].items():
        empty: tuple[Any, ...] = (0, "", [], False) if name != edge.name else ()
        for value in empty:
            call = {**base, name: value}
            if view.fits(node, value) and view.fits(subject.schema, call):
                told = _words(bugs, _made(subject, call))
                if edge.name in words and told.replace(name, edge.name) == words:
                    return True
    return False


def _contexts(schema: Mapping[str, Any], bases: Sequence[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return calls with other choices: an edge may be refused beside one of them only."""
    found = list(bases)
    for other, node in schema["properties"].items():
        flat = _single(node) if other != name else None
        if flat is None:
            continue
        values = flat["enum"] if isinstance(flat.get("enum"), list) else []
        values = [True, False] if flat.get("type") == "boolean" else values
        # One number may not exceed another one.
        values = values or [flat[bound] for bound in ("maximum", "minimum") if isinstance(flat.get(bound), int | float)]
        found += [{**base, other: value} for value in values[:8] for base in (bases[0], bases[-1])]
        found += [{key: value for key, value in bases[-1].items() if key != other}]
    required = schema.get("required") or ()
    distinct = [call for number, call in enumerate(found) if call not in found[:number]]
    return [call for call in distinct if all(needed in call for needed in required)][:_MAX_CONTEXTS]


def _edges(schema: Mapping[str, Any]) -> Iterator[_Edge]:
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        flat = _single(node)
        if flat is None or "enum" in flat or "const" in flat or role_of(name, flat) in _OTHER_ROLES:
            continue
        kind = flat.get("type")
        if kind in ("integer", "number") and "multipleOf" not in flat:
            yield from _of_number(name, flat)
        elif kind == "string" and not {"pattern", "format", "contentEncoding"} & flat.keys():
            yield from _of_length(name, flat, schema, "minLength", "maxLength", _MAX_LENGTH)
        elif kind == "array":
            yield from _of_length(name, flat, schema, "minItems", "maxItems", _MAX_ITEMS)
        elif kind == "boolean":
            yield _Edge(name, "boolean", False, (True,))


def _single(node: Any) -> dict[str, Any] | None:
    """Return the schema of a value that is not null; None unless there is one of one type."""
    if not isinstance(node, dict):
        return None
    options = node.get("anyOf")
    if isinstance(options, list):
        others = [option for option in options if isinstance(option, dict) and option.get("type") != "null"]
        return {**node, **others[0], "anyOf": None} if len(others) == 1 and "anyOf" not in others[0] else None
    return None if node.keys() & {"allOf", "oneOf", "not", "if", "$ref"} else node


def _of_number(name: str, flat: Mapping[str, Any]) -> Iterator[_Edge]:
    low, high = flat.get("minimum"), flat.get("maximum")
    for keyword, edge, inward in (("minimum", low, 1), ("maximum", high, -1)):
        if not isinstance(edge, int | float) or isinstance(edge, bool):
            continue
        edge = int(edge) if float(edge).is_integer() else edge
        values = [edge + inward * step for step in (*_BESIDE, *_FAR)]
        if isinstance(low, int | float) and isinstance(high, int | float):
            values.append(int((low + high) / 2))
        inside = [
            value
            for value in values
            if (low is None or value >= low) and (high is None or value <= high) and value != edge
        ]
        if inside[: len(_BESIDE)] == values[: len(_BESIDE)]:
            yield _Edge(name, keyword, edge, inside[:2], [value for value in inside[2:] if not is_large({name: value})])
    is_told = low is None and told_limits(name, str(flat.get("description") or ""))[0] == 0
    is_within = (not isinstance(low, int | float) or low < 0) and (not isinstance(high, int | float) or high >= 2)
    if is_within and is_told:
        yield _Edge(name, "told", 0, _BESIDE)
    elif is_within and "default" in flat:
        # It may be taken for one that was left out.
        yield _Edge(name, "number", 0, _BESIDE)


def _of_length(
    name: str, flat: Mapping[str, Any], schema: Mapping[str, Any], low: str, high: str, longest: int
) -> Iterator[_Edge]:
    least, most = flat.get(low), flat.get(high)
    for keyword, edge, inward in ((low, least, 1), (high, most, -1)):
        lengths = [] if not isinstance(edge, int) else [edge, *(edge + inward * step for step in _LENGTHS_BESIDE)]
        bounds = (least if isinstance(least, int) else 0), (most if isinstance(most, int) else longest)
        if not lengths or not all(bounds[0] <= length <= min(bounds[1], longest) for length in lengths):
            continue
        made = _of_lengths(name, flat, schema, lengths)
        if made is not None:
            # A text without the form that the tool asks for, such as an address, is refused at any length.
            formless = [_LETTER * length for length in lengths[1:]] if flat.get("type") == "string" else []
            yield _Edge(name, keyword, made[0], made[1:], formless)


def _of_lengths(
    name: str, flat: Mapping[str, Any], schema: Mapping[str, Any], lengths: Sequence[int]
) -> list[Any] | None:
    """Return a value of each length; None if they cannot be made."""
    values: list[Any]
    try:
        maker = ValueMaker(FlatSchema(schema))
        if flat.get("type") == "array":
            values = [maker.items({**flat, "uniqueItems": True}, name, count) if count else [] for count in lengths]
        else:
            texts = [text for text in maker.several(dict(flat), name, limit=1) if isinstance(text, str)]
            values = [text_of_length(texts[0].strip() or "a", length, length) for length in lengths] if texts else []
    except CannotMake:
        return None
    fits = [len(value) == length for value, length in zip(values, lengths, strict=False)]
    return values if values and all(fits) and all(not isinstance(v, str) or v == v.strip() for v in values) else None


def _made(
    subject: Subject, call: dict[str, Any], *, is_fresh: bool = True, files: Mapping[str, bytes] | None = None
) -> Outcome:
    if is_fresh:
        # An earlier call may have stored or used up something.
        subject.renew()
        plant_world(subject, [call])
        write_files(subject.sandbox.workspace, files or {})
    with fake_sleep():
        return subject.call(call)


def _words(bugs: BugFinder, outcome: Outcome) -> str:
    """Return the words in which a call was refused, without its numbers; "" if it was not refused."""
    if not outcome.ran or outcome.timed_out or outcome.succeeded or bugs.in_outcome(outcome) is not None:
        return ""
    if outcome.is_error_dict:
        told = json.dumps(outcome.returned, default=str)
    elif outcome.raised is None or isinstance(outcome.raised, OSError | MemoryError | SystemExit | KeyboardInterrupt):
        return ""
    else:
        told = f"{type(outcome.raised).__name__}: {outcome.raised}"
    return re.sub(r"\d+", "0", told)


def _shown(value: Any) -> str:
    if isinstance(value, str) and len(value) > 12:
        return f"a text of {len(value)} characters"
    if isinstance(value, list) and value:
        return f"a list of {len(value)}"
    return repr(value)


def _allowed_by(edge: _Edge) -> str:
    return "the type" if edge.keyword in ("boolean", "number") else f"the {edge.keyword}"
