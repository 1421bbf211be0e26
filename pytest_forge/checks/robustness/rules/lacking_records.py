"""Lacking records: a file of a folder whose record lacks a number, and counts as if it gave 0.

a.json {"cents": 12}, b.json {"cents": 13}       total 25
a.json {"cents": 12}, b.json {"cents": "?!"}     total 12, and b.json is named among the unusable ones
a.json {"cents": 12}, b.json {}                  total 12 of 2 files, and b.json is not named
"""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ....profile.told_lacks import names_lack
from ....strategies.mined_constants import author_codes
from ....strategies.own_keys import own_keys
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit

__all__ = ["judge_lacking_records"]

_SHARE = 0.1
_MAX_CALLS, _MAX_FIELDS = 3, 3
#: What stands for the star in the names of two files.
_NAMES = ("alder", "birch")
_WRONG = "?!"


def judge_lacking_records(subject: Subject) -> bool:
    """Judge that a record without a number is named like one with a text for it, where the description says so.

    Returns:
        Whether a record with a text for its number is named, and one with a number is not.

    Raises:
        CheckFailure: If the record is not named, and is answered like one whose number is 0.
    """
    if subject.is_served or not any("glob" in code.co_names for code in author_codes(subject.tool)):
        return False
    told, keys = told_words(subject), list(own_keys(subject.tool))
    fields = [(key, said) for key in keys if (said := names_lack(told, key))][:_MAX_FIELDS]
    calls = calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if fields else []
    is_judged = False
    for field, said in fields:
        for call in subject.patience(_SHARE).each(calls):
            found: dict[str, Any] | None = in_a_copy(
                partial(_told, subject, call, field), limit_s=2 * subject.call_s, tell=subject.has_left
            )
            if not found or found["whole"] in (found["alone"], found["zero"]):
                continue
            is_judged = is_judged or found["named"] in (["wrong"], ["wrong", "lacking"])
            if found["named"] == ["wrong"] and found["lacking"] == found["zero"] != found["alone"]:
                raise CheckFailure(
                    "number_made_up",
                    f"The description says {said!r}, but a file whose record lacks {field!r} is not named and counts "
                    "as if it gave 0. Tell of every record that lacks what it needs.",
                    about=field,
                    arguments=call,
                )
    return is_judged


def _told(subject: Subject, call: dict[str, Any], field: str) -> dict[str, Any]:
    """Return the answers for a folder with two records, and for which of the second ones its file is named."""
    make_fresh_for(subject, [call])
    with fake_sleep(), _listed() as patterns:
        subject.call(call)
    names = [one for one in patterns if one.endswith(".json") and "?" not in one and "[" not in one]
    if not names:
        return {}
    first, second = (Path(names[0].replace("**/", "").replace("*", word)) for word in _NAMES)
    records: dict[str, Mapping[str, Any] | None] = {
        "alone": None,
        "whole": {field: 13},
        "zero": {field: 0},
        "wrong": {field: _WRONG},
        "lacking": {},
    }
    answers, named = {}, []
    for kind, record in records.items():
        make_fresh_for(subject, [call])
        for path, content in ((first, {field: 12}), (second, record)):
            if not path.resolve().is_relative_to(subject.sandbox.workspace.resolve()):
                return {}
            if content is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(content), encoding="utf-8")
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded:
            return {}
        answers[kind] = json.dumps(in_json_types(outcome.returned), default=repr)
        named += [kind] if second.stem in answers[kind] else []
    return {**answers, "named": named}


@contextmanager
def _listed() -> Iterator[list[str]]:
    """Note the patterns of which files are looked for."""
    patterns: list[str] = []
    of_path, of_module = Path.glob, glob.glob

    def path_glob(self: Path, pattern: str, **named: Any) -> Any:
        patterns.append((self / pattern).as_posix())
        return of_path(self, pattern, **named)

    def module_glob(pattern: str, *arguments: Any, **named: Any) -> Any:
        patterns.append(pattern)
        return of_module(pattern, *arguments, **named)

    with patch.object(Path, "glob", path_glob), patch.object(glob, "glob", module_glob):
        yield patterns
