"""Refusals: a call that the contract forbids is refused before the tool runs, and the refusal repeats no value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from forge_harness import ToolError

from ...profile.roles import Role, role_of
from ...regex import regex
from ...strategies.calls.broken import Broken
from ...strategies.calls.examples import candidate_arguments
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.asking import looks_failed
from ..check import check
from .flags_for_numbers import judge_flags_for_numbers
from .kept_nulls import keeps_null
from .not_numbers import judge_not_numbers
from .told_limits import judge_told_limits
from .wrong_calls import broken_calls

__all__ = [
    "REFUSAL",
    "REFUSAL_CODES",
    "judge_refusal",
    "missing_arguments_are_refused",
    "new_mark",
    "null_arguments_are_refused",
    "out_of_range_arguments_are_refused",
    "received_text",
    "unknown_fields_are_refused",
    "wrong_types_are_refused",
]

REFUSAL = "ToolValidationError"
#: The codes of the checks that make wrong calls.
REFUSAL_CODES = {
    "refusal_too_slow": "A wrong call is not refused in time.",
    "wrong_call_carried_out": "A wrong call is carried out.",
    "wrong_refusal": "A wrong call ends with an error that is not a refusal.",
    "value_in_refusal": "A refusal repeats a value of the call.",
}
#: Share of a check's time that the calls may take.
_SHARE = 0.7
_FAR = "987654321"
_LOG_LINE = regex(r"^(?:CRITICAL|ERROR|WARNING|INFO|DEBUG|Level \d+|NOTSET) ", re.MULTILINE)


#: The check that reports validators which fail on a value of another type.
_REPORTS_TYPES = "wrong_types_are_refused"


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: Testing, ToolValidationError",
    codes=REFUSAL_CODES,
)
def missing_arguments_are_refused(subject: Subject) -> None:
    """A call without a required argument is refused before the tool runs.

    Models often leave arguments out. If the tool fills in a value of its own, it does a job that was not asked for, and
    the model never learns of its mistake.

    Whether a tool of a server ran is not observable: there, and in the checks of other wrong calls, the answer must be
    an error. All other arguments come from a call that works.
    """
    mark = new_mark(subject)
    judge_refusals(subject, broken_calls(subject, mark, "missing", absent="No argument is required."), mark)


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: Pydantic args model contract",
    codes={**REFUSAL_CODES, "flag_as_number": "True is taken for a number that the code refuses as a text."},
)
def wrong_types_are_refused(subject: Subject) -> None:
    """A call with a value of another type is refused before the tool runs, without repeating the value.

    Not judged: conversions that lose nothing, such as "5" for a number or 1 for true. An object in place of a text is
    not one of them. A validator that fails on it (AttributeError, TypeError) does not count as a refusal: the model
    reads that the tool is broken.

    Records whose keys the schema leaves open are judged for functions: where the description says that a key has a
    number, and the code refuses the number as a text, a call with True for it must not be carried out.
    """
    mark = new_mark(subject)
    try:
        calls = broken_calls(subject, mark, "wrong_type", absent="Every argument takes any type.")
    except NotApplicable:
        if judge_flags_for_numbers(subject):
            return
        raise
    judge_refusals(subject, calls, mark)
    judge_flags_for_numbers(subject)


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: Pydantic args model contract, rule 3",
    codes=REFUSAL_CODES,
    unseen=(
        "The MCP SDKs drop unknown fields before a tool sees them; from outside, that looks the same as accepting them."
    ),
    foreign="The framework drops unknown fields before the tool sees them, or refuses them, and its author has no say.",
)
def unknown_fields_are_refused(subject: Subject) -> None:
    """A call with an argument that the schema does not name is refused before the tool runs.

    A misspelt argument that is dropped silently gives a wrong result that goes unnoticed. Unknown fields of nested
    objects are judged by `schema_and_model_agree`.
    """
    mark = new_mark(subject)
    judge_refusals(
        subject, broken_calls(subject, mark, "unknown", absent="No call can hold an unknown argument."), mark
    )


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: Pydantic args model contract",
    codes={
        **REFUSAL_CODES,
        "told_limit_passed": "A number beyond the limit that a description states is taken.",
        "not_a_number_passed": "NaN is taken where the code refuses or leaves out numbers outside of a range.",
    },
)
def out_of_range_arguments_are_refused(subject: Subject) -> None:
    """A value outside the advertised bounds, lengths, choices or pattern is refused before the tool runs.

    Models overstep bounds, so a bound in the schema alone has no effect. A tool may also refuse such a value itself,
    with a `ToolError`. Formats are not judged: JSON Schema treats them as annotations.

    A limit that only a description states ("at least 1") is judged for whole numbers: a call beyond it fails the check
    if its answer differs in a number from those of the calls at the limit, inside and without the argument. So a tool
    may also take the nearest value instead, or answer in words.

    NaN is judged for functions: the code that refuses both a very great and a very small number must not take it, and
    code that leaves them out of a list must not keep it in its answer, unless the tool tells of NaN.
    """
    mark = new_mark(subject)
    absent = "No argument has bounds, lengths, choices or a pattern."
    has_limits = judge_told_limits(subject)
    has_limits = judge_not_numbers(subject) or has_limits
    try:
        calls = broken_calls(subject, mark, "out_of_range", absent=absent)
    except NotApplicable:
        if has_limits:
            return
        raise
    judge_refusals(subject, calls, mark)


@check(
    family="arguments",
    level="MUST",
    source="Authoring Forge Tools: Pydantic args model contract",
    codes=REFUSAL_CODES,
)
def null_arguments_are_refused(subject: Subject) -> None:
    """Null for an argument that is not nullable is refused before the tool runs.

    Not judged: an optional argument for which null means the same as leaving it out, since models often send it; a
    validator that fails on any other type as well, which is a finding of `wrong_types_are_refused`.
    """
    mark = new_mark(subject)
    found = broken_calls(subject, mark, "null", absent="Every argument may be null.")
    calls = [broken for broken in found if not _means_omission(subject, broken)]
    if not calls:
        raise NotApplicable("Wherever null is not allowed, it means the same as leaving the argument out.")
    judged = [broken for broken in calls if not _stumbles(subject, broken, mark)]
    judge_refusals(subject, judged, mark)
    if len(judged) < len(calls):
        message = f"Not judged: a validator fails on null and on other types as well; see {_REPORTS_TYPES}."
        raise FollowsFinding(message, check=_REPORTS_TYPES)


def new_mark(subject: Subject) -> str:
    """Return a unique text to send in a call and to search for afterwards."""
    return f"mark{subject.random.getrandbits(64):016x}"


def judge_refusals(subject: Subject, calls: Iterable[Broken], mark: str) -> None:
    """Make each call, and judge that it is refused before the tool runs and that the refusal repeats no value.

    Raises:
        CheckFailure: If a call is carried out, ends in another way, or is repeated in the refusal or in the log.
    """
    for broken in subject.patience(_SHARE).each(calls):
        judge_refusal(subject, broken, subject.call(broken.arguments))
        if subject.is_served or subject.facts.framework:
            # SDKs and frameworks repeat the value when they refuse a call.
            continue
        marked = {**broken.arguments, **dict(_marked_siblings(subject.schema, broken, mark))}
        judge_echo(broken, subject.call(marked), mark)


def judge_refusal(subject: Subject, broken: Broken, outcome: Outcome) -> None:
    """Judge a call that must be refused.

    Raises:
        CheckFailure: If it was not refused.
    """
    if subject.is_served:
        if outcome.timed_out:
            subject.has_left(1, is_hung=True)
        elif not looks_failed(outcome):
            raise CheckFailure(
                "wrong_call_carried_out",
                f"A call {broken.what} succeeded. Validate arguments against the advertised schema, and answer with an "
                "error.",
                arguments=broken.arguments,
            )
        return
    if outcome.timed_out:
        raise CheckFailure(
            "refusal_too_slow",
            f"A call {broken.what} was not refused within {subject.call_s:g} s. Refuse it in validation.",
            arguments=broken.arguments,
        )
    if _refuses_itself(subject, broken, outcome):
        return
    if outcome.ran:
        raise CheckFailure(
            "wrong_call_carried_out",
            f"A call {broken.what} was carried out. Make the arguments model refuse it.",
            arguments=broken.arguments,
        )
    if outcome.error_type != REFUSAL:
        raise CheckFailure(
            "wrong_refusal",
            f"A call {broken.what} ended with {outcome.error_type} instead of {REFUSAL}. "
            "Raise only ValueError in validators; one that runs before the type check must expect any type.",
            about=outcome.error_type,
            arguments=broken.arguments,
        )


def _refuses_itself(subject: Subject, broken: Broken, outcome: Outcome) -> bool:
    """Tell whether the tool refuses a value of the right type, or of a nested field, in its own words.

    Its reason may be more exact.
    """
    if len(broken.path) == 1 and broken.kind != "out_of_range":
        return False
    if isinstance(outcome.raised, ToolError):
        return True
    return outcome.is_error_dict and (len(broken.path) > 1 or not _fails_anyway(subject, outcome))


def _fails_anyway(subject: Subject, refused: Outcome) -> bool:
    """Return whether an ordinary call ends with the same error, whose cause is then not the wrong value."""
    ordinary = next(iter(candidate_arguments(subject.schema, limit=1)), None)
    if ordinary is None:
        return True
    outcome = subject.call(ordinary)
    return outcome.is_error_dict and outcome.returned["error"] == refused.returned["error"]


def judge_echo(broken: Broken, outcome: Outcome, mark: str) -> None:
    """Judge whether the refusal repeats the arguments, to the model or in the log.

    Raises:
        CheckFailure: If it does.
    """
    if outcome.ran:
        # The call is valid with the mark in it; it has already been judged without.
        return
    sent = json.dumps(outcome.arguments, default=repr)
    for text, where in ((outcome.payload_text, "to the model"), (_visible(outcome.log_text), "in the log")):
        for secret in (mark, _FAR):
            if secret in sent and secret in text:
                raise CheckFailure(
                    "value_in_refusal",
                    f"The refusal of a call {broken.what} repeats a value of the call {where}. "
                    "Name the field and the rule, not the value.",
                    arguments=outcome.arguments,
                )


def _visible(log_text: str) -> str:
    """Return the log without debug records, which production does not keep."""
    starts = [match.start() for match in _LOG_LINE.finditer(log_text)]
    records = [log_text[start:end] for start, end in zip(starts, [*starts[1:], len(log_text)], strict=True)]
    return "".join(record for record in records if not record.startswith("DEBUG "))


def _marked_siblings(schema: Mapping[str, Any], broken: Broken, mark: str) -> Iterator[tuple[str, str]]:
    """Yield the other text arguments that take any text, with the mark as their value."""
    properties = schema.get("properties") or {}
    for name in broken.arguments:
        node = properties.get(name)
        if name in broken.path or not isinstance(node, Mapping) or node.get("type") != "string":
            continue
        if not node.keys() & {"enum", "const", "pattern", "format", "maxLength"} and role_of(name, node) is Role.TEXT:
            yield name, mark


def _means_omission(subject: Subject, broken: Broken) -> bool:
    """Return whether null gives the tool the same arguments as leaving the optional argument out."""
    name = broken.path[0]
    if name in (subject.schema.get("required") or ()):
        return False
    if subject.is_served:
        # What a server's tool received is not observable, but its answer may show it.
        return not keeps_null(subject, broken.arguments, str(name))
    without = {key: value for key, value in broken.arguments.items() if key != name}
    try:
        return received_text(subject.tool.validate(broken.arguments)) == received_text(subject.tool.validate(without))
    except Exception:  # noqa: BLE001  # refused, or broken in a way that the call itself shows
        return False


def _stumbles(subject: Subject, broken: Broken, mark: str) -> bool:
    """Return whether validation ends in an error other than a refusal, for null and for an object alike."""
    name = str(broken.path[0])
    outcomes = (subject.call(broken.arguments), subject.call({**broken.arguments, name: {mark: mark}}))
    return all(not outcome.ran and outcome.error_type != REFUSAL for outcome in outcomes)


def received_text(received: Any) -> str:
    """Return everything that the tool received as one text, but not which fields the caller had set."""
    fields = {name: getattr(received, name, None) for name in getattr(type(received), "model_fields", ())}
    extra = getattr(received, "model_extra", None)
    return repr((fields, extra) if fields else received)
