"""Flagged values: texts that another tool stores as secrets, by a flag or a choice, and the calls that ask for them.

set_value("KEY", "k-77", secret=True)     keep("KEY", "k-77", kind="secret")

Named ones are secrets by the name of their argument: add_account("mail", password="k-77").
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ....profile.reads import reads
from ....profile.secrets import holds_secret, names_secrecy, reveals, says_it_masks, says_nowhere_shown
from ....strategies.schemas.flat_schema import is_valid
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import aligned_calls
from .stored_marks import mark, nodes_of, said, text_arguments

__all__ = ["Flagged", "View", "flagged_calls", "flags_of", "is_shown", "is_stored", "named_calls", "views_of"]

_MAX_TOOLS, _MAX_CALLS, _MAX_VALUES, _MAX_TEXTS = 3, 2, 4, 2

#: A reader, and a call of it.
View = tuple[Subject, dict[str, Any]]


class Flagged(Struct, frozen=True):
    """A call that stores a text with a flag which says that it is secret.

    Attributes:
        maker: The tool that stores it.
        call: Its call.
        flag: The flag; empty if the argument is that of a secret anyway.
        values: Its value for a text that is no secret, and for one that is.
        name: The argument with the text.
    """

    maker: Subject
    call: dict[str, Any]
    flag: str
    values: tuple[Any, Any]
    name: str

    def with_text(self, text: str, *, is_secret: bool) -> dict[str, Any]:
        """Return the call with another text, secret or not."""
        flagged = {self.flag: self.values[is_secret]} if self.flag else {}
        return {**self.call, self.name: text, **flagged}


def flagged_calls(subject: Subject) -> Iterator[Flagged]:
    """Yield calls of other tools that store a text with such a flag, of which it is said that it is masked.

    Either the reader says that it masks secrets, or the tool that stores them says that nothing shows them.
    """
    others = [one for one in subject.neighbours if not reads(one[0]) and _promised_flags(subject, one[0])]
    for maker in [subject.beside(*one) for one in others[:_MAX_TOOLS]]:
        calls = aligned_calls(maker.facts, plausible_calls(subject, limit=1)[0])[:_MAX_CALLS]
        for call, (flag, values) in itertools.product(calls, _promised_flags(subject, maker.facts)[:1]):
            for name in [name for name, value in call.items() if isinstance(value, str) and name != flag]:
                flagged = Flagged(maker, call, flag, values, name)
                if is_valid(maker.schema, flagged.with_text(mark(subject), is_secret=True)):
                    yield flagged


def named_calls(subject: Subject) -> Iterator[Flagged]:
    """Yield calls of other tools that store a secret by the name of an argument, with the same promises."""
    for facts, tool in [one for one in subject.neighbours if not reads(one[0]) and not reveals(subject.facts)]:
        names = [name for name in text_arguments(facts.input_schema) if holds_secret(name)]
        names = [name for name in names if says_it_masks(subject.facts, name) or says_nowhere_shown(facts, name)]
        if not names or flags_of(facts.input_schema):
            continue
        maker = subject.beside(facts, tool)
        for call in aligned_calls(facts, plausible_calls(subject, limit=1)[0])[:1]:
            flagged = Flagged(maker, call, "", (None, None), names[0])
            if is_valid(maker.schema, flagged.with_text(mark(subject), is_secret=True)):
                yield flagged


def _promised_flags(subject: Subject, maker: ToolFacts) -> list[tuple[str, tuple[Any, Any]]]:
    found = []
    for flag, values in flags_of(maker.input_schema).items():
        words = [flag, *(one for one in values[1:] if isinstance(one, str))]
        is_told = not reveals(subject.facts) and any(says_nowhere_shown(maker, word) for word in words)
        if is_told or any(says_it_masks(subject.facts, word) for word in words):
            found.append((flag, values))
    return found


def flags_of(schema: Any) -> dict[str, tuple[Any, Any]]:
    """Return the arguments that say whether a text is a secret, each with its value if not and if so."""
    found: dict[str, tuple[Any, Any]] = {}
    for name, node in nodes_of(schema):
        if node.get("type") == "boolean" and names_secrecy(name):
            found[name] = (False, True)
        choices = [one for one in node.get("enum") or () if isinstance(one, str)]
        secret = [one for one in choices if names_secrecy(one)]
        if secret and len(secret) < len(choices):
            found[name] = (next(one for one in choices if one not in secret), secret[0])
    return found


def views_of(subject: Subject, flagged: Flagged, names: Sequence[str] = ()) -> list[View]:
    """Return the calls that ask for what was stored: those of a reader itself, and then those of others.

    Args:
        subject: The reader.
        flagged: The call that stores it.
        names: Further names under which it may be found.
    """
    told = [name for name in flagged.call if name not in (flagged.name, flagged.flag)]
    texts = [flagged.call[name] for name in told if isinstance(flagged.call[name], str)]
    views = [(subject, call) for call in _in_each_order(subject, [*texts, *names])]
    return views + [(reader, call) for reader in _readers(subject) for call in _asking_for(reader, flagged)]


def _in_each_order(subject: Subject, given: Sequence[str]) -> list[dict[str, Any]]:
    """Return calls of the reader with given texts and those of its ordinary calls, in every order."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    texts = [name for name, value in calls[0].items() if isinstance(value, str)][:_MAX_TEXTS]
    values = list(dict.fromkeys([*given, *(call[name] for call in calls for name in texts if name in call)]))
    made = [
        {**calls[0], **dict(zip(texts, chosen, strict=True))}
        for chosen in itertools.product(values[:_MAX_VALUES], repeat=len(texts))
    ]
    return [call for call in made if is_valid(subject.schema, call)]


def is_stored(flagged: Flagged, call: dict[str, Any]) -> bool:
    """Store a text, in a new state if the record of an earlier one is in the way; tell whether it is stored."""
    if flagged.maker.call(call).succeeded:
        return True
    flagged.maker.renew()
    return flagged.maker.call(call).succeeded


def is_shown(view: View, text: str) -> bool:
    """Tell whether an answer holds a text."""
    reader, call = view
    return text in said(reader.call(call))


def _asking_for(reader: Subject, flagged: Flagged) -> list[dict[str, Any]]:
    """Return calls of another reader that ask for what was stored."""
    return [call for call in aligned_calls(reader.facts, flagged.call) if is_valid(reader.schema, call)][:_MAX_CALLS]


def _readers(subject: Subject) -> list[Subject]:
    others = [one for one in subject.neighbours if reads(one[0]) and one[0].name != subject.facts.name]
    return [subject.beside(*one) for one in others[:_MAX_TOOLS]]
