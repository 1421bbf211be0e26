"""Call search: a call that works, found by comparing the answers to calls that do not.

each place in the arguments takes the values that are known, one after another
    no failure any more      the call is found
    another failure          the call has got further: it is the start of the next search
    the same failure         the value is no better
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from ...profile.sdk_messages import is_refused_result
from ...regex import regex
from ...strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .answer_values import offered_values
from .asking import looks_failed

__all__ = ["ValuesFor", "refusal_form", "searched_call", "searched_reply"]

#: Returns the values to try in an argument, by its name and its present value.
ValuesFor = Callable[[str, Any], list[Any]]

_MAX_CALLS, _DEEPEST, _MAX_STARTS = 2, 3, 12
#: Values of each of two arguments that are tried together.
_MAX_TOGETHER, _MAX_PAIRS = 5, 3
_MAX_SHOWN = 300
_NUMBER = regex(r"\d+")
#: From this ratio on, two refusals are the same with another value in it.
_ALIKE = 0.6
_QUOTE = regex(r"[`'\"\\]")


def searched_call(
    subject: Subject,
    calls: list[dict[str, Any]],
    values_for: ValuesFor,
    *,
    may_go_on: Callable[[], bool],
    takes_plain: bool = False,
    on_further: Callable[[dict[str, Any]], None] = lambda _: None,
) -> dict[str, Any] | None:
    """Return a call that works, made from *calls*, or whose result alone is refused; None if none was found.

    Args:
        subject: The tool.
        calls: Its ordinary calls.
        values_for: Known values.
        may_go_on: Tells before each call whether there is time for it.
        takes_plain: Whether one of *calls* may be returned as it is.
        on_further: Called with each call that has got further than those before, and failed in another way.

    Raises:
        ServerLostError: If a call ended the server.
    """
    search = _Search(subject, values_for, may_go_on, takes_plain, on_further)
    found = next(search.from_calls(calls[:_MAX_CALLS]), None)
    return None if found is None else found.arguments


def searched_reply(
    subject: Subject, calls: list[dict[str, Any]], values_for: ValuesFor, *, may_go_on: Callable[[], bool]
) -> Outcome | None:
    """Return the reply to the call that `searched_call` finds; making it again may fail for what it has used up."""
    search = _Search(subject, values_for, may_go_on, takes_plain=False)
    return next(search.from_calls(calls[:_MAX_CALLS]), None)


class _Search:
    def __init__(
        self,
        subject: Subject,
        values_for: ValuesFor,
        may_go_on: Callable[[], bool],
        takes_plain: bool,
        on_further: Callable[[dict[str, Any]], None] = lambda _: None,
    ) -> None:
        self._on_further = on_further
        self._takes_plain = takes_plain
        self._subject = subject
        self._values_for = values_for
        self._may_go_on = may_go_on
        self._view = FlatSchema(subject.schema)
        self._made: set[str] = set()
        self._failures: set[str] = set()
        self._has_ended = False

    def from_calls(self, calls: list[dict[str, Any]]) -> Iterator[Outcome]:
        """Yield replies to calls that work: with one other value, then with two."""
        starts = []
        for call in calls:
            reply = self._reply(call)
            if self._has_ended:
                return
            if reply is None:
                continue
            if looks_failed(reply):
                self._failures.add(refusal_form(reply))
                starts.append(reply)
            elif self._takes_plain:
                yield reply
        for reply in starts[:1]:
            # These are refused with the same words, so one of them alone never gets further.
            yield from self._together(reply, self._alike(reply.arguments))
        for reply in starts:
            yield from self._from(reply, frozenset())
        for reply in starts:
            yield from self._together(reply, itertools.combinations(reply.arguments, 2))

    def _from(self, failed: Outcome, fixed: frozenset[Path]) -> Iterator[Outcome]:
        """Yield replies to calls that differ from a failed one in one place of the arguments, and from there on."""
        call = failed.arguments
        for path in leaf_paths(call):
            if path in fixed:
                continue
            name, old = next((key for key in reversed(path) if key is not None), ""), leaf_at(call, path)
            for value in self._values(failed, name, old):
                reply = self._reply(with_leaf(call, path, [value] if isinstance(old, list) else value))
                if self._has_ended:
                    return
                if reply is None:
                    continue
                if _is_done(reply):
                    yield reply
                    continue
                form = refusal_form(reply)
                if form in self._failures or len(fixed) + 1 >= _DEEPEST or len(self._failures) > _MAX_STARTS:
                    continue
                if not any(SequenceMatcher(None, form, known).ratio() > _ALIKE for known in self._failures):
                    self._on_further(reply.arguments)
                self._failures.add(form)
                yield from self._from(reply, fixed | {path})
                if self._has_ended:
                    return

    def _together(self, failed: Outcome, pairs: Iterable[tuple[str, str]]) -> Iterator[Outcome]:
        call = failed.arguments
        known = {name: self._values(failed, name, old)[:_MAX_TOGETHER] for name, old in call.items()}
        named = ((first, second) for first, second in pairs if known[first] and known[second])
        for first, second in itertools.islice(named, _MAX_PAIRS):
            for one, other in itertools.product(known[first], known[second]):
                reply = self._reply(_with(_with(call, first, one), second, other))
                if self._has_ended:
                    return
                if reply is not None and _is_done(reply):
                    yield reply

    def _alike(self, call: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return pairs of arguments with the same schema."""
        return [pair for pair in itertools.combinations(call, 2) if self._node(pair[0]) == self._node(pair[1])]

    def _node(self, name: str) -> Any:
        node = (self._view.root.get("properties") or {}).get(name)
        return {key: part for key, part in node.items() if key != "title"} if isinstance(node, Mapping) else name

    def _values(self, failed: Outcome, name: str, old: Any) -> list[Any]:
        inner = old[0] if isinstance(old, list) and old else old
        if isinstance(inner, bool) or not isinstance(inner, str | int):
            return []
        offered = offered_values(failed.text, failed.arguments) if isinstance(inner, str) else []
        return list(dict.fromkeys([*offered, *self._values_for(name, inner)]))

    def _reply(self, call: dict[str, Any]) -> Outcome | None:
        """Make a call; None if it was made before, if the schema refuses it, or if there is no time."""
        key = json.dumps(call, sort_keys=True, default=repr)
        if key in self._made or not self._view.fits(self._subject.schema, call):
            return None
        self._made.add(key)
        self._has_ended = self._has_ended or not self._may_go_on()
        if self._has_ended:
            return None
        reply = self._subject.call(call)
        self._has_ended = reply.answer is None and self._subject.is_served
        return reply


def _is_done(reply: Outcome) -> bool:
    """Return whether the tool has done its work, even if its SDK then refused the result."""
    return not looks_failed(reply) or is_refused_result(reply.text)


def _with(call: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    return {**call, name: [value] if isinstance(call[name], list) else value}


def refusal_form(reply: Outcome) -> str:
    """Return the text of a refusal without the values of the call."""
    text = reply.text[: _MAX_SHOWN * 4]
    for value in sorted((str(value) for value in reply.arguments.values()), key=len, reverse=True):
        text = text.replace(value, "…") if value else text
    # Some runtimes choose the quotes by the value.
    return _NUMBER.sub("0", _QUOTE.sub("", text))[:_MAX_SHOWN]
