"""Optional files: a file that a call may do without, and a tool that answers as if it were missing once it is damaged.

{"locale": "de"}   no de.json      the answer without it
                   a valid one     another answer: the tool uses what is there
                   a damaged one   the answer without it: the tool says that there is none

A file of another name, such as settings.json, is judged where the description says that a damaged one is an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ....profile.emptiness import announces_nothing
from ....profile.failures import answers_a_question
from ....profile.roles import name_words
from ....profile.side_files import is_written_aside
from ....profile.told_damage import told_damage
from ....regex import regex
from ....strategies.likely_contents import LikelyContents
from ....strategies.own_keys import own_keys
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.observing import observe
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import files_read
from ...calls.told_words import told_words
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_optional_files"]

_MAX_CONTROLS, _MAX_FILES, _MAX_CONTENTS = 3, 2, 6
#: A text of a call that names a file is no part of another name by chance.
_MIN_NAME = 2
_MIN_WORD = 4
#: The name of a file.
_FILE = regex(r"[\w-]+\.[A-Za-z]{2,6}\b")
#: Formats of which not any content is valid, and a content that no reader of them takes.
_FORMATS = frozenset((".json", ".toml", ".yaml", ".yml", ".xml", ".ini", ".db", ".sqlite"))
_DAMAGED = b"\0{["
#: Share of a check's time.
_SHARE = 0.2


def judge_optional_files(subject: Subject, controls: list[Outcome], report: Callable[..., None]) -> None:
    """Judge that a damaged file is not answered like a missing one, where a call works without it.

    The call names it, or the description says that a call fails on a damaged one.

    Not judged: files that a call writes itself, and hidden files, caches and logs, whose loss is harmless.

    Args:
        subject: The tool.
        controls: Calls that worked.
        report: Called with a finding and the claims that may excuse it.
    """
    patience, seen = subject.patience(_SHARE), set[Path]()
    told = told_damage(told_words(subject))
    for control in controls[:_MAX_CONTROLS]:
        call = dict(control.arguments)
        for path in [path for path in _missing(subject, call, told) if path not in seen][:_MAX_FILES]:
            if patience.is_over:
                return
            seen.add(path)
            if _is_ignored(subject, call, path):
                report(
                    CheckFailure(
                        "failure_as_nothing",
                        f"{path.name!r} could not be read, and the tool answered as if there were no such file; with a "
                        'valid one it answers otherwise. Raise, or return {"error": ..., "message": ...}.',
                        about=path.suffix,
                        arguments=call,
                    ),
                    *([] if told else [announces_nothing(subject.facts, failing=True)]),
                    answers_a_question(subject.facts),
                )


def _missing(subject: Subject, call: Mapping[str, Any], told: str) -> list[Path]:
    """Return the files of the workspace that a call looked for and did not find, if it names or the words mean them.

    Args:
        subject: The tool.
        call: A call that works.
        told: The sentence that says that a damaged file is an error.
    """
    subject.renew()
    plant_world(subject, [call])
    workspace = subject.sandbox.workspace
    asked = observe(subject, call).names_asked
    texts = [text for text in call.values() if isinstance(text, str) and len(text) >= _MIN_NAME]
    found: list[tuple[Path, bool]] = []
    for path in dict.fromkeys(Path(os.path.normpath(workspace / name)) for name in asked):
        inside = path.relative_to(workspace) if path.is_relative_to(workspace) else None
        if inside is None or path.suffix.lower() not in _FORMATS or os.path.lexists(path) or is_written_aside(inside):
            continue
        if not any(part.startswith(".") for part in inside.parts):
            found.append((path, any(text in path.name for text in texts)))
    is_alone = bool(told) and len(found) == 1 and not files_read(subject, call)
    return [path for path, is_named in found if is_named or _is_told_of(path, told, is_alone=is_alone)]


def _is_told_of(path: Path, told: str, *, is_alone: bool) -> bool:
    """Tell whether words name a file or, if they name none, its format or a part of its name, or any file."""
    named = [name.lower() for name in _FILE.findall(told)]
    if named:
        return path.name.lower() in named
    words = {path.suffix[1:], *(word for word in name_words(path.stem) if len(word) >= _MIN_WORD)}
    words |= {"file"} if is_alone else set()
    return any(re.search(rf"\b{re.escape(word)}", told, re.IGNORECASE) for word in words)


def _is_ignored(subject: Subject, call: Mapping[str, Any], path: Path) -> bool:
    """Tell whether a tool uses a file, and answers a damaged one like none, twice."""
    without = _answer(subject, call, path, None)
    if without is None or path.exists():
        return False
    for content in _contents(subject, call, path):
        valid = _answer(subject, call, path, content)
        if valid is not None and valid != without:
            return all(_answer(subject, call, path, data) == without for data in (_DAMAGED, None, _DAMAGED + content))
    return False


def _contents(subject: Subject, call: Mapping[str, Any], path: Path) -> Iterator[bytes]:
    """Yield contents that the file may have: those of the other files of its kind, and what the code looks up."""
    others = files_read(subject, call)
    alike = [content for other, content in others.items() if other.suffix == path.suffix]
    likely = LikelyContents(subject.tool, own_keys(subject.tool)).contents(path.name, call)
    yield from list(dict.fromkeys([*alike, *(content for content in likely if content)]))[:_MAX_CONTENTS]


def _answer(subject: Subject, call: Mapping[str, Any], path: Path, content: bytes | None) -> tuple[Any] | None:
    """Return the answer of a call that works, with a file of this content or without one; None if it fails."""
    subject.renew()
    plant_world(subject, [call])
    if content is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with fake_sleep():
        outcome = subject.call(dict(call))
    return (in_json_types(outcome.returned),) if outcome.succeeded else None
