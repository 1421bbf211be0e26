"""Ignored conflicts: a call whose text is kept nowhere, answered like one whose text is kept.

register(name="Ada", bib=7)    {"bib": 7, "name": "Ada"}, and the list has Ada
register(name="Bo", bib=8)     {"bib": 8, "name": "Bo"}, and the list has Bo
register(name="Bo", bib=7)     {"bib": 7, "name": "Bo"}, and the list has no Bo: INSERT OR IGNORE
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....profile.overwriting import tells_of_earlier
from ....profile.told_repeats import told_repeats
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import UNUSED_NAME
from ...calls.state_view import StateView, without_moments
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_ignored_conflicts"]

#: Share of a check's time; texts of a call that are tried, and values that may tell one record from another.
_SHARE, _MAX_TEXTS, _MAX_KEYS = 0.15, 2, 2


def judge_ignored_conflicts(subject: Subject, controls: Sequence[Outcome]) -> None:
    """Judge that a call is not answered like one whose text is kept while its own text is kept nowhere.

    Args:
        subject: A tool that may change something.
        controls: Calls that work.

    Raises:
        CheckFailure: If a second call with an equal value beside another text is, twice.
    """
    if tells_of_earlier(subject.facts.description or "") or told_repeats(subject.facts):
        return
    patience = subject.patience(_SHARE)
    view = StateView(subject)
    for first, second, apart in list(_calls(subject, controls[0].arguments)) if controls else ():
        if patience.is_over:
            return
        name = next(name for name in first if first[name] != second[name])
        # Another record shows that the text is kept, where it is seen, and what the answer is then.
        if _done_with(subject, view, [first, apart], name) != "seen":
            continue
        if all(_done_with(subject, view, [first, second], name) == "ignored" for _ in range(2)):
            raise CheckFailure(
                "conflict_as_success",
                f"A call with {second[name]!r} for {name!r} changed nothing after one with {first[name]!r}, and was "
                "answered like calls that do. Look at what the change has met, and report a conflict as a failure.",
                about=name,
                arguments=second,
            )


def _calls(
    subject: Subject, call: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Yield a call, one with another text alone, and one with another text and another value of a second argument."""
    view = FlatSchema(subject.schema)
    texts = [name for name, value in call.items() if isinstance(value, str) and value]
    keys = [name for name, value in call.items() if isinstance(value, str | int) and not isinstance(value, bool)]
    for name in texts[:_MAX_TEXTS]:
        for key in [key for key in keys if key != name][:_MAX_KEYS]:
            second = {**call, name: UNUSED_NAME}
            for apart in similar_values(call[key], ())[:1]:
                if view.fits(subject.schema, second) and view.fits(subject.schema, other := {**second, key: apart}):
                    yield dict(call), second, other


def _done_with(subject: Subject, view: StateView, calls: Sequence[dict[str, Any]], name: str) -> str:
    """Tell what is done with the text of the second call, which is answered like the first.

    It is "seen" in the data, "ignored" if they stay as they are, or "unseen" in data that change; readers that tell
    names alone do not show that a text was replaced. Empty if a call fails, or the answers have different forms.
    """
    subject.renew()
    plant_world(subject, calls)
    answers: list[str] = []
    states: list[dict[str, str]] = []
    for call in calls:
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded or outcome.timed_out:
            return ""
        answers.append(_form(outcome, call))
        states.append(view.taken(calls[0], is_settled=not states))
    if answers[0] != answers[1]:
        return ""
    if any(str(calls[1][name]) in data for data in states[1].values()):
        return "seen"
    return "unseen" if view.changed(*states) else "ignored"


def _form(outcome: Outcome, call: Mapping[str, Any]) -> str:
    """Return an answer with the names of the arguments in place of their values."""
    text = outcome.text if isinstance(outcome.text, str) and outcome.text else json.dumps(outcome.value, default=str)
    for name, value in sorted(call.items(), key=lambda item: len(str(item[1])), reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(str(value))}(?!\w)", f"<{name}>", text) if value not in ("", None) else text
    return without_moments(text)
