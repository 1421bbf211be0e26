"""Hash order: whether a result lists texts in the order of a set, which differs from process to process.

Equal calls agree within one process, but no second process is needed: the set order of the same texts is known here.
Five or more texts in exactly that order, twice, is not chance.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ....profile.roles import Role
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.workspace_files import path_arguments
from ....targets.subject import Subject
from ...calls.edge_calls import FastCalls
from ...calls.ordinary_outcomes import in_json_types

__all__ = ["call_in_hash_order"]

#: Words without any order, by letters or by length.
_WORDS = (
    ("pear", "fig", "lime", "plum", "kiwi", "date"),
    ("oak", "elm", "ash", "yew", "larch", "maple"),
)
#: Ending of a file to its content with words, as the values of a column that other arguments may name.
_FORMS: Mapping[str, Callable[[Sequence[str]], str]] = {
    ".csv": lambda words: "id,name,value\n" + "".join(f"{n},{word},{n}\n" for n, word in enumerate(words)),
    ".json": lambda words: json.dumps([{"id": n, "name": word, "value": n} for n, word in enumerate(words)]),
    ".txt": lambda words: "".join(f"{word}\n" for word in words),
}
#: Words that an answer lists at least, as it may have a limit.
_FEWEST = 5
_MAX_ARGUMENTS = 3
_MAX_DEPTH = 3


def call_in_hash_order(subject: Subject, base: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a call whose result lists its texts in the order of a set; None if none was found.

    Args:
        subject: A tool that only reads.
        base: An ordinary call, of which one argument is changed.
    """
    with FastCalls(subject) as fast:
        for calls in subject.patience().each([*_calls(subject, base), *_calls_with_files(subject, base)]):
            found = True
            for (call, path, content), words in zip(calls, _WORDS, strict=True):
                with _content_of(path, content):
                    outcome = fast.call(call)
                if outcome.timed_out:
                    subject.has_left(1)
                    return None
                lists = _lists(in_json_types(outcome.returned)) if outcome.succeeded else iter(())
                found = found and any(
                    len(set(one)) == len(one) >= _FEWEST and _is_hash_order(one, words) for one in lists
                )
                if not found:
                    break
            if found:
                return calls[0][0]
    return None


#: A call, and a file with its content meanwhile; None for the files as they are.
_Attempt = tuple[dict[str, Any], Path | None, bytes]


def _calls(subject: Subject, base: Mapping[str, Any]) -> Iterator[list[_Attempt]]:
    """Yield, for each argument, calls with each group of words in it, as a list or as a text."""
    view = FlatSchema(subject.schema)
    names = [name for name, value in base.items() if value and isinstance(value, list | str)]
    for name in names[:_MAX_ARGUMENTS]:
        # The lists of a list may be compared: the words are in each. A text of a list may be taken apart.
        forms: tuple[Callable[[Sequence[str]], Any], ...] = (list, _twice, _joined)
        for form in forms if isinstance(base[name], list) else (" ".join,):
            calls = [{**base, name: form(words)} for words in _WORDS]
            if all(view.fits(subject.schema, call) for call in calls):
                yield [(call, None, b"") for call in calls]


def _twice(words: Sequence[str]) -> list[list[str]]:
    return [list(words), list(words)]


def _joined(words: Sequence[str]) -> list[str]:
    return [" ".join(words)]


def _calls_with_files(subject: Subject, base: Mapping[str, Any]) -> Iterator[list[_Attempt]]:
    """Yield, for each argument that names a file, the call with each group of words in the file."""
    for name, role in path_arguments(subject.schema).items():
        given = base.get(name)
        path = subject.sandbox.workspace / given if role is Role.FILE_PATH and isinstance(given, str) else None
        if path is not None and "\0" not in str(path) and path.suffix in _FORMS and path.is_file():
            yield [(dict(base), path, _FORMS[path.suffix](words).encode()) for words in _WORDS]


@contextmanager
def _content_of(path: Path | None, content: bytes) -> Iterator[None]:
    if path is None:
        yield
        return
    before = path.read_bytes()
    path.write_bytes(content)
    try:
        yield
    finally:
        path.write_bytes(before)


def _lists(value: Any, depth: int = 0) -> Iterator[list[str]]:
    """Yield the lists of texts in a result, and the columns of its records."""
    if isinstance(value, list | tuple):
        if all(isinstance(item, str) for item in value):
            yield list(value)
        elif all(isinstance(item, Mapping) for item in value):
            # A list of records has a column for each key.
            for key in value[0]:
                column = [item.get(key) for item in value]
                if all(isinstance(text, str) for text in column):
                    yield column
    elif isinstance(value, Mapping) and depth < _MAX_DEPTH:
        for item in value.values():
            yield from _lists(item, depth + 1)


def _is_hash_order(texts: Sequence[str], words: Sequence[str]) -> bool:
    given = " ".join(words)
    lowered = [text.casefold() for text in texts]
    # Explainable orders: as given, alphabetical or by length.
    as_given = sorted(texts, key=lambda text: given.find(text.casefold()))
    plain = (as_given, sorted(texts), sorted(as_given, key=len), sorted(sorted(texts), key=len), sorted(lowered))
    if any(order in (list(texts), list(texts)[::-1], lowered, lowered[::-1]) for order in plain):
        return False
    # Colliding texts in a set depend on the order of insertion, so try several.
    filled = [list(texts), list(texts)[::-1], sorted(texts), as_given]
    if set(texts) < set(words):
        # The others were cut off afterwards.
        filled += [list(words), list(words)[::-1], sorted(words)]
    return any([text for text in set(order) if text in texts] == list(texts) for order in filled)
