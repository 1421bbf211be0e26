"""Sequences: what a tool does with what its own earlier calls, and those of its neighbours, have left behind."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from ...argument_strategy import random_arguments
from ...strategies.calls.shrink import smallest
from ...strategies.calls.value_pool import ValuePool
from ...strategies.mined_constants import kept_values
from ...strategies.schemas.flat_schema import CannotMake, SchemaView
from ...strategies.schemas.unsupported import UnsupportedSchemaError
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.copies import in_a_copy
from ..calls.edge_calls import is_large, takes_named_arguments
from ..calls.fresh_world import make_fresh
from ..calls.hurried_time import hurried_time
from ..calls.plausible_calls import in_json_types, plausible_calls, shortened_waits
from ..check import check
from .bugs import Bug, BugFinder

__all__ = ["calls_in_any_order_do_not_crash"]

_LENGTH = 24
#: Calls of a sequence that are of the tool itself; the others are its neighbours'.
_OWN = 0.5
_MAX_NEIGHBOURS, _FEW_NEIGHBOURS = 6, 3
#: A run with so many random calls a check takes its time.
_MANY = 1_000
_RECALLED = 0.6
_MAX_PLAUSIBLE = 4
_RANDOM_CALLS = 40
#: One sequence for so many random calls of the budget, a few at least.
_CALLS_A_SEQUENCE = 60
_FEWEST = 2
_MAX_TRIES = 40
_SLOW_S = 0.2

#: A tool's name and arguments.
_Call = tuple[str, dict[str, Any]]


@check(family="robustness", level="MUST", source="DESIGN 3.4: state kept between calls; a writer, then a reader")
def calls_in_any_order_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows breaks on what earlier calls have left behind.

    A model adds, deletes and looks up in any order, and twice: a table that holds an entry too few, a file that the
    last call has emptied, a handle that is closed already end in an exception that says nothing about what to do.

    Sequences of calls of the tool, and of those declared beside it that use the same variables, in one process and one
    workspace; what one call returns, the next asks for. Judged like valid_calls_do_not_crash.

    Not judged: a call that breaks in a fresh process too; exceptions that are declared, raised on purpose, or come from
    files and connections.
    """
    takes_named_arguments(subject)
    players = _players(subject)
    source = random.Random(f"sequences/{subject.random.getrandbits(64)}")  # noqa: S311  # repeatable on purpose
    past = subject.past
    if past.before and past.arguments is not None:
        calls = [(str(call["tool"]), dict(call["arguments"])) for call in past.before]
        _judge(subject, players, [*calls, (subject.facts.name, dict(past.arguments))])
    deadline = time.monotonic() + subject.effort.random_s
    for number in range(max(_FEWEST, subject.effort.random_calls // _CALLS_A_SEQUENCE)):
        if number >= _FEWEST and time.monotonic() > deadline:
            return
        made = in_a_copy(lambda: _played(subject, players, source.getrandbits(64)), limit_s=2 * subject.call_s)
        # Drawn here as well, so that the next sequence is another one.
        source.getrandbits(64)
        if made is None:
            # A neighbour may hang; that is judged where it is the subject.
            continue
        if made["bug"]:
            _judge(subject, players, [(name, arguments) for name, arguments in made["calls"]])


@dataclass(frozen=True, slots=True)
class _Player:
    """A tool that takes part in a sequence.

    Attributes:
        subject: The tool.
        calls: Valid calls of it, ordinary ones first.
        view: Its schema.
    """

    subject: Subject
    calls: Sequence[dict[str, Any]]
    view: SchemaView


def _players(subject: Subject) -> dict[str, _Player]:
    """Return the tool itself and its neighbours, by name, with what they are called with."""
    found: dict[str, _Player] = {}
    kept = kept_values(subject.tool)
    others = [one for one in subject.neighbours if one[0].name != subject.facts.name and kept & kept_values(one[1])]
    most = _MAX_NEIGHBOURS if subject.effort.random_calls >= _MANY else _FEW_NEIGHBOURS
    for facts, tool in [(subject.facts, subject.tool), *others[:most]]:
        one = subject if facts.name == subject.facts.name else subject.beside(facts, tool)
        try:
            ordinary = plausible_calls(one, limit=_MAX_PLAUSIBLE)
            drawn = list(random_arguments(tool, seed=subject.random.getrandbits(32), limit=_RANDOM_CALLS))
            view = SchemaView(one.schema)
        except (UnsupportedSchemaError, CannotMake, NotApplicable):
            if one is subject:
                raise NotApplicable("No valid calls of the tool can be made at random.") from None
            continue
        except Exception:  # a neighbour that cannot be called is judged where it is the subject
            if one is subject:
                raise
            continue
        calls = [shortened_waits(one, call) for call in (*ordinary, *drawn) if not is_large(call)]
        if calls:
            found[facts.name] = _Player(one, calls, view)
    return found


def _played(subject: Subject, players: Mapping[str, _Player], seed: int) -> dict[str, Any]:
    """Make a random sequence of calls, until one of the tool itself shows a bug, and return what was called."""
    source = random.Random(seed)  # noqa: S311  # repeatable on purpose
    bugs, pool = BugFinder(subject), ValuePool()
    names = [name for name in players if name != subject.facts.name]
    calls: list[_Call] = []
    spent = 0.0
    with hurried_time():
        while len(calls) < _LENGTH and spent < subject.call_s:
            name = subject.facts.name
            if names and source.random() > _OWN:
                name = names[int(source.random() * len(names))]
            player = players[name]
            call = _drawn(player, pool, source)
            outcome = player.subject.call(call, call_s=subject.call_s / 2)
            calls.append((name, call))
            spent += outcome.seconds
            if outcome.timed_out:
                break
            if name == subject.facts.name and (bug := bugs.in_outcome(outcome)) is not None:
                return {"calls": calls, "bug": str(bug)}
            if outcome.seconds > _SLOW_S and name in names:
                names.remove(name)
            pool.learn(call)
            if outcome.succeeded:
                pool.learn(in_json_types(outcome.returned))
    return {"calls": calls, "bug": ""}


def _drawn(player: _Player, pool: ValuePool, source: random.Random) -> dict[str, Any]:
    # The ordinary ones do their work most often.
    call = player.calls[int(len(player.calls) * source.random() ** 2)]
    if source.random() < _RECALLED:
        schema = player.subject.schema
        return pool.placed(call, source, lambda one: player.view.fits(schema, one)) or call
    return call


def _judge(subject: Subject, players: Mapping[str, _Player], calls: Sequence[_Call]) -> None:
    """Raise what a sequence shows, in its shortest form.

    Raises:
        CheckFailure: If its last call breaks on what the others have left behind.
    """
    if any(name not in players for name, _ in calls):
        return
    bug = _bug_after(subject, players, calls)
    if not bug or _bug_after(subject, players, calls[-1:]):
        return
    kept, tries = list(calls), 0
    size = max(1, (len(kept) - 1) // 2)
    while tries < _MAX_TRIES:
        start = 0
        while start < len(kept) - 1 and tries < _MAX_TRIES:
            shorter = [*kept[:start], *kept[min(start + size, len(kept) - 1) :]]
            tries += 1
            if _bug_after(subject, players, shorter) == bug:
                kept = shorter
            else:
                start += size
        if size == 1:
            break
        size //= 2
    name, arguments = kept[-1]
    arguments = smallest(
        arguments,
        lambda call: _bug_after(subject, players, [*kept[:-1], (name, call)]) == bug,
        subject.schema,
        most_calls=12,
    )
    # A call that breaks by itself once it is small is another finding's.
    if _bug_after(subject, players, [(name, arguments)]):
        arguments = kept[-1][1]
    before = [{"tool": tool, "arguments": given} for tool, given in kept[:-1]]
    shown = ", ".join(f"{tool}({json.dumps(given, ensure_ascii=False)[:80]})" for tool, given in kept[:-1][:3])
    more = f" and {len(before) - 3} more" if len(before) > 3 else ""
    raise CheckFailure(
        f"After {shown}{more}, a call that the schema allows raised {bug}. "
        "Handle what earlier calls may have left, and say what to do instead.",
        arguments=arguments,
        before=before,
    )


def _bug_after(subject: Subject, players: Mapping[str, _Player], calls: Sequence[_Call]) -> str:
    """Return the bug that the last of the calls shows after the others, in a fresh world; empty if it shows none."""

    def last_bug() -> str:
        make_fresh(player.subject for player in players.values())
        outcome: Outcome | None = None
        with ExitStack() as stack:
            stack.enter_context(hurried_time())
            for name, arguments in calls:
                outcome = players[name].subject.call(arguments, call_s=subject.call_s / 2)
                if outcome.timed_out:
                    return ""
        bug: Bug | None = None if outcome is None else BugFinder(subject).in_outcome(outcome)
        return "" if bug is None else str(bug)

    return in_a_copy(last_bug, limit_s=2 * subject.call_s) or ""
