"""Error dicts: a returned failure has a short name and a sentence, in the shape that the agent loop recognises."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from forge_harness import ToolError

from ...profile.failures import answers_a_question, chooses_its_answers, tells_of_errors
from ...regex import regex
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import answered, reply_to
from ..calls.excuses import Excuses
from ..calls.missing_things import failing_calls
from ..calls.ordinary_outcomes import calls_made
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .provocations import provoked_outcomes

__all__ = ["error_codes_are_names", "error_dicts_are_well_formed"]

#: Keys that describe a failure; any other is data.
_PARTS_OF_A_FAILURE = frozenset(("error", "message", "code", "ok", "success", "status"))
_CODE = regex(r"[A-Za-z][A-Za-z0-9_.:/-]{0,63}")


@check(
    family="results",
    level="MUST",
    source="Authoring Forge Tools: Error handling inside a tool, return a typed-error dict",
    codes={
        "error_not_text": "The error of a returned failure is not a string.",
        "error_without_message": "A returned failure has no message.",
    },
)
def error_dicts_are_well_formed(subject: Subject) -> None:
    """A returned error has a non-empty string under "error" and a sentence under "message".

    The loop recognises a failure by that shape; {"error": True} or a name without a message gives the model nothing to
    act on. An "error" of None or "" next to data is a success. Not judged: an "error" that is itself a sentence, which
    serves the model as a message (`error_codes_are_names` reports it); an "error" next to other data, if the tool is
    about errors or answers a question.

    The result of a server with isError contains a text that says what is wrong.
    """
    excuses = Excuses()
    for outcome in _failures(subject):
        failure = _malformed(outcome)
        if failure is not None:
            has_data = any(key not in _PARTS_OF_A_FAILURE for key in outcome.returned)
            claims = [tells_of_errors(subject.facts), answers_a_question(subject.facts)] if has_data else []
            excuses.report(failure, *claims)
    excuses.tell()


def _malformed(outcome: Outcome) -> CheckFailure | None:
    if outcome.answer is not None:
        if outcome.text.strip():
            return None
        return CheckFailure(
            "error_without_message",
            "The tool answered with isError, but without a text. Add a sentence that helps the model.",
            arguments=outcome.arguments,
        )
    error, message = outcome.returned["error"], outcome.returned.get("message")
    if not isinstance(error, str):
        return CheckFailure(
            "error_not_text",
            f"The tool returned a {type(error).__name__} as 'error'. Return a short name and a 'message'.",
            arguments=outcome.arguments,
        )
    is_sentence = error.strip() and not _CODE.fullmatch(error)
    if not is_sentence and not (isinstance(message, str) and message.strip()):
        return CheckFailure(
            "error_without_message",
            f"The tool returned the error {error[:60]!r} without a message. Add a sentence for the model.",
            arguments=outcome.arguments,
        )
    return None


@check(
    family="results",
    level="SHOULD",
    source="Authoring Forge Tools: keep your error strings consistent with the catalogued ones",
    codes={
        "error_is_a_sentence": "The error of a returned failure is a sentence.",
        "argument_in_error_code": "The code of a failure contains an argument.",
    },
    unseen="An MCP error result has a text, but no code.",
)
def error_codes_are_names(subject: Subject) -> None:
    """The error of a returned failure is a short, stable name and not a sentence.

    The loop selects its guidance by that name. A sentence with a value in it is a new name every time, and so is the
    code of a ToolError that is built from an argument.

    Not judged: functions and tools of other frameworks whose errors are all sentences, as their authors choose them.
    """
    _judge_codes_of_arguments(subject)
    failures = _error_dicts(subject)
    errors = [outcome.returned["error"] for outcome in failures]
    if chooses_its_answers(subject.facts) and not any(
        isinstance(error, str) and _CODE.fullmatch(error) for error in errors
    ):
        raise NotApplicable("The errors of the tool are sentences, and no framework asks for names.")
    for outcome in failures:
        error = outcome.returned["error"]
        if isinstance(error, str) and not _CODE.fullmatch(error):
            raise CheckFailure(
                "error_is_a_sentence",
                f"The tool returned {error[:60]!r} as 'error'. Return a name such as 'not_found', and the sentence as "
                "'message'.",
                arguments=outcome.arguments,
            )


def _judge_codes_of_arguments(subject: Subject) -> None:
    """Judge that the code of a failure does not contain a text from the arguments."""
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
                f"The error code {code!r} contains an argument value (shown as …), so it differs in every call. "
                "Return a name such as 'not_found', and put the value into the message.",
                arguments=outcome.arguments,
            )


def _failures(subject: Subject) -> Iterator[Outcome]:
    """Yield the calls that the tool answered with a failure; of a server, those with isError.

    Raises:
        NotApplicable: If there are none.
    """
    if not subject.is_served:
        yield from _error_dicts(subject)
        return
    calls = plausible_calls(subject)
    every = subject.patience().each([*failing_calls(subject, calls), *calls])
    failures = [
        reply
        for reply in answered(subject, (reply_to(subject, call) for call in every))
        if reply.answer is not None and reply.answer.is_tool_error
    ]
    if not failures:
        raise NotApplicable("No call was answered with an error of the tool.")
    yield from failures


def _error_dicts(subject: Subject) -> list[Outcome]:
    """Return the calls that the tool answered with an error dict.

    Raises:
        NotApplicable: If there are none.
    """
    calls = plausible_calls(subject)
    outcomes = list(calls_made(subject, calls))
    controls = [outcome for outcome in outcomes if outcome.succeeded or outcome.is_error_dict][:3]
    outcomes += [provoked.outcome for provoked in provoked_outcomes(subject, controls, edges=True)]
    found = [outcome for outcome in outcomes if outcome.raised is None and outcome.is_error_dict]
    if not found:
        raise NotApplicable("The tool returned no error in any call.")
    return found
