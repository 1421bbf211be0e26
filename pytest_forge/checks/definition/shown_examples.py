"""Shown examples: values that a definition shows as examples, and that its own schema refuses.

Keywords show values outright. A text may also show a part of a value, a value of another argument, or one that is
refused, so a finding needs more: no value that the schema allows contains it, and its sentence negates nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...profile.counterexamples import may_show_what_is_refused
from ...profile.told_results import words_of_results
from ...regex import regex
from ...strategies.described_calls import described_calls
from ...strategies.schemas.pattern_parts import fits_in_any_length, is_part_of_a_match
from ...strategies.schemas.patterns import compiled_pattern, text_matching
from ...strategies.shown_texts import ShownText, parallel_codes, shown_codes, shown_texts
from ...targets.facts import ToolFacts
from .schema_fit import fits
from .schema_view import Path, SchemaView, pointer, printable

__all__ = ["examples_of", "misfits_of"]

_FORMATS = {
    "date": r"^\d{4}-\d{2}-\d{2}$",
    "uuid": r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
}
_NUMBER = regex(r"[+-]?\d+(?:\.\d+)?")
#: A number with a unit, which may say how large the number is.
_MEASURE = regex(r"\W*\d[\d.,_ ]*\W*[^\W\d]{0,4}\W*")
_NAMED = regex(r"[A-Z]+[-_]\d+")
#: Where a value stands in a longer text, such as an address.
_PIECES = regex(r"[/:=\s#?&@,;|]+")
#: "lace is for e.g. shawls" shows what lace is for.
_EXPLAINS = regex(r"(?<!\w)(?:as|by|for|from|in|of|on|to|with)\s*$", re.IGNORECASE)
#: A word in quotation marks, the choices with which it is compared, and what separates sentences.
_QUOTED_WORD = regex(r"(?<!\w)([\"'`])([a-z][a-z_-]{1,30})\1(?!\w)")
_CHOICE = regex(r"[a-z][a-z_-]{1,30}")
_SENTENCE = regex(r"[.!?]\s+|\n\s*\n|\n\s*[-*]\s")
_MIN_CHOICES, _MIN_PARTS = 2, 2
_CONTRAST = regex(r"(?:not|never|rather than|instead of)\s")
_TEXT, _NUMERIC = frozenset({"string"}), frozenset({"integer", "number", "null"})

#: A shown value and where: "'PLATFORM-88' at /properties/key".
_Misfit = str


def misfits_of(tool: ToolFacts, view: SchemaView) -> list[_Misfit]:
    """Return the examples that do not fit, each with its place."""
    found = [
        f"{printable(repr(value))} at {pointer(path)}"
        for path, node, value in _listed(view)
        if not fits(value, node, view)
    ]
    for path, node, shown in _told(view):
        if _is_misfit(shown, node, view, _others(path, view)):
            found.append(f"{printable(repr(shown.text))} at {pointer(path)}")
    for path, node, shown in _told(view, parallel_codes):
        place = f"{printable(repr(shown.text))} at {pointer(path)}"
        if place not in found and _differs_from_its_like(shown, node, view, _others(path, view)):
            found.append(place)
    return [*found, *_of_the_tool(tool, view)]


def examples_of(tool: ToolFacts, view: SchemaView) -> bool:
    """Tell whether the definition shows an example of anything."""
    told = (_told(view), _told(view, parallel_codes))
    return any(True for found in (_listed(view), *told, _calls(tool, view), _of_the_tool(tool, view)) for _ in found)


def _listed(view: SchemaView) -> Iterator[tuple[Path, Any, Any]]:
    for path, node in view.nodes:
        examples = node.get("examples")
        yield from ((path, node, value) for value in (examples if isinstance(examples, list) else ()))


def _told(
    view: SchemaView, shown_in: Callable[[str], Iterator[ShownText]] = shown_texts
) -> Iterator[tuple[Path, Any, ShownText]]:
    for path, node in view.nodes:
        told = node.get("description") if path else None
        if isinstance(told, str):
            yield from ((path, node, shown) for shown in shown_in(told))


def _others(path: Path, view: SchemaView) -> Mapping[str, Any]:
    properties = (view.root or {}).get("properties")
    here = path[1] if len(path) == 2 else None
    return {name: node for name, node in properties.items() if name != here} if isinstance(properties, dict) else {}


def _is_misfit(shown: ShownText, node: Any, view: SchemaView, others: Mapping[str, Any]) -> bool:
    """Tell whether a text shows a value of *node* that it does not allow."""
    text = shown.text
    branches = _branches(node, view)
    if branches is None or _is_placeholder(text) or _negates(shown) or _EXPLAINS.search(shown.lead):
        return False
    values: list[Any] = [text, *([json.loads(text.lstrip("+"))] if _is_json_number(text) else [])]
    if any(_allows(branch, value, view) for value in values for branch in branches):
        return False
    if any(
        _has_parts_of(text, other) and _allows(branch, other, view) for other in shown.beside for branch in branches
    ):
        # In "7:45 or 18:20", both are values.
        return not _is_about_another(shown, others)
    kinds = [frozenset(_kinds(branch)) for branch in branches]
    if any(kind <= _NUMERIC for kind in kinds) and not any(kind & _TEXT for kind in kinds):
        return _is_wrong_number(shown) and not _is_about_another(shown, others)
    if not all(kind <= _TEXT | _NUMERIC for kind in kinds):
        return False
    texts = [branch for branch, kind in zip(branches, kinds, strict=True) if kind & _TEXT]
    if any(re.search(rf"(?<!\w){re.escape(choice)}(?!\w)", shown.lead) for each in texts for choice in _choices(each)):
        # The text may be an example of something about that choice.
        return False
    if not re.search(r"\w", text) or any(_may_contain(text, branch) for branch in texts if not _is_short(text, branch)):
        return False
    is_near = any(_is_near(text, branch) or _is_short(text, branch) for branch in texts)
    if is_near and (shown.is_quoted or not any(_differs_in_case(text, branch) for branch in texts)):
        return not any(_constrains(other) and fits(text, other, view) for other in others.values())
    pieces = [piece for piece in _PIECES.split(text) if piece and piece != text]
    if any(fits(piece, branch, view) for piece in pieces for branch in texts) or len(text) < 2:
        return False
    return (shown.is_quoted or bool(re.search(r"\d", text))) and not _is_about_another(shown, others)


def _differs_from_its_like(shown: ShownText, node: Any, view: SchemaView, others: Mapping[str, Any]) -> bool:
    """Tell whether a code does not fit, though one of the same form that is told of in the same way does."""
    branches = [branch for branch in _branches(node, view) or () if _pattern(branch)]
    alike = [other for other in shown.beside if _shape(other) == _shape(shown.text)]
    if not any(_allows(branch, other, view) for branch in branches for other in alike):
        return False
    if _is_placeholder(shown.text) or _negates(shown) or _is_about_another(shown, others):
        return False
    if any(_allows(branch, shown.text, view) or _may_contain(shown.text, branch) for branch in branches):
        return False
    return not any(_constrains(other) and fits(shown.text, other, view) for other in others.values())


def _branches(node: Any, view: SchemaView) -> list[dict[str, Any]] | None:
    """Return the schemas of the single values that a node takes, and of items of lists; None if that is uncertain."""
    found: list[dict[str, Any]] = []
    waiting, seen = [node], 0
    while waiting:
        part, seen = waiting.pop(), seen + 1
        if not isinstance(part, dict) or seen > 30 or any(key in part for key in ("not", "if", "allOf", "$dynamicRef")):
            return None
        if "$ref" in part:
            waiting.append(view.resolve(part["$ref"]))
        elif "anyOf" in part or "oneOf" in part:
            options = [option for key in ("anyOf", "oneOf") if isinstance(part.get(key), list) for option in part[key]]
            waiting += options
        elif part.get("type") == "array" and isinstance(part.get("items"), dict):
            waiting.append(part["items"])
        else:
            found.append(part)
    return found if all(_kinds(branch) for branch in found) else None


def _allows(branch: Mapping[str, Any], value: Any, view: SchemaView) -> bool:
    form = _FORMATS.get(str(branch.get("format"))) if isinstance(value, str) else None
    return fits(value, branch, view) and (form is None or re.search(form, value) is not None)


def _kinds(branch: Mapping[str, Any]) -> list[str]:
    kind = branch.get("type")
    if kind is None and isinstance(branch.get("enum"), list):
        return ["string"] if all(isinstance(value, str) for value in branch["enum"]) else []
    kinds = kind if isinstance(kind, list) else [kind]
    return [name for name in kinds if isinstance(name, str)]


def _constrains(node: Any) -> bool:
    return isinstance(node, dict) and any(key in node for key in ("pattern", "enum", "format", "anyOf", "$ref"))


def _pattern(branch: Mapping[str, Any]) -> str | None:
    pattern = branch.get("pattern")
    return pattern if isinstance(pattern, str) else _FORMATS.get(str(branch.get("format")))


def _choices(branch: Mapping[str, Any]) -> list[str]:
    listed = branch["enum"] if isinstance(branch.get("enum"), list) else [branch.get("const")]
    return [choice for choice in listed if isinstance(choice, str)]


def _may_contain(text: str, branch: Mapping[str, Any]) -> bool:
    """Tell whether a value of the branch may contain the text, which then is no value of its own."""
    choices = _choices(branch)
    if choices:
        return any(text in choice for choice in choices)
    most = branch.get("maxLength")
    if isinstance(most, int) and len(text) > most:
        return False
    pattern = _pattern(branch)
    return pattern is None or is_part_of_a_match(text, pattern)


def _is_near(text: str, branch: Mapping[str, Any]) -> bool:
    choices = _choices(branch)
    if choices:
        return any(_shape(text) == _shape(choice) or text.lower() == choice.lower() for choice in choices)
    pattern = _pattern(branch)
    return pattern is not None and fits_in_any_length(text, pattern)


def _is_short(text: str, branch: Mapping[str, Any]) -> bool:
    """Tell whether a text has all parts of a value, with too few characters: OPS-12 for a number of five digits.

    Where a pattern has no counts, a zero before one of its numbers makes it fit: 2026-W4 for 2026-W04.
    """
    pattern = _pattern(branch)
    is_whole = pattern is not None and pattern.startswith("^") and pattern.endswith("$")
    # A text of one part, such as +49, may be the beginning of a value.
    has_parts = len(re.findall(r"[^\W_]+", text)) > 1 and re.search(r"\d", text) is not None
    return (
        is_whole
        and not _choices(branch)
        and has_parts
        and (_is_near(text, branch) or any(_matches(padded, branch) for padded in _with_zeros(text)))
    )


def _matches(text: str, branch: Mapping[str, Any]) -> bool:
    compiled = compiled_pattern(_pattern(branch) or "")
    return compiled is not None and compiled.search(text) is not None


def _with_zeros(text: str) -> list[str]:
    """Return the text with a zero before each of its numbers, and before all of them that have one digit."""
    starts = [number.start() for number in re.finditer(r"\d+", text)]
    return [*(f"{text[:start]}0{text[start:]}" for start in starts), re.sub(r"(?<!\d)(?=\d(?!\d))", "0", text)]


def _has_parts_of(text: str, other: str) -> bool:
    """Tell whether two texts have the same signs between as many parts, at least two: 7:45 and 18:20."""
    signs = [re.sub(r"[^\W_]+", " ", one) for one in (text, other)]
    return signs[0] == signs[1] and len(signs[0].split(" ")) > _MIN_PARTS


def _has_parts_of_pattern(text: str, branch: Mapping[str, Any]) -> bool:
    """Tell whether a code has the same parts, of letters and of digits, as a text that a whole pattern allows."""
    pattern = _pattern(branch)
    if pattern is None or not pattern.startswith("^") or not pattern.endswith("$"):
        return False
    sample = text_matching(pattern) or ""
    parts = [re.findall(r"[A-Z]+|[a-z]+|\d+", one) for one in (text, sample)]
    kinds = [
        [re.sub(r"\d+", "0", re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", part))) for part in one] for one in parts
    ]
    return kinds[0] == kinds[1] and "0" in kinds[0]


def _differs_in_case(text: str, branch: Mapping[str, Any]) -> bool:
    return any(text.lower() == choice.lower() for choice in _choices(branch))


def _shape(text: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "0", text)))


def _is_placeholder(text: str) -> bool:
    """Tell whether a text stands for values, such as ``YYYY-MM-DD``, ``<id>`` or ``a...z``."""
    runs = re.findall(r"[^\W\d_]+|\d+", text)
    is_drawn = bool(runs) and re.search(r"([^\W\d_])\1", text) is not None and all(len(set(run)) == 1 for run in runs)
    return is_drawn or re.search(r"[<>{}\[\]*|\\^$\u2026]|\.\.", text) is not None


def _negates(shown: ShownText) -> bool:
    trail = "" if _CONTRAST.match(shown.trail.lstrip(" ,;(")) else shown.trail
    return may_show_what_is_refused(f"{shown.lead} . {trail}")


def _is_json_number(text: str) -> bool:
    if not _NUMBER.fullmatch(text):
        return False
    try:
        json.loads(text.lstrip("+"))
    except ValueError:
        return False
    return True


def _is_wrong_number(shown: ShownText) -> bool:
    """Tell whether a text that does not fit a number is a number, or clearly none."""
    if _is_json_number(shown.text):
        return True
    if _MEASURE.fullmatch(shown.text):
        return False
    return _NAMED.fullmatch(shown.text) is not None or (
        shown.is_quoted and re.fullmatch(r"[\w-]*[^\W\d][\w-]*", shown.text) is not None
    )


def _is_about_another(shown: ShownText, others: Mapping[str, Any]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", f"{shown.lead} {shown.text}") for name in others)


def _of_the_tool(tool: ToolFacts, view: SchemaView) -> Iterator[_Misfit]:
    """Yield the misfits in the description of the tool: in calls, and texts that almost fit one argument."""
    properties = (view.root or {}).get("properties")
    if not isinstance(properties, dict):
        return
    for call in _calls(tool, view):
        for name, value in call.items():
            if not (isinstance(value, str) and _is_placeholder(value)) and not fits(value, properties[name], view):
                yield f"{printable(repr(value))} for {printable(repr(name))} in the description of the tool"
    for shown in shown_texts(tool.description or ""):
        if any(fits(shown.text, node, view) for node in properties.values()):
            continue
        near = [
            node
            for node in properties.values()
            for branch in (_branches(node, view) or ())
            if _kinds(branch) == ["string"] and _pattern(branch)
            if _is_near(shown.text, branch) or _is_short(shown.text, branch)
        ]
        if len(near) == 1 and _is_misfit(shown, near[0], view, {}):
            yield f"{printable(repr(shown.text))} in the description of the tool"
    for shown in shown_codes(tool.description or ""):
        alike = [
            branch
            for node in properties.values()
            for branch in (_branches(node, view) or ())
            if _kinds(branch) == ["string"] and _has_parts_of_pattern(shown.text, branch)
        ]
        # Any text may hold a code, but one in quotes is a value by itself.
        takers = [node for node in properties.values() if _constrains(node) or not shown.is_quoted]
        is_known = any(fits(shown.text, node, view) for node in takers)
        if len(alike) == 1 and not is_known and not _is_placeholder(shown.text) and not _negates(shown):
            yield f"{printable(repr(shown.text))} in the description of the tool"
    yield from _unknown_choices(tool, properties)


def _unknown_choices(tool: ToolFacts, properties: Mapping[str, Any]) -> Iterator[_Misfit]:
    """Yield the words that the description quotes among the choices of an argument, and that no argument takes."""
    told = tool.description or ""
    quoted = {match[2] for match in _QUOTED_WORD.finditer(told)}
    known = {*properties, tool.name, *(word for node in properties.values() for word in _words_of(node))}
    for name, node in properties.items():
        choices = set(_choices(node)) if isinstance(node, dict) else set()
        if len(choices & quoted) < _MIN_CHOICES or not all(_CHOICE.fullmatch(choice) for choice in choices):
            continue
        for sentence in _SENTENCE.split(told):
            words = [match[2] for match in _QUOTED_WORD.finditer(sentence)]
            clauses = [part for part in re.split(r"[,;:()]", sentence) if not may_show_what_is_refused(part)]
            plain = {match[2] for part in clauses for match in _QUOTED_WORD.finditer(part)} - words_of_results(sentence)
            unknown = [word for word in words if word not in known and word in plain]
            if choices.intersection(words) and unknown:
                yield f"{printable(repr(unknown[0]))} for {printable(repr(name))} in the description of the tool"


def _words_of(node: Any) -> Iterator[str]:
    """Yield the words in the values and texts of an argument's schema."""
    yield from re.findall(r"[\w.-]+", json.dumps(node, default=repr))


def _calls(tool: ToolFacts, view: SchemaView) -> Iterator[dict[str, Any]]:
    """Yield the arguments of calls that the description of the tool shows, unless their paragraph negates something."""
    properties = (view.root or {}).get("properties")
    names = list(properties) if isinstance(properties, dict) else []
    for paragraph in re.split(r"\n\s*\n", tool.description or ""):
        if f"{tool.name}(" in paragraph and not may_show_what_is_refused(paragraph):
            for call in described_calls(paragraph, tool.name, names):
                given = {name: _as_json(value) for name, value in call.items() if name in names}
                yield {name: value for name, value in given.items() if value is not ...}


def _as_json(value: Any) -> Any:
    """Return a Python value as JSON has it; an ellipsis for what it cannot hold, or what stands for other values."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return ...
