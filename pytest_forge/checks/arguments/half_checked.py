"""Half-checked: nested fields for which the code refuses some values that the schema forbids, and takes others."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from ...oracles.own_code import OwnCode
from ...oracles.own_raises import is_own_raise
from ...strategies.calls.broken import Broken
from ...targets.delegated_tool import DelegatedTool
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import ordinary_outcomes
from ..calls.worlds.own_world import plant_world

__all__ = ["judge_half_checked"]

#: Share of a check's time.
_SHARE = 0.2
_JUDGED = frozenset({"wrong_type", "out_of_range"})


def judge_half_checked(subject: Subject, nested: Iterable[Broken]) -> None:
    """Judge that the code does not check a nested field half.

    The wrong values reach the code without validation, as in a framework that validates the top level only. Code that
    refuses none of them leaves that to the schema, which is fine.

    Args:
        subject: A function.
        nested: Calls that break a nested rule of the schema.

    Raises:
        CheckFailure: If the code refuses one wrong value for a field, and takes another.
    """
    judged = [broken for broken in nested if broken.kind in _JUDGED]
    controls = _controls(subject, {str(broken.path[0]) for broken in judged}) if judged else []
    beside = [more for control in controls if (more := _with_companions(control, judged)) is not None]
    patience = subject.patience(_SHARE)
    _judge(subject, controls, patience.each(judged if controls else []))
    # Where only a sum is checked, a wrong item passes beside an ordinary one.
    working = [control for control in beside if _unchecked(subject, control, control).succeeded]
    _judge(subject, working, patience.each(judged if working else []), by_types=True)


def _judge(
    subject: Subject, controls: list[dict[str, Any]], every: Iterable[Broken], *, by_types: bool = False
) -> None:
    """Judge calls that are made of the controls.

    Args:
        subject: A function.
        controls: Calls that work.
        every: Calls that break a nested rule.
        by_types: Whether only a refused type shows that the code checks a field; a rule for the sum of a list may
            refuse a number.
    """
    refused: dict[tuple[str, ...], list[Broken]] = {}
    taken: dict[tuple[str, ...], list[tuple[Broken, dict[str, Any]]]] = {}
    for broken in every:
        # An optional field is in some of the calls only.
        made = ((control, _with_error(control, broken)) for control in controls)
        control, call = next(((control, call) for control, call in made if call is not None), ({}, None))
        if call is None:
            continue
        outcome = _unchecked(subject, control, call)
        if outcome.succeeded and broken.kind == "out_of_range":
            taken.setdefault(_field(broken), []).append((broken, call))
        elif (broken.kind == "wrong_type" or not by_types) and _refuses(subject, outcome):
            refused.setdefault(_field(broken), []).append(broken)
    for field, found in taken.items():
        # A rule for a sum refuses a large number, and takes the one next to the bound of the field.
        sides = {_bound(other) for other, _ in found}
        checked = next((one for one in refused.get(field, ()) if _bound(one) not in sides), None)
        if checked is not None:
            broken, call = found[0]
            raise CheckFailure(
                "half_checked",
                f"Without validation, the code refuses a call {_said(checked)} itself, but carries out one "
                f"{_said(broken)}. Check every rule of the field there, or leave them all to the schema.",
                about=".".join(field),
                arguments=call,
            )


def _with_companions(control: Mapping[str, Any], judged: Iterable[Broken]) -> dict[str, Any] | None:
    """Return the control with one item more in each list whose items are judged; None if there is no such list."""
    call = copy.deepcopy(dict(control))
    lists = {broken.path[0] for broken in judged if len(broken.path) > 1 and isinstance(broken.path[1], int)}
    grown = [items for name in lists if isinstance(items := call.get(str(name)), list) and items]
    for items in grown:
        items.append(copy.deepcopy(items[0]))
    return call if grown else None


class _UncheckedTool(DelegatedTool):
    """Runs a tool with arguments that were not validated.

    Args:
        tool: The tool.
        control: A call that passes validation.
    """

    def __init__(self, tool: Any, control: Mapping[str, Any]) -> None:
        super().__init__(tool)
        self._control = dict(control)

    def validate(self, arguments: Mapping[str, Any]) -> Any:
        """Validate the control, and put the arguments into the result."""
        return self._tool.validate(self._control).model_copy(update=copy.deepcopy(dict(arguments)))


def _unchecked(subject: Subject, control: dict[str, Any], call: dict[str, Any]) -> Outcome:
    """Make a call without validation, where *control* passes it."""
    plant_world(subject, [control])
    whole, subject.tool = subject.tool, _UncheckedTool(subject.tool, control)
    try:
        with fake_sleep():
            return subject.call(call)
    finally:
        subject.tool = whole


def _controls(subject: Subject, names: set[str]) -> list[dict[str, Any]]:
    """Return the calls that work with nested arguments as they were sent, and not as models made of them."""
    found = []
    for outcome in ordinary_outcomes(subject):
        received, call = outcome.received, dict(outcome.arguments)
        given = {name: value for name, value in call.items() if name in names}
        if not outcome.succeeded or not isinstance(received, BaseModel) or not given:
            continue
        is_plain = all(getattr(received, name, None) == value for name, value in given.items())
        if is_plain or _unchecked(subject, call, call).succeeded:
            found.append(call)
    return found


def _with_error(control: Mapping[str, Any], broken: Broken) -> dict[str, Any] | None:
    """Return the control with the wrong value in its place; None if there is no such place."""
    call, wrong = copy.deepcopy(dict(control)), broken.arguments
    holder: Any = call
    value: Any = wrong
    try:
        for part in broken.path[:-1]:
            holder, value = holder[part], value[part]
        holder[broken.path[-1]] = value[broken.path[-1]]
    except (KeyError, IndexError, TypeError):
        return None
    return call


def _refuses(subject: Subject, outcome: Outcome) -> bool:
    if outcome.raised is not None:
        return is_own_raise(OwnCode(subject.tool), outcome.raised)
    return outcome.is_error_dict


def _bound(broken: Broken) -> str:
    """Return the bound that a number exceeds, and the error in words for other values."""
    return next((bound for bound in ("minimum", "maximum") if bound in broken.what), broken.what)


def _said(broken: Broken) -> str:
    return broken.what.rstrip(",")


def _field(broken: Broken) -> tuple[str, ...]:
    return tuple("*" if isinstance(part, int) else part for part in broken.path)
