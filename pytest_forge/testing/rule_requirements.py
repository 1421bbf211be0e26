"""What a rule of a critic must do: each requirement a plain function that yields what is wrong.

A rule is asked about drafts that a test gives: some in which it finds something, and some in which it does not. It is
asked about parts of them that are missing or of another kind as well, since a model may draft anything.
"""

from __future__ import annotations

import copy
import reprlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from forge_harness import CriticFinding, Rule, RuleError

__all__ = ["REQUIREMENTS", "RuleCase"]

#: How many variants of one draft are tried; those near its root come first.
_MAX_VARIANTS = 200
_MAX_DEPTH = 12
#: More findings in a draft of a test come from a loop that does not end.
_MAX_FINDINGS = 1_000
_ODD_VALUES: tuple[Any, ...] = (None, "", "x", 5, [], {}, [None])

_shown = reprlib.Repr()
_shown.maxdict, _shown.maxstring, _shown.maxother = 8, 60, 80


@dataclass
class RuleCase:
    """A rule with the drafts that a test gives for it.

    Attributes:
        rule: The rule.
        finds: Drafts in which it finds something; of a rule that takes the logical model, ``(plan, logical)``.
        keeps: Drafts in which it finds nothing.
        is_endless: Whether it had more than 1,000 findings; it is not asked again then.
    """

    rule: Rule
    finds: Sequence[Any]
    keeps: Sequence[Any]
    is_endless: bool = False

    @property
    def given(self) -> Iterator[tuple[str, Any]]:
        """Each draft with the name that the test has for it."""
        for name, drafts in (("finds", self.finds), ("keeps", self.keeps)):
            for number, draft in enumerate(drafts):
                yield f"{name}[{number}]", draft

    @cached_property
    def variants(self) -> list[tuple[str, Any]]:
        """Each draft, then the same with parts missing or of another kind."""
        odd = [(f"a variant of {name}", variant) for name, draft in self.given for variant in _variants(draft)]
        return [*self.given, *odd]

    def asked(self, draft: Any) -> list[CriticFinding]:
        """Return what the rule finds, up to 1,000 findings."""
        if self.is_endless:
            return []
        plan, logical = draft if self.rule.takes_logical and isinstance(draft, tuple) else (draft, None)
        found: list[CriticFinding] = []
        for finding in self.rule.findings(plan, logical):
            if len(found) == _MAX_FINDINGS:
                self.is_endless = True
                break
            found.append(finding)
        return found


def finds_the_defects(case: RuleCase) -> Iterator[str]:
    """The rule finds something in each draft of ``finds``."""
    for name, draft in _named(case.finds, "finds"):
        if not case.asked(draft):
            yield f"It finds nothing in {name}, {_shown.repr(draft)}. Correct the rule, or move the draft to 'keeps'."


def leaves_others_alone(case: RuleCase) -> Iterator[str]:
    """The rule finds nothing in any draft of ``keeps``."""
    for name, draft in _named(case.keeps, "keeps"):
        if found := case.asked(draft):
            yield f"It finds {found[0].message!r} in {name}. Correct the rule, or move the draft to 'finds'."


def yields_findings(case: RuleCase) -> Iterator[str]:
    """The rule yields findings, remarks or texts, with a severity that exists."""
    for name, draft in case.variants:
        try:
            case.asked(draft)
        except RuleError as error:
            yield f"In {name}: {error}"
            return
        except Exception:  # noqa: BLE001, S112  # another requirement is that it does not raise
            continue


def does_not_raise(case: RuleCase) -> Iterator[str]:
    """The rule raises nothing, whatever a draft looks like."""
    for name, draft in case.variants:
        try:
            case.asked(draft)
        except RuleError:
            continue  # another requirement is that it yields findings
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a rule may raise anything
            yield (
                f"It raised {type(error).__name__}: {error} for {name}, {_shown.repr(draft)}. "
                "Read what may be missing with .get() or getattr() and a default."
            )
            return


def comes_to_an_end(case: RuleCase) -> Iterator[str]:
    """The rule returns, and has no more than 1,000 findings in a draft of a test."""
    for name, draft in case.variants:
        _quietly(case, draft)
        if case.is_endless:
            yield f"It has more than {_MAX_FINDINGS:,} findings in {name}. Let its loop end, or give a smaller draft."
            return


def changes_no_draft(case: RuleCase) -> Iterator[str]:
    """The rule only reads the draft."""
    for name, draft in case.variants:
        before = _plain(draft)
        _quietly(case, draft)
        after = _plain(draft)
        if after != before:
            yield (
                f"It changed {name}: {_shown.repr(before)} became {_shown.repr(after)}. "
                "Copy what the rule changes, such as with list(...) or sorted(...)."
            )
            return


def says_the_same_twice(case: RuleCase) -> Iterator[str]:
    """The rule finds the same in the same draft."""
    for name, draft in case.given:
        first, second = _quietly(case, copy.deepcopy(draft)), _quietly(case, copy.deepcopy(draft))
        if first != second and not case.is_endless:
            yield (
                f"It finds {_messages(first)} in {name}, and then {_messages(second)}. "
                "Keep no state between reviews, and sort what has no order."
            )
            return


#: Every requirement by its id.
REQUIREMENTS: dict[str, Callable[[RuleCase], Iterator[str]]] = {
    function.__name__: function
    for function in (
        comes_to_an_end,
        yields_findings,
        does_not_raise,
        changes_no_draft,
        says_the_same_twice,
        finds_the_defects,
        leaves_others_alone,
    )
}


def _named(drafts: Sequence[Any], name: str) -> Iterator[tuple[str, Any]]:
    for number, draft in enumerate(drafts):
        yield f"{name}[{number}]", draft


def _quietly(case: RuleCase, draft: Any) -> list[CriticFinding]:
    """Return what the rule finds; nothing if it raises, which is another requirement."""
    try:
        return case.asked(draft)
    except (Exception, SystemExit):  # noqa: BLE001  # the same
        return []


def _messages(findings: list[CriticFinding]) -> str:
    return _shown.repr([finding.message for finding in findings])


def _variants(draft: Any) -> Iterator[Any]:
    """Yield copies of a draft with parts missing or of another kind; of an object, as its class allows."""
    if isinstance(draft, tuple) and len(draft) == 2:
        yield from ((variant, draft[1]) for variant in _variants(draft[0]))
        return
    count = 0
    if isinstance(draft, dict):
        yield {}
    dumped = draft.model_dump() if hasattr(draft, "model_dump") else draft
    for path in _paths(dumped):
        for change in _changes(dumped, path):
            if count == _MAX_VARIANTS:
                return
            if dumped is draft:
                count += 1
                yield change
                continue
            try:
                model = type(draft).model_validate(change)
            except Exception:  # noqa: BLE001, S112  # the model cannot be of this shape
                continue
            count += 1
            yield model


def _paths(draft: Any) -> list[list[Any]]:
    """Return the ways to each part of a draft, the shortest first."""
    paths: list[list[Any]] = []
    level: list[tuple[list[Any], Any]] = [([], draft)]
    for _ in range(_MAX_DEPTH):
        level = [([*path, key], part) for path, value in level for key, part in _parts(value)][:_MAX_VARIANTS]
        paths += [path for path, _ in level]
    return paths[:_MAX_VARIANTS]


def _parts(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return list(enumerate(value))
    return list(vars(value).items()) if hasattr(value, "__dict__") and not isinstance(value, type) else []


def _changes(draft: Any, path: list[Any]) -> Iterator[Any]:
    """Yield a copy of *draft* for each odd value of the part at *path*, and one without it."""
    *way, last = path
    is_object = not isinstance(_at(draft, way), dict | list)
    # An attribute is there, though it may be empty.
    for odd in (None,) if is_object else _ODD_VALUES:
        changed = copy.deepcopy(draft)
        holder = _at(changed, way)
        if not is_object:
            holder[last] = copy.deepcopy(odd)
        else:
            try:
                setattr(holder, last, odd)
            except Exception:  # noqa: BLE001  # the object cannot be of this shape
                return
        yield changed
    if isinstance(_at(draft, way), dict):
        changed = copy.deepcopy(draft)
        del _at(changed, way)[last]
        yield changed


def _at(value: Any, way: list[Any]) -> Any:
    for key in way:
        value = value[key] if isinstance(value, dict | list) else getattr(value, key)
    return value


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a draft as plain values, which are equal if the draft has not changed."""
    if depth > _MAX_DEPTH or isinstance(value, str | bytes | int | float | type(None)):
        return value if isinstance(value, str | bytes | int | type(None)) else repr(value)
    if isinstance(value, dict):
        return {key: _plain(part, depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part, depth + 1) for part in value]
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    return _plain(vars(value), depth) if hasattr(value, "__dict__") and not isinstance(value, type) else repr(value)
