"""Named values: calls that give a tool a name with its value, and whether its answer shows the value.

password=k7              within a text, as a setting, a header, a query or JSON
{"password": "k7"}       in an object of any names, and in a JSON file that the tool reads
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.fake_sleep import fake_sleep
from ...calls.path_slots import PathSlot, path_slots
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import files_read

__all__ = ["DOCUMENTS", "PLAIN_NAME", "TEXTS", "VALUE", "Maker", "OfFile", "is_shown", "makers"]

_MAX_SLOTS = 3
#: A name that no tool takes for a secret.
PLAIN_NAME = "colour"
VALUE = "kqvf7wz41"

#: Texts with a name and its value, which may be of any type.
DOCUMENTS: tuple[Callable[[str, Any], str], ...] = (lambda name, value: json.dumps({name: value}),)
#: Texts with a name and its value: a query, a setting, a header, and JSON.
TEXTS: tuple[Callable[[str, Any], str], ...] = (
    "https://feeds.example/list?{}={}".format,
    "{}={}".format,
    "{}: {}".format,
    *DOCUMENTS,
)
#: Makes a call of a name and its value.
Maker = Callable[[str, Any], dict[str, Any]]


def makers(subject: Subject, forms: Sequence[Callable[[str, Any], str]]) -> Iterator[Maker]:
    """Yield ways to give a tool a name and its value: within a text of one of the forms, an object, or a file."""
    fits = FlatSchema(subject.schema).fits
    for base in plausible_calls(subject, limit=1)[:1]:
        if not subject.is_served:
            yield from _ways_by_file(subject, base)
        for slot in path_slots(subject.schema)[:_MAX_SLOTS]:
            for make in _ways(slot, base, forms):
                if fits(subject.schema, make(PLAIN_NAME, VALUE)):
                    yield make


def is_shown(subject: Subject, make: Maker, name: str) -> bool | None:
    """Return whether a call shows the value of a name; None if it fails."""
    letters = "".join(subject.random.choices("bcdfghjkmnpqrstvwxz", k=6))
    value = f"{letters[:3]}7{letters[3:]}41"
    with nullcontext() if subject.is_served else fake_sleep():
        outcome = subject.call(make(name, value))
    return value in f"{outcome.returned!r}{outcome.text}" if outcome.succeeded else None


def _ways(slot: PathSlot, base: dict[str, Any], forms: Sequence[Callable[[str, Any], str]]) -> Iterator[Maker]:
    for form in forms if slot.steps[-1] != "{}" else ():
        yield lambda name, value, form=form: slot.place(base, form(name, value))  # type: ignore[misc]
    if slot.steps[-1] == "{}":
        yield lambda name, value: _with_value(slot.place(base, name), slot.steps, name, value)


@dataclass(frozen=True)
class OfFile:
    """Writes a name and its value into the file that a call reads, and makes that call.

    Attributes:
        file: The file.
        call: The call.
    """

    file: Path
    call: dict[str, Any]

    def __call__(self, name: str, value: Any) -> dict[str, Any]:
        """Write the file, and return the arguments."""
        self.file.write_text(json.dumps({name: value}))
        return dict(self.call)


def _ways_by_file(subject: Subject, base: dict[str, Any]) -> Iterator[Maker]:
    """Yield a way that writes the one JSON document which a call reads, and leaves the document as it was."""
    documents = [(path, content) for path, content in files_read(subject, base).items() if _is_document(content)]
    for path, content in documents if len(documents) == 1 else ():
        try:
            yield OfFile(path, base)
        finally:
            path.write_bytes(content)


def _is_document(content: bytes) -> bool:
    try:
        return isinstance(json.loads(content), dict)
    except ValueError:
        return False


def _with_value(here: Any, steps: tuple[str, ...], name: str, value: Any) -> Any:
    """Return arguments in which an object of one name has another value."""
    if steps[0] == "{}":
        return {name: value}
    if steps[0] == "[]":
        return [_with_value(one, steps[1:], name, value) for one in here]
    return {**here, steps[0]: _with_value(here[steps[0]], steps[1:], name, value)}
