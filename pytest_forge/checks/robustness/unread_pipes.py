"""Unread pipes: a call that waits for a program while the program waits for a reader of its output.

compare(before="a", after="b")              two lines: they fit into the pipe
compare(before=2,000 lines, after=...)      never: the pipe is full, and is read when the program has ended
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...oracles.full_pipes import full_pipes
from ...profile.roles import Role, role_of
from ...strategies.mined_constants import author_codes
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.workspace_files import path_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.copies import in_a_copy
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_unread_pipes"]

#: Names in the code of tools that start programs and read their pipes by themselves.
_STARTING = frozenset(("Popen", "create_subprocess_exec", "create_subprocess_shell"))
_SHARE, _MAX_CALLS = 0.3, 3
#: More than a pipe and the buffer of a reader that waits itself hold; and the lines that make it up.
_SIZE, _LINES = 600_000, 2_000
#: Seconds for a call: a pipe has to be full for a while.
_CALL_S = 4.0
_WRITES_MUCH = {Role.COMMAND: "seq 1 120000", Role.CODE: "print('abcdefg\\n' * 80000)"}

_Call = dict[str, Any]


def judge_unread_pipes(subject: Subject) -> None:
    """Judge that a function which starts a program reads its output while it waits for it.

    Raises:
        CheckFailure: If a pipe stays full while a call waits, twice.
    """
    if all(_STARTING.isdisjoint(code.co_names) for code in author_codes(subject.tool)):
        return
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    except NoCallFits:
        return
    for call, is_grown in subject.patience(_SHARE).each(_large(subject, calls)):
        name = _left_full(subject, call, is_grown)
        if name and _left_full(subject, call, is_grown) == name:
            raise CheckFailure(
                "pipe_not_read",
                f"A call waits for a program whose {name} is a full pipe that nobody reads, so neither goes on. Read "
                "the output while the program runs, as communicate() does.",
                about=name,
                arguments=call,
            )


def _large(subject: Subject, calls: list[_Call]) -> Iterator[tuple[_Call, bool]]:
    """Yield calls after which a program may write much, and whether files that the call names are to be large.

    They have long texts in place of ordinary ones, large files in place of small ones, or a command that writes much.
    """
    view = FlatSchema(subject.schema)
    properties = view.root.get("properties") or {}
    paths = path_arguments(subject.schema)
    for call in calls:
        texts = [name for name, text in call.items() if isinstance(text, str) and name not in paths]
        roles = {name: role_of(name, properties.get(name) or {}) for name in texts}
        made = {**call, **{name: _WRITES_MUCH[role] for name, role in roles.items() if role in _WRITES_MUCH}}
        if made != call and view.fits(subject.schema, made):
            yield made, False
        if any(name in call for name in paths):
            yield call, True
        # Ids, languages and the like stay as they are.
        for names in (texts, [name for name in texts if roles[name] in (Role.TEXT, Role.JSON, Role.CODE)]):
            long = {name: _long_text(number, call[name]) for number, name in enumerate(names)}
            if long and view.fits(subject.schema, {**call, **long}):
                yield {**call, **long}, False


def _long_text(number: int, text: str) -> str:
    """Return many lines with a text, each of them only once, and in no other argument."""
    filler = "x" * (_SIZE // _LINES)
    return "".join(f"{number}-{line} {text} {filler}\n" for line in range(_LINES))


def _left_full(subject: Subject, call: _Call, is_grown: bool) -> str:
    """Return which pipe stays full while a call is made in a fresh world; "" if none does, or the copy is lost."""

    def made() -> str:
        make_fresh_for(subject, [call])
        if is_grown:
            _grow(subject, call)
        with full_pipes() as found:
            subject.call(dict(call), call_s=_CALL_S)
        return found.name

    return in_a_copy(made, limit_s=_CALL_S + 1) or ""


def _grow(subject: Subject, call: _Call) -> None:
    """Make the files large that a call names, and add a large one to the folders: its lines hold the other texts."""
    paths = path_arguments(subject.schema)
    words = " ".join(text for name, text in call.items() if isinstance(text, str) and name not in paths)
    for name in paths:
        place = subject.sandbox.workspace / str(call.get(name) or "")
        file = place / "many-lines.txt" if place.is_dir() else place
        if file.parent.is_dir() and file.resolve().is_relative_to(Path(subject.sandbox.workspace).resolve()):
            content = file.read_text("utf-8", "replace") if file.is_file() else ""
            file.write_text(content + _long_text(0, words), encoding="utf-8")
