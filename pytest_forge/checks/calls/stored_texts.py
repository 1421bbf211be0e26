"""Stored texts: a text that another tool stores for a reader, and the call that reads it.

store(name="hello", text="naé漢😀")     read(name="hello")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...profile.identifiers import names_record
from ...strategies.schemas.flat_schema import FlatSchema, is_valid, types_of
from ...targets.subject import Subject
from .asking import served_tool
from .fake_sleep import fake_sleep
from .preparation.made_records import calls_naming, record_made
from .preparation.record_makers import Maker, aligned_calls, makers_of
from .sequences import NamedCall
from .worlds.fresh_world import make_fresh

__all__ = ["TextSlot", "free_texts", "stored_text", "text_slots"]

_MAX_MAKERS, _MAX_CALLS, _MAX_TEXTS = 2, 2, 2
#: Keywords of arguments that take no free text.
_FORMS = frozenset(("enum", "const", "pattern", "format"))


class TextSlot(Struct, frozen=True):
    """An argument of another tool that takes a text to store.

    Attributes:
        maker: The tool.
        call: Its call, with the names of the reader's call.
        name: The argument.
    """

    maker: Maker
    call: dict[str, Any]
    name: str


def text_slots(subject: Subject, base: Mapping[str, Any], *, most_calls: int = _MAX_CALLS) -> Iterator[TextSlot]:
    """Yield where other tools of the target may store a text that a call then finds.

    Args:
        subject: The tool that is called.
        base: The call.
        most_calls: Calls of each of the other tools.
    """
    if subject.is_served and served_tool(subject).server.address.url:
        return
    for maker in makers_of(subject, base)[:_MAX_MAKERS]:
        texts = list(free_texts(maker[0].input_schema, base))[:_MAX_TEXTS]
        for call in aligned_calls(maker[0], base)[: most_calls if texts else 0]:
            yield from (TextSlot(maker, call, name) for name in texts)


def stored_text(
    subject: Subject, base: Mapping[str, Any], slot: TextSlot, text: str, *, is_needed: bool = True
) -> tuple[dict[str, Any], NamedCall] | None:
    """Store a text, and return the call that reads it, and the storing one; None if it is refused.

    Of functions, the state is always a new one: run it in a copy of the process.

    Args:
        subject: The reader.
        base: A call of it.
        slot: Where the text is stored.
        text: The text.
        is_needed: Whether a server is started afresh if it refuses the text in its present state.
    """
    (facts, tool), call = slot.maker, {**slot.call, slot.name: text}
    if not is_valid(facts.input_schema, call):
        return None
    if not subject.is_served:
        make_fresh([subject, subject.beside(facts, tool)])
    with fake_sleep():
        made = record_made(subject, facts.name, call)
        if made is None and subject.is_served and is_needed:
            subject.renew()
            made = record_made(subject, facts.name, call)
    if made is None:
        return None
    return next(calls_naming(made, base, subject.schema)), (facts.name, call)


def free_texts(schema: Any, base: Mapping[str, Any]) -> Iterator[str]:
    """Yield the arguments that take any text and do not name a record, those of the longest texts first."""
    view = FlatSchema(schema if isinstance(schema, dict) else {})
    found = []
    for name, node in view.arguments.items():
        flats = [flat for flat in view.alternatives(node) if "string" in types_of(flat)]
        if flats and not any(_FORMS & set(flat) for flat in flats) and name not in base and not names_record(name):
            found.append((-int(flats[0].get("maxLength") or 1 << 30), name))
    yield from (name for _, name in sorted(found))
