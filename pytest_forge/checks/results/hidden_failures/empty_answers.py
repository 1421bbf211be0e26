"""Empty answers: a failure that the tool swallowed, and answered with nothing, or with a set phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ....oracles.fault_errors import is_environmental, is_raised_by_builtins
from ....oracles.faults import Fault, FaultCampaign, Trial
from ....oracles.probe import Raised
from ....oracles.swallowed_errors import SwallowedErrors
from ....profile.claim import Claim
from ....profile.emptiness import announces_nothing, became_nothing
from ....profile.failures import answers_a_question, looks_things_up
from ....profile.roles import role_of
from ....strategies.mined_constants import author_codes
from ....strategies.role_values import failing_texts
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.sandbox_cause import chain_of
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_empty_answers"]

_MAX_CONTROLS = 2
_WORDS_OF_A_SENTENCE = 4
#: What stands for the answer of a caller's choice.
_OTHER = "another answer"
#: Acts by which a tool gets its data; a write that failed is judged by its file.
_READING = frozenset(
    {"open", "os.listdir", "os.scandir", "socket.connect", "urllib.Request", "http.client.connect",
     "subprocess.Popen", "os.system", "os.posix_spawn", "sqlite3.connect"}
)  # fmt: skip
#: Exceptions of a look-up or a calculation, for which nothing may be the answer.
_UNKNOWN = (LookupError, AttributeError, TypeError, NameError, AssertionError, ArithmeticError)
#: A text that no format takes.
_ODD_TEXT = "}{<[ not a document"


def judge_empty_answers(
    subject: Subject, controls: list[Outcome], report: Callable[[CheckFailure, Claim, Claim, Claim], None]
) -> None:
    """Judge that no failure is answered with nothing where an ordinary call gives data.

    Call this at the end of a check: the faults stay installed.

    Args:
        subject: The tool.
        controls: Calls that worked.
        report: Called with a finding and the claims that may excuse it.
    """
    controls = [control for control in controls if _has_answered(control)][:_MAX_CONTROLS]
    if not controls or not isinstance(controls[0].arguments, Mapping):
        return
    ordinary = [dict(control.arguments) for control in controls]
    provoked = list(_provoked(subject, ordinary[0]))
    prepare = partial(plant_world, subject, ordinary)
    prepare(subject.sandbox.workspace)
    campaign = FaultCampaign(subject, [*ordinary, *provoked], prepare=prepare)
    trials = campaign.survey()
    done = [trial for trial in trials[: len(ordinary)] if trial.outcome.succeeded and _has_answered(trial.outcome)]
    if not done or not campaign.handles_failures:
        return
    judge = _Judge(subject, campaign, done, report)
    for trial in trials[len(ordinary) :]:
        judge(trial)
    for trial in campaign.trials(_is_of_the_world):
        if trial.fault is not None:
            judge(trial)


class _Judge:
    """Compares a failing call with those that gave data."""

    def __init__(
        self,
        subject: Subject,
        campaign: FaultCampaign,
        done: list[Trial],
        report: Callable[[CheckFailure, Claim, Claim, Claim], None],
    ) -> None:
        self._subject = subject
        self._swallowed = SwallowedErrors(campaign.own)
        self._done = done
        self._report = report
        codes = author_codes(subject.tool)
        self._phrases = {text for code in codes for text in code.co_consts if isinstance(text, str)}

    def __call__(self, trial: Trial) -> None:
        outcome = trial.outcome
        if not outcome.succeeded or not trial.raised:
            return
        value = in_json_types(outcome.returned)
        equal = [done.outcome for done in self._done if done.outcome.arguments == outcome.arguments]
        befores = [in_json_types(done.returned) for done in equal or [done.outcome for done in self._done]]
        if not any(became_nothing(b, value, outcome.arguments) or self._is_set_phrase(b, value) for b in befores):
            return
        causes = [raised for raised in trial.raised if self._counts(raised, trial.fault)]
        cause = next((raised for raised in causes if self._swallowed.is_whole(raised)), None)
        if cause is None or (trial.fault is None and self._is_given(outcome.arguments, value)):
            return
        facts = self._subject.facts
        told = str(trial.fault) if trial.fault else f"its {type(cause.error).__name__}"
        shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
        self._report(
            CheckFailure(
                "failure_as_nothing",
                f"The tool swallowed {told} and returned {shown}; without the failure it returns data. "
                'Raise, or return {"error": ..., "message": ...}.',
                arguments=outcome.arguments,
            ),
            announces_nothing(facts, failing=trial.fault is not None),
            answers_a_question(facts),
            looks_things_up(facts) if trial.fault is None else answers_a_question(facts),
        )

    def _is_given(self, call: Mapping[str, Any], value: Any) -> bool:
        """Tell whether an argument is the answer for nothing, as a look-up's default is: another one is answered."""
        fits = FlatSchema(self._subject.schema).fits
        for name, node in (self._subject.schema.get("properties") or {}).items():
            default = node.get("default") if isinstance(node, Mapping) else None
            other = {**call, name: _OTHER}
            if call.get(name, default) == value and fits(self._subject.schema, other):
                again = self._subject.call(other)
                if again.succeeded and in_json_types(again.returned) == _OTHER:
                    return True
        return False

    def _is_set_phrase(self, before: Any, value: Any) -> bool:
        """Tell whether a text that a call made gave way to a sentence that stands in the code."""
        if not isinstance(before, str) or not isinstance(value, str) or len(value.split()) < _WORDS_OF_A_SENTENCE:
            return False
        return value in self._phrases and before not in self._phrases

    def _counts(self, raised: Raised, fault: Fault | None) -> bool:
        error = type(raised.error)
        if raised.is_write:
            return False
        if fault is not None:
            # A client translates the failure of a socket into a class of its own.
            return any(isinstance(link, fault.error_class) for link in chain_of(raised.error))
        return is_environmental(error) or (is_raised_by_builtins(error) and not issubclass(error, _UNKNOWN))


def _has_answered(outcome: Outcome) -> bool:
    return became_nothing(in_json_types(outcome.returned), None, outcome.arguments)


def _is_of_the_world(fault: Fault) -> bool:
    if isinstance(fault.target, str):
        return fault.target in _READING
    # A file that does not exist yet is no failure of a store.
    return is_environmental(fault.error_class) and not issubclass(fault.error_class, FileNotFoundError)


def _provoked(subject: Subject, ordinary: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an ordinary call with each text replaced by one that cannot be used."""
    properties = subject.schema.get("properties") or {}
    for name, value in ordinary.items():
        node = properties.get(name)
        if not isinstance(value, str) or not isinstance(node, dict) or "enum" in node:
            continue
        role = role_of(name, node)
        for text in failing_texts(role)[:2] or (_ODD_TEXT,):
            yield {**ordinary, name: text}
