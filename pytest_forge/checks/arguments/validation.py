"""Validation: it accepts every call that the schema allows, and agrees with the code behind it."""

from __future__ import annotations

import copy
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, PydanticUserError

from forge_harness import LegacyTool

from ...strategies.calls.boundaries import Boundary, boundary_arguments
from ...strategies.calls.broken import Broken, invalid_arguments
from ...strategies.calls.examples import candidate_arguments
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure, CouldNotRun, NotApplicable
from ..calls.witnessed_tool import ValidatingTool
from ..check import check
from .half_checked import judge_half_checked
from .refusals import REFUSAL, REFUSAL_CODES, judge_refusal, new_mark, received_text
from .server_edges import judge_server_edges
from .text_lengths import refused_length
from .wrong_calls import calls_to_make, require_a_call

__all__ = ["schema_and_model_agree", "valid_arguments_are_accepted"]

#: Kinds of refusal that a schema can express; if the schema allows the value, schema and model disagree.
# fmt: off
_SCHEMA_KINDS = frozenset({
    "missing", "extra_forbidden", "int_type", "int_parsing", "int_from_float", "float_type", "float_parsing",
    "string_type", "bool_type", "bool_parsing", "list_type", "tuple_type", "set_type", "frozen_set_type", "dict_type",
    "mapping_type", "model_type", "model_attributes_type", "dataclass_type", "none_required", "literal_error", "enum",
    "greater_than", "greater_than_equal", "less_than", "less_than_equal", "multiple_of", "string_too_short",
    "string_too_long", "string_pattern_mismatch", "too_short", "too_long", "required", "additionalProperties", "type",
    "const", "minimum", "maximum", "pattern",
})
# fmt: on

#: Edges that authors set by hand: a validator that refuses them contradicts the schema.
_DECLARED_EDGES = frozenset({"minimum", "maximum", "enum", "null"})
#: Share of a check's time that the calls may take.
_SHARE = 0.7
_MAX_CONTEXTS = 40
_MAX_ACCEPTED = 3


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: the args model is the only source of the advertised schema",
    codes={
        "valid_value_refused": "A value that the schema allows is refused in every call.",
        "schema_and_model_differ": "The arguments model refuses a call that the schema allows.",
        "validator_crash": "A validator fails on a value that the schema allows.",
    },
)
def valid_arguments_are_accepted(subject: Subject) -> None:
    """Every call at the edge of what the schema allows passes validation.

    The model knows only the schema. If the advertised maximum, a choice, null or an omitted optional argument is
    refused, it cannot find out why. The check runs only the validation, not the tool.

    Not judged: single texts that a validator refuses, since a schema cannot express every rule (but a validator that
    refuses every text of one length that the pattern allows, and none of another, is a finding); values that are
    refused only in combination, such as an end before a start; formats.

    A server fails if every call that works but for one edge value, in one argument, is answered with a validation error
    that names the argument. It also fails if it refuses a bound by the argument's name, or a reader by the value,
    whatever the other arguments are, and accepts the values beside it. Times that calls wait for are not judged there.
    """
    if subject.is_served:
        judge_server_edges(subject)
        return
    schema = subject.schema
    require_a_call(subject)
    subject.tool = ValidatingTool(subject.tool)
    boundaries = boundary_arguments(schema)
    calls = candidate_arguments(schema, limit=24)
    patience = subject.patience(_SHARE)
    outcomes = [subject.call(call) for call in patience.each(calls)]
    for outcome in outcomes:
        _judge_refused_call(outcome)
    accepted = [outcome.arguments for outcome in outcomes if outcome.ran]
    if not accepted:
        raise CouldNotRun(
            f"No plausible call passes validation ({_reason(outcomes[0])}). Give the fields examples that do."
        )
    contexts = [*accepted, *(boundary.arguments for boundary in boundaries)][:_MAX_CONTEXTS]
    for boundary in patience.each(boundaries):
        outcome = subject.call(boundary.arguments)
        outcomes.append(outcome)
        _judge_refused_call(outcome)
        if not outcome.ran and not outcome.timed_out and _contradicts(subject, boundary, outcome, contexts):
            name = boundary.path[0]
            shown = "leaving it out" if boundary.keyword == "omitted" else json.dumps(boundary.value)
            raise CheckFailure(
                "valid_value_refused",
                f"The schema allows {shown} for {name!r}, but a validator always refuses it. "
                "Express the validator's rule in the schema.",
                about=str(name),
                arguments=boundary.arguments,
            )
    refused = refused_length(subject, accepted[:_MAX_ACCEPTED])
    if refused is not None:
        raise CheckFailure(
            "valid_value_refused",
            f"The pattern of {refused.name!r} allows texts of {refused.length} characters, all refused by a validator "
            f"that accepts those of {refused.taken}. Put the required length into the pattern.",
            about=refused.name,
            arguments=refused.arguments,
        )
    if any(outcome.timed_out and not outcome.ran for outcome in outcomes):
        raise CallHung("the validation of a call")


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: the args model is the only source of the advertised schema",
    codes={
        **REFUSAL_CODES,
        "argument_not_taken": "The schema names an argument that the function does not take.",
        "argument_not_advertised": "The function requires an argument that the schema does not name.",
        "half_checked": "The code refuses some wrong values of a nested field itself, and carries out others.",
        "optional_argument_needed": "An argument that the schema calls optional is required by the function.",
    },
)
def schema_and_model_agree(subject: Subject) -> None:
    """Calls that break a nested rule of the schema are refused, and the code takes the arguments that the schema names.

    The nested rules are those for fields of objects, items of lists and values of free-form maps. For tools without an
    arguments model the check also compares the signature: the function takes every advertised argument and requires no
    other. Some frameworks validate the top level only, so a plain function whose code refuses some wrong values of a
    nested field must refuse all of them; it may also leave them all to the schema.

    Not judged: an unknown field of a nested object that validation drops before the tool sees it, unless the arguments
    model itself forbids other fields there.
    """
    if subject.facts.validates != "all":
        raise NotApplicable(f"{subject.facts.framework} passes nested values on without validation.")
    require_a_call(subject)
    mark = new_mark(subject)
    nested = [broken for broken in invalid_arguments(subject.schema, mark=mark) if len(broken.path) > 1]
    if subject.is_served:
        # SDKs drop unknown fields before a tool sees them.
        nested = [broken for broken in nested if broken.kind in ("missing", "wrong_type", "out_of_range")]
    for broken in subject.patience(_SHARE).each(calls_to_make(subject, nested) if nested else ()):
        outcome = subject.call(broken.arguments)
        is_dropped = broken.kind == "unknown" and outcome.ran and mark not in received_text(outcome.received)
        if is_dropped and not _is_closed_by_author(outcome.received, broken):
            continue
        judge_refusal(subject, broken, outcome)
    if subject.facts.kind == "function":
        judge_half_checked(subject, nested)
    if subject.facts.kind in ("legacy", "executor"):
        _judge_signature(subject)
        _judge_optional(subject)
    elif not nested:
        raise NotApplicable("No argument contains objects or lists with rules of their own.")


def _judge_refused_call(outcome: Outcome) -> None:
    if outcome.ran or outcome.timed_out:
        return
    if outcome.error_type != REFUSAL:
        raise CheckFailure(
            "validator_crash",
            f"Validation of a call that the schema allows ended with {outcome.error_type}. "
            "Make the validators handle every value that the schema allows.",
            about=outcome.error_type,
            arguments=outcome.arguments,
        )
    kinds = _kinds(outcome)
    if kinds and kinds <= _SCHEMA_KINDS:
        raise CheckFailure(
            "schema_and_model_differ",
            f"The schema allows a call that the arguments model refuses: {_reason(outcome)}. "
            "Make them agree, best by generating the schema from the model.",
            arguments=outcome.arguments,
        )


def _contradicts(subject: Subject, boundary: Boundary, outcome: Outcome, contexts: list[dict[str, Any]]) -> bool:
    """Return whether the value is refused for its own sake, whatever the other arguments are."""
    if len(boundary.path) != 1:
        return False
    name = boundary.path[0]
    if boundary.keyword == "omitted":
        tries = [{key: value for key, value in context.items() if key != name} for context in contexts]
    elif boundary.keyword in _DECLARED_EDGES and f"{name} (" in _reason(outcome):
        tries = [{**context, str(name): boundary.value} for context in contexts]
    else:
        return False
    return not any(subject.call(arguments).ran for arguments in tries)


def _reason(outcome: Outcome) -> str:
    message = "" if outcome.result is None else outcome.result.error_message
    found = re.findall(r"[\w.*-]+ \(\w+\)", message)
    return "; ".join(found[:3]) or outcome.error_type


def _kinds(outcome: Outcome) -> set[str]:
    message = "" if outcome.result is None else outcome.result.error_message
    return set(re.findall(r"\((\w+)\)", message))


def _is_closed_by_author(received: Any, broken: Broken) -> bool:
    """Return whether the arguments model's own schema refuses the call, before Forge closes the tool's schema."""
    if not isinstance(received, BaseModel):
        return False
    without = copy.deepcopy(broken.arguments)
    holder: Any = without
    for part in broken.path[:-1]:
        holder = holder[part]
    del holder[broken.path[-1]]
    try:
        view = FlatSchema(type(received).model_json_schema())
    except (PydanticUserError, CannotMake):
        return False
    return view.fits(view.root, without) and not view.fits(view.root, broken.arguments)


def _judge_signature(subject: Subject) -> None:
    tool = subject.tool
    if not isinstance(tool, LegacyTool):
        return
    try:
        parameters = inspect.signature(tool.impl).parameters
    except (TypeError, ValueError):
        return
    properties, required = subject.schema.get("properties") or {}, subject.schema.get("required") or ()
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    named = {name for name, parameter in parameters.items() if parameter.kind in _BY_KEYWORD}
    for name in properties:
        if name not in named and not takes_any:
            raise CheckFailure(
                "argument_not_taken",
                f"The schema names {name!r}, which the function does not take. Add it to the function, or drop it.",
                about=name,
                arguments=_call_with(subject, name),
            )
    for name in _needed(parameters):
        if name not in properties:
            raise CheckFailure(
                "argument_not_advertised",
                f"The function requires {name!r}, which the schema lacks. Add it to the schema, or give it a default.",
                about=name,
            )
        if name not in required:
            raise CheckFailure(
                "optional_argument_needed",
                f"The function requires {name!r}, which the schema calls optional. Require it, or give it a default.",
                about=name,
                arguments=candidate_arguments(subject.schema, limit=1)[0],
            )


_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def _needed(parameters: Mapping[str, inspect.Parameter]) -> Iterator[str]:
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and parameter.kind in _BY_KEYWORD and name != "workspace_root":
            yield name


def _call_with(subject: Subject, name: str) -> dict[str, Any] | None:
    return next((call for call in candidate_arguments(subject.schema) if name in call), None)


def _judge_optional(subject: Subject) -> None:
    """Judge that a tool which takes a plain dict does not look up an optional argument that was left out."""
    properties = subject.schema.get("properties") or {}
    for call in candidate_arguments(subject.schema, limit=3):
        outcome = subject.call(call)
        missing = outcome.raised.args[0] if isinstance(outcome.raised, KeyError) and outcome.raised.args else None
        if isinstance(missing, str) and missing in properties and missing not in call:
            raise CheckFailure(
                "optional_argument_needed",
                f"The schema says {missing!r} is optional, but without it the tool raises KeyError. "
                "Require it, or give it a default.",
                about=missing,
                arguments=call,
            )
