r"""Line ends: a change of one line that rewrites the ends of the others, or joins a line to one without an end.

a=1\r\nb=2\r\n     set("a", 9) writes a=9\nb=2\n, though every other byte is to stay as it is
a=1\nb=2           set("c", 3) writes a=1\nb=2c=3\n: the last line had no end
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from ....oracles.file_tree import contents_below
from ....profile.told_rest import told_rest
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_line_ends"]

_SHARE = 0.2
_MAX_CALLS, _MAX_FIRST, _MAX_LAST = 6, 3, 6
_MAX_BYTES, _MAX_FILES = 1 << 16, 50
_CALLS = 4
_ADVICE = "Read and write the file as bytes, or with newline='', and give a last line without an end one of its own."

_Call: TypeAlias = dict[str, Any]
#: Contents of the files of a workspace by name.
_Files: TypeAlias = dict[str, str]


def judge_line_ends(subject: Subject) -> None:
    """Judge that a function keeps the lines of a file whatever ends they have, if it says that the others stay.

    The file is one of several lines that earlier calls have written, or one of the user's that a call changes in a few
    lines. It gets other line ends, and none at the end.

    Raises:
        CheckFailure: If more lines are lost than with the ends that the tool writes itself, twice.
    """
    said = told_rest(subject.facts.description or "")
    if not said:
        return
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    files = _copied(subject, partial(_written, subject, calls[:_MAX_FIRST])) or {}
    patience = subject.patience(_SHARE)
    for name in files:
        for call in patience.each(_last_calls(subject, calls)):
            _judge_forms(subject, said, files, name, call)
    for name, text, call in () if files else patience.each(list(_edited(subject, calls))):
        _judge_forms(subject, said, {name: text}, name, call)


def _judge_forms(subject: Subject, said: str, files: _Files, name: str, call: _Call) -> None:
    """Judge a call with each form of the file of that name.

    Raises:
        CheckFailure: If it changes more lines than of the usual form, twice.
    """
    text = files[name]
    # The rest of a document of JSON is its other values, however they are written.
    usual = None if _is_json(text) else _left(subject, files, name, text, call)
    if usual is None:
        return
    for form, other in _forms(text):
        is_worse = partial(_is_worse, subject, files, name, (text, usual), other, call)
        if is_worse() and is_worse():
            raise CheckFailure(
                "other_lines_changed",
                f'The description says "{said}", but in a file {form}, a call changes other lines of {name!r} '
                f"as well. {_ADVICE}",
                arguments=call,
            )


def _edited(subject: Subject, calls: list[_Call]) -> Iterator[tuple[str, str, _Call]]:
    """Yield the files of several lines that are there before a call and of which it changes a few, with the call."""
    for call in calls:
        before, after = _copied(subject, partial(_around, subject, call)) or ({}, {})
        for name, text in before.items():
            is_plain = text.count("\n") > 1 and text.endswith("\n") and "\r" not in text
            if is_plain and after.get(name, text) != text and 2 * _lost(text, after[name]) <= text.count("\n"):
                yield name, text, call


def _around(subject: Subject, call: _Call) -> tuple[_Files, _Files] | None:
    """Return the files before and after a call; None if it fails."""
    make_fresh_for(subject, [call])
    before = _texts(subject)
    with fake_sleep():
        is_done = subject.call(call).succeeded
    return (before, _texts(subject)) if is_done else None


def _is_worse(subject: Subject, files: _Files, name: str, usual: tuple[str, str], other: str, call: _Call) -> bool:
    """Tell whether a call takes more lines of a file in another form than of the usual one."""
    left = _left(subject, files, name, other, call)
    return left is not None and left != other and _lost(other, left) > _lost(*usual)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _lost(before: str, after: str) -> int:
    """Return how many lines are not there any more; one at the end may have got an end."""
    lines = before.splitlines(keepends=True)
    kept = Counter(after.splitlines(keepends=True))
    if lines and not lines[-1].endswith("\n"):
        last = lines.pop()
        if any(kept[last + end] > lines.count(last + end) for end in ("", "\n", "\r\n")):
            return (Counter(lines) - kept).total()
        return (Counter(lines) - kept).total() + 1
    return (Counter(lines) - kept).total()


def _forms(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    yield "with CRLF at the ends of lines", "".join(f"{line}\r\n" for line in lines)
    yield "with CRLF at the end of its first line", "\n".join([f"{lines[0]}\r", *lines[1:], ""])
    yield "without an end of its last line", "\n".join(lines)


def _last_calls(subject: Subject, calls: list[_Call]) -> list[_Call]:
    """Return calls that change or add a line: ordinary ones, and those with another text in one argument."""
    fits = FlatSchema(subject.schema).fits
    other = [{**calls[0], name: one} for name, old in calls[0].items() for one in similar_values(old, ())[:1]]
    found = [call for call in (*other, *calls[::-1]) if fits(subject.schema, call)]
    return found[:_MAX_LAST]


def _written(subject: Subject, calls: list[_Call]) -> _Files:
    """Make calls, and return the files of lines that at least two of them have written."""
    make_fresh_for(subject, calls)
    seen: list[_Files] = [_texts(subject)]
    for call in calls:
        with fake_sleep():
            if subject.call(call).succeeded:
                seen.append(_texts(subject))
    last = seen[-1]
    # With one line, there is no other one.
    return {
        name: text
        for name, text in last.items()
        if text.count("\n") > 1
        and text.endswith("\n")
        and "\r" not in text
        and sum(one.get(name) != two.get(name) for one, two in pairwise(seen)) > 1
    }


def _left(subject: Subject, files: _Files, name: str, text: str, call: _Call) -> str | None:
    """Return what a call leaves of a file; None if it fails."""

    def made() -> str | None:
        make_fresh_for(subject, [call])
        for other, content in {**files, name: text}.items():
            path = subject.sandbox.workspace / other
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode())
        with fake_sleep():
            is_done = subject.call(call).succeeded
        return _texts(subject).get(name) if is_done else None

    left: str | None = _copied(subject, made)
    return left


def _copied(subject: Subject, work: Any) -> Any:
    return in_a_copy(work, limit_s=_CALLS * subject.call_s, tell=subject.has_left)


def _texts(subject: Subject) -> _Files:
    workspace: Path = subject.sandbox.workspace
    found: _Files = {}
    for path, content in contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES).items():
        try:
            found[path.relative_to(workspace).as_posix()] = content.decode()
        except UnicodeDecodeError:
            continue
    return found
