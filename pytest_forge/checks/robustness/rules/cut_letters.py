"""Cut letters: a part of a text file that begins or ends within the bytes of a letter, and cannot be read then.

tail(max_bytes=20), tail(max_bytes=21)     of lines with "u": both work
tail(max_bytes=20), tail(max_bytes=21)     of lines with "ü": the second fails, the part begins within a letter
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ....profile.told_ranges import told_limits
from ....profile.told_sizes import tells_of_cut_letters
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import file_with_content, files_read
from ...calls.told_words import told_words

__all__ = ["judge_cut_letters"]

_SHARE = 0.1
_MAX_BASES, _MAX_FILES = 2, 2
#: Numbers from the least one on, and further ones: a part of one of them ends within a letter of two bytes.
_NUMBERS, _FURTHER = 8, (20, 21, 40, 41, 100, 101, 1000, 1001)
#: What is added to each line, in letters of two bytes and in as many bytes of other letters.
_WIDE, _NARROW, _LETTERS = "ü", "uu", 30
_MIN_LINES, _MAX_BYTES = 24, 20_000


def judge_cut_letters(subject: Subject) -> bool:
    """Judge that no number makes the call of a reader of a text file fail because a letter takes two bytes.

    The file has the same size with letters of one byte, and all of the numbers work then; with letters of two bytes
    some do. A description that says what becomes of parts of a letter is believed.

    Returns:
        Whether a number decides which part of a file is read.

    Raises:
        CheckFailure: If a call fails with such letters alone, twice.
    """
    if subject.is_served or tells_of_cut_letters(told_words(subject)):
        return False
    nodes = subject.schema.get("properties") or {}
    names = [name for name, node in nodes.items() if isinstance(node, Mapping) and node.get("type") == "integer"]
    judged = False
    for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES] if names else []):
        for path, content in list(files_read(subject, base).items())[:_MAX_FILES]:
            # With one letter of one byte, all others stand one byte further.
            for name, lead in itertools.product(names, ("", "u")):
                narrow, wide = (_filled(content, lead, letter) for letter in (_NARROW, _WIDE))
                if narrow is not None and wide is not None:
                    judged = _judge(subject, path, (narrow, wide), list(_calls(subject, base, name))) or judged
    return judged


def _judge(subject: Subject, path: Path, texts: tuple[bytes, bytes], calls: list[dict[str, Any]]) -> bool:
    """Tell whether calls work with both texts, and differ."""
    narrow, wide = texts
    plain = _ends(subject, path, narrow, calls)
    worked = [call for call, end in zip(calls, plain, strict=True) if end is not None]
    ends = _ends(subject, path, wide, worked)
    taken = [number for number, end in enumerate(ends) if end is not None]
    # Where smaller and greater numbers work, and such letters are answered, they are not refused as such.
    failed = [call for number, call in enumerate(worked) if taken and taken[0] < number < taken[-1]]
    failed = [call for call in failed if ends[worked.index(call)] is None]
    if failed and any(end is not None and _WIDE in end for end in ends):
        again = _ends(subject, path, wide, failed[:1]) + _ends(subject, path, narrow, failed[:1])
        if again[0] is None and again[1] is not None:
            raise CheckFailure(
                "letter_cut_fails",
                f"The call fails if {path.name!r} holds letters of two bytes in UTF-8, and works with as many bytes of "
                "other letters, as it does with other numbers. Decode whole lines or letters, not a part of one.",
                arguments=failed[0],
            )
    return len({end for end in ends if end is not None}) > 1


def _ends(subject: Subject, path: Path, content: bytes, calls: list[dict[str, Any]]) -> list[str | None]:
    """Return the answer of each call with a content of a file; None for one that fails."""
    if not calls:
        return []
    with file_with_content(subject, calls[0], path, content), fake_sleep():
        outcomes = [subject.call(call) for call in calls]
    return [repr(one.value) if one.succeeded else None for one in outcomes]


def _calls(subject: Subject, base: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    node = subject.schema["properties"][name]
    told = told_limits(name, str(node.get("description") or ""))[0]
    least = max([1, *(int(one) for one in (told, node.get("minimum")) if isinstance(one, int | float))])
    fits = FlatSchema(subject.schema).fits
    for number in dict.fromkeys((*range(least, least + _NUMBERS), *_FURTHER)):
        if fits(subject.schema, call := {**base, name: number}):
            yield call


def _filled(content: bytes, lead: str, letter: str) -> bytes | None:
    """Return the lines of a text, often enough, each with letters at its end; None for what is no text."""
    try:
        lines = [line for line in content.decode().splitlines() if line.strip()]
    except UnicodeDecodeError:
        return None
    if not lines or not all(map(str.isprintable, lines)):
        return None
    many = lines * (_MIN_LINES // len(lines) + 1)
    made = "".join(f"{line} {lead}{letter * _LETTERS}\n" for line in many).encode()
    return made if len(made) <= _MAX_BYTES else None
