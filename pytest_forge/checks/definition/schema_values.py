"""Schema values: whether defaults and examples fit, bounds leave a value, and patterns compile everywhere."""

from __future__ import annotations

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .described_default import other_default
from .ecma_pattern import pattern_problem
from .schema_fit import fits, type_fits
from .schema_view import SchemaView, listed, pointer, printable
from .shown_examples import examples_of, misfits_of
from .told_bounds import misfits_of_bounds, refused_offers
from .tool_schema import schema_of

__all__ = ["bounds_allow_a_value", "defaults_fit_the_schema", "patterns_are_portable"]

_BOUNDS = (
    ("minimum", "maximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, metadata 9.2: a default is valid against its schema",
    codes={
        "default_misfits": "A default does not fit its own schema.",
        "default_told_otherwise": "A default differs from the one in its description.",
        "example_misfits": "An example does not fit the schema of its argument.",
        "bounds_told_otherwise": "A range or a value in a description differs from the bounds of the schema.",
    },
)
def defaults_fit_the_schema(tool: ToolFacts) -> None:
    """Every default and example is valid against its own schema; defaults and bounds are those of the descriptions.

    A model that sends the documented default must not be refused, and one that leaves the argument out must get the
    documented value. A default of null on an optional argument means "not given" and passes.

    Examples are those of the keyword, those that a description names after "e.g.", "for example" or "such as", codes
    that an argument's description tells of as it does of one that fits ("C-7 in the hall, RF-12 in the cellar"), and
    calls of the tool in its own description.

    A range in a description, as in "5 to 60 minutes", is that of the schema if it shares one end with it.
    A value beside a range, as in "0 for no limit", has to be within the bounds as well.

    Not judged: ranges that are usual, recommended or an example; examples in sentences that negate something or say
    what is refused; texts that may be a part of a value.
    """
    view, _ = schema_of(tool)
    found = [(path, node) for path, node in view.nodes if "default" in node]
    ranges = misfits_of_bounds(view)
    offers = refused_offers(view)
    if not found and not ranges and not offers and not examples_of(tool, view):
        raise NotApplicable("No argument has a default or an example.")
    required = _required_schemas(view)
    misfits = [
        f"{printable(repr(node['default']))} at {pointer(path)}"
        for path, node in found
        if not (node["default"] is None and id(node) not in required) and not fits(node["default"], node, view)
    ]
    if misfits:
        raise CheckFailure(
            "default_misfits",
            f"A default does not fit its own schema: {listed(misfits)}. Change the default or the schema.",
        )
    others = [
        f"{printable(repr(node['default']))} at {pointer(path)}, described as {printable(repr(told))}"
        for path, node in found
        if (told := other_default(node))
    ]
    if others:
        raise CheckFailure(
            "default_told_otherwise", f"A default differs from the one in its description: {listed(others)}."
        )
    if ranges:
        raise CheckFailure(
            "bounds_told_otherwise",
            f"A range in a description differs from the schema: {listed(ranges)}. Change the text or the schema.",
        )
    if offers:
        raise CheckFailure(
            "bounds_told_otherwise",
            f"A description offers a value that the schema refuses: {listed(offers)}. Change the text or the schema.",
        )
    misfits = misfits_of(tool, view)
    if misfits:
        raise CheckFailure(
            "example_misfits",
            f"An example does not fit the schema of its argument: {listed(misfits)}. Change the example or the schema.",
        )


def _required_schemas(view: SchemaView) -> set[int]:
    return {
        id(node["properties"][name])
        for _, node in view.nodes
        if isinstance(node.get("required"), list) and isinstance(node.get("properties"), dict)
        for name in node["required"]
        if isinstance(name, str) and name in node["properties"]
    }


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, validation 6: assertions",
    codes={
        "no_value_allowed": "The schema allows no value of an argument.",
    },
)
def bounds_allow_a_value(tool: ToolFacts) -> None:
    """Bounds, types and enums leave at least one value that can be sent.

    A minimum above its maximum, or an enum without a value of the declared type, refuses every call.
    """
    view, _ = schema_of(tool)
    impossible = []
    for path, node in view.nodes:
        for low, high in _BOUNDS:
            least, most = node.get(low), node.get(high)
            if isinstance(least, (int, float)) and isinstance(most, (int, float)) and least > most:
                impossible.append(f"{low} {least} above {high} {most} at {pointer(path)}")
        values = node["enum"] if isinstance(node.get("enum"), list) else []
        if node.get("enum") == []:
            impossible.append(f"an enum without values at {pointer(path)}")
        if "const" in node:
            values = [node["const"]]
        if values and "type" in node and not any(type_fits(value, node["type"]) for value in values):
            kind = printable(repr(node["type"]))
            impossible.append(f"no value of type {kind} among {printable(repr(values[:3]))} at {pointer(path)}")
    if impossible:
        raise CheckFailure(
            "no_value_allowed",
            f"The schema allows no value: {listed(impossible)}. Correct the bounds, the type or the enum.",
        )


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, core 6.4: patterns are ECMA-262",
    codes={
        "pattern_not_portable": "A pattern is not an ECMA-262 regular expression.",
    },
)
def patterns_are_portable(tool: ToolFacts) -> None:
    """Every pattern is an ECMA-262 regular expression, the dialect that JSON Schema requires.

    Clients in other languages cannot compile a pattern that only Python accepts, or read it differently; then they
    refuse the tool or check nothing.
    """
    view, _ = schema_of(tool)
    patterns = [((path, "pattern"), node["pattern"]) for path, node in view.nodes if "pattern" in node]
    patterns += [
        (((path, "patternProperties"), name), name)
        for path, node in view.nodes
        if isinstance(node.get("patternProperties"), dict)
        for name in node["patternProperties"]
    ]
    if not patterns:
        raise NotApplicable("The schema has no pattern.")
    foreign = []
    for path, pattern in patterns:
        problem = pattern_problem(pattern) if isinstance(pattern, str) else None
        if problem:
            foreign.append(f"{problem} (at {pointer(path)})")
    if foreign:
        raise CheckFailure(
            "pattern_not_portable",
            f"A pattern is not an ECMA-262 regular expression: {listed(map(printable, foreign))}.",
        )
