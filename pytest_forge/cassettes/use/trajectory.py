"""Trajectory: the actions of a model in a cassette or a run, and assertions on them.

    Trajectory.from_cassette("cassettes/refund.yaml")
        .called("find_order", order_id="A-7")
        .not_called("delete_order")
        .in_order(["find_order", "refund"])
        .within(turns=6, cost_usd=0.05)
        .no_errors()

A failure shows the turns around the one concerned. Arguments are matched by value, predicate, class, or a compiled
pattern that is searched in a text; lists and dicts may hold any of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from forge_harness import AgentRun, Usage, billed_usage

from ...report.printable import printable
from ..redaction.redact import Redactor
from ..sessions.session import Session, read_session
from ..sessions.step import Step, StepCall, steps_of_run, steps_of_session
from .argument_matchers import fits, shown_matcher

__all__ = ["Trajectory"]

_AROUND = 2
_MAX_TEXT = 300


class Trajectory:
    """The actions of a model; every assertion returns the trajectory, for chaining.

    Args:
        steps: Its turns, in order.
        turns: The number of turns.
        tokens: All billed tokens; for a run, as its provider counts them.
        cost_usd: The cost in dollars; None if unknown.
    """

    def __init__(self, steps: Sequence[Step], *, turns: int, tokens: int, cost_usd: float | None) -> None:
        self.steps = tuple(steps)
        self.turns = turns
        self.tokens = tokens
        self.cost_usd = cost_usd

    @classmethod
    def from_cassette(cls, path: str | Path) -> Trajectory:
        """Read the trajectory of a cassette, whatever client recorded it.

        Raises:
            CassetteError: If the file is not a cassette.
        """
        return cls.from_session(read_session(Path(path)))

    @classmethod
    def from_session(cls, session: Session) -> Trajectory:
        """Read the trajectory of a session that was read or is in progress."""
        usages = [billed_usage(turn.reply.usage, turn.wire_format) for turn in session.turns]
        answered = [turn for turn in session.turns if turn.is_conversation and (turn.status or 0) < 400]
        total = sum((usage.input_tokens + usage.output_tokens for usage in usages), 0)
        return cls(steps_of_session(session), turns=len(answered), tokens=total, cost_usd=session.cost_usd)

    @classmethod
    def from_run(cls, run: AgentRun) -> Trajectory:
        """Read the trajectory of a run of `run_agent_loop`; of one that was stopped, give ``error.run``."""
        usage: Usage = run.usage
        return cls(
            steps_of_run(run),
            turns=run.iterations,
            tokens=usage.input_tokens + usage.output_tokens,
            cost_usd=run.cost_usd,
        )

    def called(
        self,
        name: str,
        /,
        times: int | None = None,
        arguments: Mapping[str, Any] | None = None,
        **matchers: Any,
    ) -> Trajectory:
        """Assert that a tool was called with arguments that match.

        Args:
            name: The tool's name.
            times: The expected number of such calls; None for one or more.
            arguments: Matchers by argument name, for names that this method uses itself.
            matchers: The same by keyword; other arguments may have any value.
        """
        __tracebackhide__ = True
        wanted = {**(arguments or {}), **matchers}
        named = [(step, call) for step, call in self._calls() if call.name == name]
        found = [(step, call) for step, call in named if fits(call, wanted)]
        if (len(found) == times) if times is not None else found:
            return self
        if times is not None and (found or not times):
            raise self._failure(
                f"Expected {_counted(times, 'call')} to {name!r}{_with(wanted)}, but there were {len(found)}. "
                f"{_places(found)}.",
                found[-1][0] if found else None,
            )
        if not named:
            others = sorted({call.name for _, call in self._calls()})
            told = f"The tools called were {', '.join(map(repr, others))}." if others else "No tool was called."
            raise self._failure(f"{name!r} was not called. {told}", None)
        step, nearest = max(named, key=lambda pair: sum(fits(pair[1], {key: wanted[key]}) for key in wanted))
        wrong = [key for key in wanted if not fits(nearest, {key: wanted[key]})]
        raise self._failure(
            f"{name!r} was called, but not{_with(wanted)}. "
            f"The nearest call, in turn {step.number}, differs in {', '.join(map(repr, wrong))}.",
            step,
        )

    def not_called(self, name: str, /, arguments: Mapping[str, Any] | None = None, **matchers: Any) -> Trajectory:
        """Assert that a tool was not called, or not with arguments that match; see `called`."""
        __tracebackhide__ = True
        wanted = {**(arguments or {}), **matchers}
        found = [(step, call) for step, call in self._calls() if call.name == name and fits(call, wanted)]
        if found:
            raise self._failure(
                f"Expected no call to {name!r}{_with(wanted)}, but it was called. {_places(found)}.",
                found[0][0],
            )
        return self

    def in_order(self, calls: Iterable[str | tuple[str, Mapping[str, Any]]]) -> Trajectory:
        """Assert that these calls were made in this order; other calls may be between them.

        Args:
            calls: Names, or pairs of a name and the arguments that must match.
        """
        __tracebackhide__ = True
        made = iter(self._calls())
        last: tuple[Step, StepCall] | None = None
        for entry in calls:
            name, wanted = (entry, {}) if isinstance(entry, str) else (entry[0], dict(entry[1]))
            found = next(((step, call) for step, call in made if call.name == name and fits(call, wanted)), None)
            if found is None:
                place = f"after {last[1].name!r} in turn {last[0].number}" if last else "at all"
                order = ", ".join(repr(call.name) for _, call in self._calls()) or "nothing"
                raise self._failure(
                    f"{name!r} was not called{_with(wanted)} {place}. The calls, in order: {order}.",
                    last[0] if last else None,
                )
            last = found
        return self

    def within(
        self, *, turns: int | None = None, tokens: int | None = None, cost_usd: float | None = None
    ) -> Trajectory:
        """Assert that usage stays within these limits; an unknown cost fails."""
        __tracebackhide__ = True
        if turns is not None and self.turns > turns:
            raise self._failure(
                f"The model took {_counted(self.turns, 'turn')}; the limit is {turns}. See the last ones."
            )
        if tokens is not None and self.tokens > tokens:
            raise self._failure(f"{self.tokens} tokens were used; the limit is {tokens}. Send or request fewer.")
        if cost_usd is not None and self.cost_usd is None:
            raise self._failure("The cost is unknown. Set the model's price in FLUID_PRICES_JSON.")
        if cost_usd is not None and self.cost_usd is not None and self.cost_usd > cost_usd:
            raise self._failure(
                f"The cost was ${self.cost_usd:.6f}; the limit is ${cost_usd:.6f}. Use a cheaper model, or send less."
            )
        return self

    def no_errors(self) -> Trajectory:
        """Assert that every turn has a complete reply and no call failed."""
        __tracebackhide__ = True
        for step in self.steps:
            if step.error is not None:
                raise self._failure(f"Turn {step.number} has no complete reply. {_shortened(step.error)}", step)
            for call in step.calls:
                if call.result is not None and call.result.is_error:
                    raise self._failure(
                        f"The call of {call.name!r} in turn {step.number} failed. See its result.", step
                    )
        return self

    def no_secrets(self, *, rules: Iterable[Callable[[str], Iterable[str]]] = ()) -> Trajectory:
        """Assert that replies, calls, results and requests hold no secret.

        Args:
            rules: Rules of the project: each takes a text and returns its secret parts.
        """
        __tracebackhide__ = True
        redactor = Redactor(rules=rules)
        for step in self.steps:
            for part, text in _parts(step):
                if found := redactor.find(text):
                    raise self._failure(
                        f"A secret ({found[0].kind}) is in {part} of turn {step.number}. Keep it from the model.",
                        step,
                        hide=redactor,
                    )
        return self

    def _calls(self) -> list[tuple[Step, StepCall]]:
        return [(step, call) for step in self.steps for call in step.calls]

    def _failure(self, head: str, step: Step | None = None, *, hide: Redactor | None = None) -> AssertionError:
        return AssertionError("\n".join([printable(head), *_transcript(self.steps, step, hide or Redactor())]))


def _transcript(steps: Sequence[Step], around: Step | None, hide: Redactor) -> list[str]:
    """Return the turns around one, or the last ones, as lines of text."""
    middle = next((place for place, step in enumerate(steps) if step is around), len(steps) - 1)
    first, last = max(middle - _AROUND, 0), min(middle + _AROUND + 1, len(steps))
    lines = [f"  … {_counted(first, 'earlier turn')}"] if first else []
    for step in steps[first:last]:
        lines.append(f"{'>' if step is around else ' '} turn {step.number or '(compacted)'}")
        lines += [f"    {label:<7} {_shortened(_hidden(text, hide))}" for label, text in _told(step)]
    if last < len(steps):
        lines.append(f"  … {_counted(len(steps) - last, 'later turn')}")
    return lines


def _told(step: Step) -> Iterator[tuple[str, str]]:
    """Yield the texts and calls of a turn, each with its label."""
    yield from ((label, text) for label, text in (("thinks", step.reasoning), ("says", step.text)) if text.strip())
    for call in step.calls:
        yield "calls", f"{call.name}({_written(call.arguments)})"
        if call.result is not None:
            yield "fails" if call.result.is_error else "gets", _written(call.result.value)
    if step.error is not None:
        yield "error", step.error


_PARTS = {
    "thinks": "the reasoning",
    "says": "the answer",
    "calls": "a call",
    "gets": "a result",
    "fails": "a result",
    "error": "the error",
}


def _parts(step: Step) -> Iterator[tuple[str, str]]:
    """Yield every text of a turn with a name for it."""
    yield "the request", step.sent
    for label, text in _told(step):
        yield _PARTS[label], text


def _hidden(text: str, redactor: Redactor) -> str:
    for found in reversed(redactor.find(text)):
        text = f"{text[: found.start]}({found.kind}){text[found.end :]}"
    return text


def _with(wanted: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{key}={shown_matcher(value)}" for key, value in wanted.items())
    return f" with {_shortened(shown)}" if shown else ""


def _places(found: Sequence[tuple[Step, StepCall]]) -> str:
    turns = list(dict.fromkeys(str(step.number) for step, _ in found))
    if not turns:
        return "See the turns below"
    return f"See turn {turns[0]}" if len(turns) == 1 else f"See turns {', '.join(turns[:-1])} and {turns[-1]}"


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)


def _shortened(text: str) -> str:
    text = text.strip()
    return printable(text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}… ({len(text)} characters)")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
