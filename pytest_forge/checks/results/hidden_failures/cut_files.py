"""Cut files: a compressed file whose end is missing, and a tool that answers as if it were whole.

whole     all lines, in two parts           answered like the file of the tool's world
part      the first lines, properly ended   answered otherwise: the rest counts
cut       the first lines, and no end       answered like the part: nobody learns that the rest is missing
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....profile.claim import claim_of
from ....profile.failures import answers_a_question
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import called_with_content

__all__ = ["judge_cut_files"]

#: The first bytes of a compressed file, with the functions that compress and decompress it.
_FORMATS: tuple[tuple[bytes, Callable[[bytes], bytes], Callable[[bytes], bytes]], ...] = (
    (b"\x1f\x8b", gzip.compress, gzip.decompress),
    (b"BZh", bz2.compress, bz2.decompress),
    (b"\xfd7zXZ\0", lzma.compress, lzma.decompress),
)
#: Bytes of the second part that are left: its header, and no data.
_LEFT = 12


class _Variants(Struct, frozen=True):
    """The contents of a compressed file: whole, only its first part, and cut off after that."""

    whole: bytes
    part: bytes
    cut: bytes


def judge_cut_files(
    subject: Subject, call: Mapping[str, Any], files: Mapping[Path, bytes], report: Callable[..., None]
) -> None:
    """Judge that a compressed file which is cut off is not answered like a shorter one that is whole.

    Args:
        subject: The tool.
        call: A call that worked.
        files: The files that it reads, with their contents.
        report: Called with a finding and the claims that may excuse it.
    """
    for path, content in files.items():
        for variants in _variants(content):
            given, whole, part, cut = (
                _answer(subject, call, path, data) for data in (content, variants.whole, variants.part, variants.cut)
            )
            # A size or a hash of the file itself differs for the whole content in two parts.
            if None not in (given, whole, part, cut) and given == whole != part == cut:
                report(
                    CheckFailure(
                        "failure_as_part",
                        f"The end of {path.name!r} was cut off, and the tool answered as for a shorter file that is "
                        'whole. Raise, or return {"error": ..., "message": ...}.',
                        arguments=dict(call),
                    ),
                    claim_of(subject.facts, "reports_failures"),
                    answers_a_question(subject.facts),
                )


def _answer(subject: Subject, call: Mapping[str, Any], path: Path, content: bytes) -> tuple[Any] | None:
    """Return the answer with a content of a file, in a tuple; None if the call failed."""
    outcome = called_with_content(subject, call, path, content)
    return (in_json_types(outcome.returned),) if outcome.succeeded else None


def _variants(content: bytes) -> Iterator[_Variants]:
    """Yield variants of a compressed file of several lines; none of any other file."""
    for begin, compress, decompress in _FORMATS:
        if not content.startswith(begin):
            continue
        try:
            lines = decompress(content).splitlines(keepends=True)
        except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError):
            return
        if len(lines) < 2:
            return
        first, rest = (b"".join(part) for part in (lines[: len(lines) // 2], lines[len(lines) // 2 :]))
        if compress is gzip.compress:
            yield _within_a_member(first, rest)
        yield _Variants(compress(first) + compress(rest), compress(first), compress(first) + compress(rest)[:_LEFT])


def _within_a_member(first: bytes, rest: bytes) -> _Variants:
    """Return variants of which the cut one ends within a member, for readers that know only one."""
    stream = zlib.compressobj(wbits=31)
    begun = stream.compress(first) + stream.flush(zlib.Z_SYNC_FLUSH)
    return _Variants(begun + stream.compress(rest) + stream.flush(), gzip.compress(first), begun)
