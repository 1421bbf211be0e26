"""Kept answers: what a tool still tells of a file that has been damaged or deleted meanwhile.

the file as it was    answer 1
other, valid data     answer 2, another one: the answer follows the file
damaged, or deleted   answer 2 again: it comes from memory, and nothing says so
the file as it was    answer 1: it has not been kept for a while, as with a cache that has a time limit
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from forge_harness import ServerLostError

from ....observe.observation import Seen
from ....oracles.file_tree import contents_below
from ....profile.moves_on import tells_of_calls
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.mcp.tool import McpTool
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import shown
from ...calls.fake_sleep import fake_sleep
from ...calls.observing import observe
from ...calls.ordinary_outcomes import in_json_types

__all__ = ["documents_of_server", "judge_kept_answers"]

_MAX_FILES, _MAX_SIZE, _MAX_LOOKED_AT = 8, 100_000, 200
_MAX_NAMES, _MAX_CALLS = 4, 6
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
#: A key of an answer in JSON, and a word or a number in it.
_KEY = regex(r'"[^"]*": ')
_VALUE = regex(r"[\w.-]+")
#: Share of a check's time.
_SHARE = 0.2
#: What no reader of a document takes.
_DAMAGED = b"{"
#: Seconds by which a file is younger after each change.
_YOUNGER_S = 60


def documents_of_server(subject: Subject, call: Mapping[str, Any]) -> dict[Path, bytes]:
    """Return the documents in the workspace of a server that runs there; of a Python server, those that a call uses."""
    if not isinstance(subject.tool, McpTool) or subject.tool.server.address.url:
        return {}
    found = contents_below(subject.sandbox.workspace, max_bytes=_MAX_SIZE, most=_MAX_LOOKED_AT)
    found = {path: content for path, content in found.items() if not path.is_symlink() and _document(content)}
    seen = observe(subject, call) if found and subject.facts.is_seen_inside else None
    if seen is None or not isinstance(seen.operations, Seen):
        return found
    used = {Path(os.path.normpath(subject.sandbox.workspace / name)) for name in seen.names_asked}
    return {path: content for path, content in found.items() if path in used or path.parent in used}


def judge_kept_answers(
    subject: Subject, call: Mapping[str, Any], files: Mapping[Path, bytes], report: Callable[..., None]
) -> None:
    """Judge that a tool does not answer from memory after a file that it reads has been damaged or deleted.

    Args:
        subject: The tool.
        call: A call that works.
        files: The files that it may read, each with its content.
        report: Called with a finding and the claims that may excuse it.
    """
    if subject.facts.tier not in ("read", None):
        return
    patience = subject.patience(_SHARE)
    for path, content in [one for one in files.items() if _document(one[1])][:_MAX_FILES]:
        if patience.is_over:
            return
        try:
            kept = _kept(subject, list(_calls(subject, call, content)), path, content)
        except ServerLostError:
            # What we wrote into its document has ended the server, and no call.
            return
        if kept is not None:
            means = "Mark it with isError" if subject.is_served else 'Raise, or return {"error": ..., "message": ...}'
            failure = CheckFailure(
                "failure_as_memory",
                f"After {path.name!r} was {kept.what}, the tool still returned {shown(kept.answer)}, as it had read it "
                f"before. {means}, or tell in the answer how old it is.",
                about=path.name,
                arguments=kept.call,
            )
            report(failure, tells_of_calls(subject.facts))
            return


class _Kept(Struct, frozen=True):
    """A call that is answered from memory, what was done to the file, and the answer."""

    call: dict[str, Any]
    what: str
    answer: str


def _kept(subject: Subject, calls: list[dict[str, Any]], path: Path, content: bytes) -> _Kept | None:
    """Return a call that is answered from memory; None if the answers follow the file, or never depend on it."""
    with _put_back(path) as put:

        def told(text: bytes | None, call: dict[str, Any]) -> str | None:
            with fake_sleep():
                outcome = subject.call(call)
            is_left = path.read_bytes() == text if path.is_file() else text is None
            return _answer(outcome) if is_left else None

        def follows(answers: list[tuple[bytes | None, str]]) -> bool:
            for text, answer in answers:
                put(text)
                if told(text, call) != answer:
                    return False
            return True

        put(content)
        firsts = [told(content, call) for call in calls]
        for changed in _changed(content, calls):
            put(changed)
            for call, first in zip(calls, firsts, strict=True):
                second = told(changed, call) if first is not None else None
                if first is None or second is None or second == first or not _is_from(second, changed, call):
                    continue
                for what, text in (("damaged", _DAMAGED), ("deleted", None)):
                    if text is None and _is_open(subject, path):
                        continue
                    # An answer that is kept for a while would not follow the valid changes around it.
                    turns = [(text, second), (content, first), (changed, second)]
                    if follows([(changed, second), *turns]):
                        return _Kept(call, what, second)
                return None
    return None


def _is_from(answer: str, content: bytes, call: Mapping[str, Any]) -> bool:
    """Tell whether an answer has a value that is in a document and not in the call: one without data may be empty."""
    held, given = content.decode(errors="replace"), repr(list(call.values()))
    values = set(_VALUE.findall(_KEY.sub("", answer))) - {"true", "false", "null"}
    numbers = {float(number) for number in _NUMBER.findall(held)} - {0.0}
    told = {float(value) for value in values if _NUMBER.fullmatch(value)}
    return bool(told & numbers) or any(value in held and value not in given for value in values if value.isalpha())


def _calls(subject: Subject, call: Mapping[str, Any], content: bytes) -> Iterator[dict[str, Any]]:
    """Yield a call, and it with other names that the document holds: one from a currency to itself needs no rate."""
    yield dict(call)
    fits = FlatSchema(subject.schema).fits
    held = [value for value in dict.fromkeys(_names(json.loads(content))) if value not in call.values()]
    named = ({**call, name: value} for name, old in call.items() if isinstance(old, str) for value in held[:_MAX_NAMES])
    yield from itertools.islice((one for one in named if fits(subject.schema, one)), _MAX_CALLS)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (key for key in value if isinstance(key, str))
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _names(part)
    elif isinstance(value, str):
        yield value


@contextmanager
def _put_back(path: Path) -> Iterator[Callable[[bytes | None], None]]:
    """Return a function that gives a file another content, or removes it; the file is put back at the end."""
    before, status = path.read_bytes(), path.stat()
    began, made = time.time(), 0

    def put(content: bytes | None) -> None:
        nonlocal made
        made += 1
        if content is None:
            path.unlink(missing_ok=True)
            return
        path.write_bytes(content)
        os.utime(path, (began + made * _YOUNGER_S,) * 2)

    try:
        yield put
    finally:
        with contextlib.suppress(OSError):
            path.write_bytes(before)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _answer(outcome: Outcome) -> str | None:
    if outcome.timed_out or not outcome.succeeded:
        return None
    return outcome.text if outcome.answer is not None else json.dumps(in_json_types(outcome.returned), default=repr)


def _changed(content: bytes, calls: list[dict[str, Any]]) -> Iterator[bytes]:
    """Yield the document with other numbers, then with other texts where it does not name what the calls do."""
    numbers = _NUMBER.sub(_raised, content.decode("utf-8", "replace")).encode()
    given = {value for call in calls for value in call.values() if isinstance(value, str)}
    texts = json.dumps(_reworded(json.loads(content), given)).encode()
    yield from (text for text in (numbers, texts) if _document(text) and json.loads(text) != json.loads(content))


def _raised(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}{(int(found[0][-1]) + 1) % 10}"


def _reworded(value: Any, given: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: _reworded(part, given) for key, part in value.items()}
    if isinstance(value, list):
        return [_reworded(part, given) for part in value]
    return f"{value}s" if isinstance(value, str) and value not in given else value


def _document(content: bytes) -> bool:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict | list) and bool(found)


def _is_open(subject: Subject, path: Path) -> bool:
    """Return whether the tool's process keeps the file open, so that it reads on after the file is deleted."""
    server = subject.tool.server if isinstance(subject.tool, McpTool) else None
    folder = Path(f"/proc/{os.getpid() if server is None else server.pid}/fd")
    with contextlib.suppress(OSError):
        return any(os.path.realpath(one) == str(path) for one in folder.iterdir())
    return False
