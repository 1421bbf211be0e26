"""Read texts: a text that a call of a function reads, in an argument or a file, and the call with another one there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.failure_marks import failure_mark
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import called_with_content, files_read
from ..lasting_reads import calls_that_fit

__all__ = ["ReadText", "read_texts"]

_MAX_CALLS = 4
_NUMBER = regex(r"(?<![\w.])\d{1,9}(?![\w.])")


class ReadText(Struct, frozen=True):
    """A text that a call reads.

    Attributes:
        name: The file or the argument.
        text: What it holds.
        call: Makes the call with another text.
        arguments: Returns the arguments of the call with a text.
    """

    name: str
    text: str
    call: Callable[[str], Outcome]
    arguments: Callable[[str], dict[str, Any]]

    def answer(self, text: str) -> Any:
        """Return what the call answers with a text, in the types of JSON; None if it fails."""
        outcome = self.call(text)
        value = outcome.value if outcome.answer is not None else in_json_types(outcome.returned)
        return None if outcome.timed_out or not outcome.succeeded or failure_mark(value) else value

    def numbers(self, text: str) -> dict[str, int]:
        """Return the numbers of the answer by place, in its texts as well, and the lengths of its lists."""
        answer = self.answer(text)
        return {} if answer is None else dict(_numbers(answer, ""))


def read_texts(subject: Subject, *, takes: Callable[[str], bool], before: str) -> Iterator[ReadText]:
    """Yield the texts in the arguments of ordinary calls, and those in the files that they read.

    Args:
        subject: The tool.
        takes: Whether the text of an argument is meant.
        before: What will stand before it, which its schema has to allow.
    """
    fits = FlatSchema(subject.schema).fits
    for call in calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name, value in call.items():
            if isinstance(value, str) and takes(value) and fits(subject.schema, {**call, name: before + value}):
                yield ReadText(
                    name,
                    value,
                    lambda text, call=call, name=name: subject.call({**call, name: text}),  # type: ignore[misc]
                    lambda text, call=call, name=name: {**call, name: text},  # type: ignore[misc]
                )
        for path, content in files_read(subject, call).items():
            text = _decoded(content)
            if text:
                yield ReadText(
                    path.name,
                    text,
                    lambda text, call=call, path=path: called_with_content(subject, call, path, text.encode()),  # type: ignore[misc]
                    lambda _, call=call: call,  # type: ignore[misc]
                )


def _numbers(value: Any, place: str) -> Iterator[tuple[str, int]]:
    if type(value) is int:
        yield place, value
    elif isinstance(value, str):
        yield f"{place}#", value.count("\n")
        yield from ((f"{place}:{at}", int(found)) for at, found in enumerate(_NUMBER.findall(value)))
    elif isinstance(value, Mapping | list | tuple):
        yield f"{place}#", len(value)
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _numbers(part, f"{place}/{key}")


def _decoded(content: bytes) -> str:
    """Return what a file of text holds, without a mark; "" for any other file."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else text
