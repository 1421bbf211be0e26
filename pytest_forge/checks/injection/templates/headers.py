"""Headers: a line break in an argument that begins another header of a mail or a request, or a field of a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....regex import regex
from ....strategies.mined_constants import mined_constants
from ....strategies.workspace_files import planted_contents
from ....targets.subject import Subject
from ...calls.observing import observe
from ...calls.worlds.own_world import own_world
from ..injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_headers", "may_write", "written_and_returned"]

_WRITING = frozenset({"open", "fdopen", "write_text", "write_bytes"})
_HEADER = regex(r"[A-Z][A-Za-z-]*: ?\S")
#: A line of a calendar or a card: its value may be empty, and parameters stand before it.
_PROPERTY = regex(r"[A-Z][A-Z-]*(?:;[A-Z-]+=[^:]*)*:")
#: A break in a long line, which is none of the text.
_FOLD = regex(r"\r?\n[ \t]")
#: Headers of mails and requests, by which a text is known to be one; a file of this many fields is a record anyway.
_FIELDS = 4
_NAME = regex(r"\w[^/\0]{0,99}")
_OF_PROTOCOLS = ("Subject: ", "To: ", "From: ", "Cc: ", "Content-Type: ", "MIME-Version: ", "Host: ")
_MAX_READERS = 3
_MAX_SIZE = 1 << 20


def judge_headers(subject: Subject, point: InjectionPoint) -> None:
    """Judge that a text with a line break adds no header or field to a file that the tool writes, or to its answer."""
    mark, added = mark_of(subject), f"X-{mark_of(subject)}: 1"
    for lines in _headers(subject, point, mark, mark):
        place = next((number for number, line in enumerate(lines) if mark in line), None)
        # The last one may be a text of several lines.
        if place is None or place + 1 >= len(lines):
            continue
        for text in (f"{mark}\n{added}", f"{mark}\r\n{added}", f"{mark}\r{added}"):
            if any(line.startswith(added) for found in _headers(subject, point, text, mark) for line in found[:-1]):
                raise point.finding(
                    "header_injection",
                    f"Given {text!r} in {point.slot.shown!r}, the tool made {added!r} a header or field of its "
                    "own. Refuse line breaks, or write the lines with a library for their format.",
                    point.with_text(text),
                )


def _headers(subject: Subject, point: InjectionPoint, text: str, mark: str) -> list[list[str]]:
    """Return the headers at the beginning of each text that a call with *text* writes into a file or returns.

    Args:
        subject: The tool.
        point: Where the text is put.
        text: It has the mark.
        mark: A line with it may be a part of a header.
    """
    written, returned = written_and_returned(subject, point, text)
    # Programs read what has their line ends; other texts are for the model.
    records = _fields_of([*written, *(leaf for leaf in returned if "\r\n" in leaf)], mark, _PROPERTY)
    records = [lines for lines in records if len(lines) >= _FIELDS]
    heads = [*_fields_of(written, mark), *_fields_of(returned, mark)]
    found = [lines for lines in heads if any(line.startswith(_OF_PROTOCOLS) for line in lines)]
    return [*found, *(lines for lines in records if lines not in found)]


def written_and_returned(subject: Subject, point: InjectionPoint, text: str) -> tuple[list[str], list[str]]:
    """Return the texts of the files that a call with *text* writes, and those of its answer that are more than it."""
    written: list[str] = []
    if not may_write(subject):
        outcome = call(subject, point.with_text(text))
    else:
        seen = observe(subject, point.with_text(text))
        if not seen.answer.succeeded and not subject.is_served and _remove_named(subject, point.arguments):
            # What an earlier call had made was in the way.
            seen = observe(subject, point.with_text(text))
        outcome = seen.answer
        written = [
            change.path.read_text(errors="replace")
            for change in seen.changes.value
            if change.kind == "file" and change.action != "deleted" and change.path.stat().st_size <= _MAX_SIZE
        ]
    if not outcome.succeeded:
        return written, []
    value = outcome.value if subject.is_served else outcome.returned
    return written, [leaf for _, leaf in leaves_of(value) if leaf != text] + _shown_later(subject)


def _remove_named(subject: Subject, call: Mapping[str, Any]) -> bool:
    """Remove the files that a call names and that no call needs; return whether there were any."""
    needed = {*planted_contents(), *own_world(subject).files}
    names = {text for _, text in leaves_of(call) if _NAME.fullmatch(text)} - needed
    found = [path for name in names if (path := subject.sandbox.workspace / name).is_file()]
    for path in found:
        path.unlink()
    return bool(found)


def _shown_later(subject: Subject) -> list[str]:
    """Return the texts of several lines that readers of the same server make of all that is stored."""
    if not subject.is_served or subject.facts.tier == "read":
        return []
    readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    outcomes = [
        reader.call({})
        for reader in (subject.beside(*one) for one in readers)
        if not reader.schema.get("required") and reader.facts.name != subject.facts.name
    ]
    texts = [leaf for one in outcomes[:_MAX_READERS] if one.succeeded for _, leaf in leaves_of(one.value)]
    return [text for text in texts if len(text.splitlines()) > 1]


def may_write(subject: Subject) -> bool:
    """Tell whether a server's tool has another tier than read, or the code of a function calls what writes a file."""
    if subject.is_served:
        return subject.facts.tier != "read"
    return not _WRITING.isdisjoint(mined_constants(subject.tool).names)


def _fields_of(texts: list[str], mark: str, form: re.Pattern[str] | None = None) -> list[list[str]]:
    """Return the lines at the beginning of each text, if each is a name and a value, in a form or as in a mail."""
    forms = [_HEADER, *([form] if form is not None else [])]
    heads = [re.split(r"\r?\n\r?\n", _FOLD.sub("", one[:_MAX_SIZE]), maxsplit=1)[0].splitlines() for one in texts]
    return [
        lines
        for lines in heads
        if lines and all(mark in line or any(one.match(line) for one in forms) for line in lines)
    ]
