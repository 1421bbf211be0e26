"""Error dicts: what a tool returns for a failure has a short name and a sentence, in the shape that the loop knows."""

from __future__ import annotations

import re
from string import ascii_lowercase

from forge_harness import ToolError

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.plausible_calls import calls_made, plausible_calls
from ..check import check
from .provocations import provoked_outcomes

__all__ = ["error_codes_are_names", "error_dicts_are_well_formed"]

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.:/-]{0,63}")


@check(
    family="results",
    level="MUST",
    source="seed-000: Error handling inside a tool, return a typed-error dict",
    codes={
        "error_not_text": "The error of a returned failure is not a text.",
        "error_without_message": "A returned failure has no message.",
    },
)
def error_dicts_are_well_formed(subject: Subject) -> None:
    """A returned error has a non-empty string as error and a sentence as message.

    The loop recognises a failure by that shape; {"error": True} or a name without a message tells the model nothing.
    An error of None or "" beside data is a success. Not judged: an error that is a sentence itself, which tells the
    model what a message would; error_codes_are_names reports it.
    """
    for outcome in _error_dicts(subject):
        error, message = outcome.returned["error"], outcome.returned.get("message")
        if not isinstance(error, str):
            raise CheckFailure(
                "error_not_text",
                f"The tool returned a {type(error).__name__} as error. Return a short name, and a sentence as message.",
                arguments=outcome.arguments,
            )
        is_sentence = error.strip() and not _CODE.fullmatch(error)
        if not is_sentence and not (isinstance(message, str) and message.strip()):
            raise CheckFailure(
                "error_without_message",
                f"The tool returned the error {error[:60]!r} without a message. Add a sentence that helps the model.",
                arguments=outcome.arguments,
            )


@check(
    family="results",
    level="SHOULD",
    source="seed-000: keep your error strings consistent with the catalogued ones",
    codes={
        "error_is_a_sentence": "The error of a returned failure is a sentence.",
        "argument_in_error_code": "The code of a failure holds an argument.",
    },
)
def error_codes_are_names(subject: Subject) -> None:
    """The error of a returned failure is a short stable name, not a sentence.

    The loop chooses its guidance by the name; a sentence with a value in it is a new name every time, and so is a code
    of a ToolError that is made of an argument.
    """
    _judge_codes_of_arguments(subject)
    for outcome in _error_dicts(subject):
        error = outcome.returned["error"]
        if isinstance(error, str) and not _CODE.fullmatch(error):
            raise CheckFailure(
                "error_is_a_sentence",
                f"The tool returned {error[:60]!r} as error. Return a name such as 'not_found' there, and the sentence "
                "as message.",
                arguments=outcome.arguments,
            )


def _judge_codes_of_arguments(subject: Subject) -> None:
    """See that no code of a failure holds the text that was given."""
    base = plausible_calls(subject, limit=1)[0]
    mark = "zq" + "".join(subject.random.choices(ascii_lowercase, k=6))
    marked = [{**base, name: mark} for name, value in base.items() if isinstance(value, str)]
    for outcome in calls_made(subject, marked):
        if isinstance(outcome.raised, ToolError):
            code = outcome.raised.code
        else:
            code = str(outcome.returned["error"]) if outcome.is_error_dict else ""
        if mark in code.lower() and _CODE.fullmatch(code):
            code = code.replace(mark, "…")
            raise CheckFailure(
                "argument_in_error_code",
                f"The code of a failure, {code!r}, holds an argument where the dots are: a new name for every call. "
                "Return a name such as 'not_found' there, and say the value in the message.",
                arguments=outcome.arguments,
            )


def _error_dicts(subject: Subject) -> list[Outcome]:
    """Return calls that the tool answered with an error dict.

    Raises:
        NotApplicable: If there are none.
    """
    calls = plausible_calls(subject)
    outcomes = list(calls_made(subject, calls))
    controls = [outcome for outcome in outcomes if outcome.succeeded or outcome.is_error_dict][:3]
    outcomes += [provoked.outcome for provoked in provoked_outcomes(subject, controls, edges=True)]
    found = [outcome for outcome in outcomes if outcome.raised is None and outcome.is_error_dict]
    if not found:
        raise NotApplicable("No call made the tool return an error.")
    return found
