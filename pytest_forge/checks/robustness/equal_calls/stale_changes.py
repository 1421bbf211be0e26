"""Stale changes: a reader that shows a record as it was before another tool changed it, or what it belongs to.

add_section(name="hello")                        {"id": 1}
add_article(section=1, title="hello")
search(text="hello")                             "hello", in the section "hello"
rename_section(section=1, name="hello2")
search(text="hello")                             still "hello"; without the first search, it is "hello2"

There is a record of each kind, so that every change meets one. Changes of which the answer tells are made one after
another in one world; a change of which it does not tell is made once more where nothing has been read before.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from msgspec import Struct

from ....profile.emptiness import finds_nothing
from ....profile.identifiers import names_record
from ....profile.makers import makes_things, takes_things_away
from ....profile.reads import reads
from ....profile.roles import Role, role_of
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.mined_constants import kept_values
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.answer_values import answered_values
from ...calls.asking import looks_failed, served_tool
from ...calls.call_search import searched_reply
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.record_chains import filled_step, noted_steps, values_of_steps
from ...calls.preparation.record_makers import aligned_calls
from ...calls.sequences import NamedCall
from ...calls.state_view import without_moments
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit

__all__ = ["StaleRead", "in_a_fresh_world", "stale_change", "writers_beside"]

#: Share of a check's time, and time limit of a copy, in calls.
_SHARE, _CALLS = 0.2, 4
_MAX_READS, _MAX_KINDS, _MAX_WRITERS, _MAX_CALLS = 2, 4, 6, 4
#: Calls of a search for the values that a call needs.
_MAX_SEARCHED = 15
#: Names that a program makes up, which differ from start to start.
_MADE_UP = regex(r"(?=\w*\d)[\w-]{6,}")
_DAY = regex(r"\d{4}-\d\d-\d\d(?!\d)")

#: A call of a tool that worked, with the tool's name.
_Step = tuple[str, Outcome]


class StaleRead(Struct, frozen=True):
    """A call of a reader whose answer after writes depends on whether it was made before them.

    Attributes:
        call: The call.
        writers: The tools that wrote.
        before: The calls before it, its own earlier ones included.
    """

    call: dict[str, Any]
    writers: list[str]
    before: list[NamedCall]


class _Scene(Struct, frozen=True):
    """What was done in one world, in JSON types.

    Attributes:
        steps: The calls that worked, as steps of a chain: those that add records, and then the changes.
        added: The number of the former.
        reads: The calls of the reader.
        answers: The answers to them after the records were added, and after each change.
    """

    steps: list[dict[str, Any]]
    added: int
    reads: list[dict[str, Any]]
    answers: list[list[str]]


def stale_change(subject: Subject) -> StaleRead | None:
    """Return a call of a reader that shows a change by another tool only if it was not made before; None without one.

    Both ways must show their answers twice, each in a fresh world.
    """
    writers = writers_beside(subject)
    calls = calls_that_fit(subject, limit=_MAX_READS) if writers else []
    if not calls or (subject.is_served and served_tool(subject).server.address.url):
        return None
    patience = subject.patience(_SHARE)
    told = in_a_fresh_world(subject, lambda: _played_scene(subject, writers, calls))
    scene = None if told is None else _Scene(**told)
    for changes in [] if scene is None else _unseen_changes(scene):
        if scene is None or patience.is_over:
            break
        # What other tools have changed meanwhile does not matter: none of them was to be seen.
        unread = _last_answers(subject, scene, range(changes[-1] + 1), None)
        if unread is None or unread == scene.answers[changes[-1] - scene.added + 1]:
            continue
        for alone in [[one] for one in changes] + [changes] * (len(changes) > 1):
            place = _stale_place(subject, scene, alone)
            if place is not None:
                return _told(subject, scene, alone, place)
    return None


def writers_beside(subject: Subject) -> list[Subject]:
    """Return the writing tools of the same target, those that take records away last.

    None for a function that keeps nothing from call to call, or nothing that they keep as well.
    """
    others = [one for one in subject.neighbours if one[0].name != subject.facts.name and not reads(one[0])]
    if not subject.is_served:
        kept = kept_values(subject.tool)
        others = others if any(kept & kept_values(tool) for _, tool in others) else []
    ordered = sorted(others, key=lambda one: takes_things_away(one[0]))
    return [subject.beside(*one) for one in ordered[:_MAX_WRITERS]]


def in_a_fresh_world(subject: Subject, told: Callable[[], Any]) -> Any:
    """Return what is told in a fresh workspace, by a server that has just been started or in a copy of the process."""
    if subject.is_served:
        subject.renew()
        return told()

    def made() -> Any:
        make_fresh([subject])
        with fake_sleep():
            return told()

    return in_a_copy(made, limit_s=_CALLS * subject.call_s)


def _played_scene(subject: Subject, writers: Sequence[Subject], calls: Sequence[dict[str, Any]]) -> Any:
    """Add a record of each kind, read what shows them, make the changes, and return the scene; None without records."""
    steps: list[_Step] = []
    shown: list[Outcome] = []
    for makers in _groups_of_makers(writers):
        _add_records(makers, calls[0], steps)
        shown = _showing_reads(subject, calls, steps) if steps else []
        if shown:
            break
    if not shown:
        return None
    added = len(steps)
    noted = [noted_steps([*steps, (subject.facts.name, reply)])[-1] for reply in shown]
    answers = [_answers(subject, noted, [reply for _, reply in steps])]
    for writer in writers:
        # Not what an earlier change has added, which the reader may not show.
        for reply in _changes(writer, steps[:added]):
            steps.append((writer.facts.name, reply))
            answers.append(_answers(subject, noted, [reply for _, reply in steps]))
            if answers[-1] != answers[-2]:
                break
    return {"steps": noted_steps(steps), "added": added, "reads": noted, "answers": answers}


def _groups_of_makers(writers: Sequence[Subject]) -> list[list[Subject]]:
    """Return the tools that make things, by their names, and each other one that may do so."""
    able = [writer for writer in writers if not takes_things_away(writer.facts)]
    makers = [writer for writer in able if makes_things(writer.facts)]
    return [makers[:_MAX_KINDS], *([writer] for writer in able if writer not in makers)]


def _add_records(makers: Sequence[Subject], call: dict[str, Any], steps: list[_Step]) -> None:
    """Let each tool add a record, and those again that were refused for want of another."""
    refused: list[tuple[Subject, list[dict[str, Any]]]] = []
    for maker in makers:
        made = aligned_calls(maker.facts, call)[:2]
        reply = _first_that_works(maker, made)
        if reply is None:
            refused.append((maker, made))
        else:
            steps.append((maker.facts.name, reply))
    for maker, made in refused if steps else ():
        reply = _searched(maker, made[:1], steps)
        if reply is not None:
            steps.append((maker.facts.name, reply))


def _first_that_works(subject: Subject, calls: Sequence[dict[str, Any]]) -> Outcome | None:
    return next((reply for reply in map(subject.call, calls) if not looks_failed(reply)), None)


def _searched(subject: Subject, calls: list[dict[str, Any]], steps: Sequence[_Step]) -> Outcome | None:
    """Return the reply to a call that works with a value of the steps; None without one."""
    left = iter(range(_MAX_SEARCHED))
    return searched_reply(subject, calls, values_of_steps(steps), may_go_on=lambda: next(left, None) is not None)


def _showing_reads(subject: Subject, calls: Sequence[dict[str, Any]], steps: Sequence[_Step]) -> list[Outcome]:
    """Return replies of the reader that show something, to its calls or to those with a value of the steps."""
    found: list[Outcome] = []
    values_for = values_of_steps(steps)
    for call in calls[:_MAX_READS]:
        reply: Outcome | None = subject.call(call)
        if reply is not None and looks_failed(reply):
            reply = _searched(subject, [call], steps)
        if reply is not None and finds_nothing(reply.value, reply.arguments):
            others = [{**call, name: value} for name, old in call.items() for value in values_for(name, old)]
            fits = FlatSchema(subject.schema).fits
            replies = map(subject.call, [one for one in others if fits(subject.schema, one)][:_MAX_SEARCHED])
            reply = next((one for one in replies if not finds_nothing(one.value, one.arguments)), None)
        if reply is not None and not looks_failed(reply) and reply.arguments not in [one.arguments for one in found]:
            found.append(reply)
    return found


def _answers(subject: Subject, calls: Sequence[Mapping[str, Any]], replies: Sequence[Outcome | None]) -> list[str]:
    """Return what the reader answers now, without moments and made-up names; "" for a call that fails."""
    outcomes = [subject.call(filled_step(call, replies)) for call in calls]
    return [_bare(outcome.text, replies) if outcome.succeeded else "" for outcome in outcomes]


def _bare(text: str, replies: Sequence[Outcome | None]) -> str:
    made = {number: reply for number, reply in enumerate(replies) if reply is not None}
    given = {value for reply in made.values() for value in reply.arguments.values() if isinstance(value, str)}
    for number, reply in made.items():
        for place, value in enumerate(answered_values(reply)):
            if isinstance(value, str) and value not in given and _MADE_UP.fullmatch(value):
                text = text.replace(value, f"<{number}.{place}>")
    return without_moments(text, but=given)


def _changes(writer: Subject, steps: Sequence[_Step]) -> Iterator[Outcome]:
    """Yield replies to calls that change, remove or add something: with other values everywhere, or in one place."""
    bases = sorted(candidate_arguments(writer.schema, limit=2), key=len)
    for base in bases:
        has_worked = False
        for number, call in enumerate(_changed_calls(writer, base)):
            reply: Outcome | None = writer.call(call)
            if reply is not None and looks_failed(reply):
                reply = None if number else _searched(writer, [call], steps)
            if reply is not None:
                has_worked = True
                yield reply
        if has_worked:
            return
    # What is removed has the usual name.
    reply = _first_that_works(writer, bases[:1]) or _searched(writer, bases[:1], steps)
    if reply is not None:
        yield reply


def _changed_calls(writer: Subject, base: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a call with other values, except those that name records: in all places, then in one."""
    view, schema = FlatSchema(writer.schema), writer.schema
    others = {name: _other(view, view.arguments.get(name, {}), name, value) for name, value in base.items()}
    others = {name: value for name, value in others.items() if value != base[name]}
    calls = [{**base, **others}] if others else []
    calls += [{**base, name: value} for name, value in others.items()] if len(others) > 1 else []
    return [call for call in calls[: _MAX_CALLS + 1] if view.fits(schema, call)]


def _other(view: FlatSchema, node: Mapping[str, Any], name: str, value: Any) -> Any:
    """Return another value of the same form; the same if it names a record or is a switch."""
    if isinstance(value, bool) or names_record(name) or role_of(name, node) in (Role.ID, Role.UUID):
        return value
    choices = [one for one in view.choices(node) if one != value]
    others: list[Any] = []
    if isinstance(value, int | float):
        others = [value + 1, value - 1]
    elif isinstance(value, str) and choices:
        others = choices[:1]
    elif isinstance(value, str) and _DAY.match(value):
        others = [(date.fromisoformat(value[:10]) + timedelta(days=1)).isoformat() + value[10:]]
    elif isinstance(value, str) and value:
        others = [f"{value}2", f"{value}s", value[:-1] + ("a" if value[-1] != "a" else "b")]
    return next((one for one in others if view.fits(node, one)), value)


def _unseen_changes(scene: _Scene) -> Iterator[list[int]]:
    """Yield, for each tool, the steps that changed something of which the answers did not tell."""
    numbers = [
        number
        for number in range(scene.added, len(scene.steps))
        for after in [number - scene.added + 1]
        if any(one == other for one, other in zip(*scene.answers[after - 1 : after + 1], strict=True))
    ]
    for _, group in itertools.groupby(numbers, key=lambda number: scene.steps[number]["tool"]):
        yield list(group)


def _last_answers(subject: Subject, scene: _Scene, steps: Sequence[int], read_before: int | None) -> list[str] | None:
    """Return the last answers of the reader after steps in a fresh world; None if a step is refused.

    Args:
        subject: The reader.
        scene: The scene.
        steps: The numbers of the steps.
        read_before: The step before which the reader is asked as well; None for no step.
    """

    def told() -> list[str] | None:
        tools = {facts.name: subject.beside(facts, tool) for facts, tool in subject.neighbours}
        replies: list[Outcome | None] = [None] * len(scene.steps)
        for number in steps:
            if number == read_before:
                _answers(subject, scene.reads, replies)
            step = scene.steps[number]
            reply = tools[step["tool"]].call(filled_step(step, replies))
            if looks_failed(reply):
                return None
            replies[number] = reply
        return _answers(subject, scene.reads, replies)

    found: list[str] | None = in_a_fresh_world(subject, told)
    return found


def _stale_place(subject: Subject, scene: _Scene, changes: Sequence[int]) -> int | None:
    """Return the read that shows some changes only if it was not made before them, twice; None without one."""
    steps = [*range(scene.added), *changes]
    found: set[int] | None = None
    for _ in range(2):
        read, unread = (_last_answers(subject, scene, steps, before) for before in (changes[0], None))
        if read is None or unread is None:
            return None
        stale = {
            place
            for place, (one, other) in enumerate(zip(read, unread, strict=True))
            if one == scene.answers[0][place] != other and one and other
        }
        found = stale if found is None else found & stale
        if not found:
            return None
    return min(found or ())


def _told(subject: Subject, scene: _Scene, changes: Sequence[int], place: int) -> StaleRead:
    call = scene.reads[place]["call"]
    steps = [(step["tool"], step["call"]) for step in scene.steps]
    before = [*steps[: scene.added], (subject.facts.name, call), *(steps[number] for number in changes)]
    return StaleRead(call, [steps[changes[-1]][0]], before)
