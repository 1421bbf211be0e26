"""Reading a sample of a data file, by its extension."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import BinaryIO

from ..deadline.answer_time import AnswerTime
from .declared_sample import avro_sample, parquet_sample
from .delimited_sample import delimited_sample
from .json_sample import json_lines_sample, json_sample
from .sample import Sample

__all__ = ["FORMATS", "MAX_BYTES", "format_of", "read_sample"]

#: The formats by extension. Source: the release that the seeds describe.
FORMATS = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".avro": "avro",
}

#: The largest file that is read. Source: the same.
MAX_BYTES = 50 * 1024**2

_SAMPLED = {"csv": delimited_sample, "json": json_sample, "jsonl": json_lines_sample}
_DECLARED = {"parquet": parquet_sample, "avro": avro_sample}


def format_of(path: str) -> str:
    """Return the format of a data file by its extension, in any case; empty if it has none of `FORMATS`."""
    return FORMATS.get(PurePosixPath(path).suffix.lower(), "")


def read_sample(file: BinaryIO, format_name: str, *, max_rows: int, time: AnswerTime) -> Sample:
    """Return the columns of a file.

    Args:
        file: Open at its beginning, and seekable.
        format_name: One of `FORMATS`.
        max_rows: The most rows to look at.
        time: When to answer with what was seen.

    Raises:
        ToolError: ``unreadable_sample`` or ``not_installed``.
    """
    if format_name in _DECLARED:
        return _DECLARED[format_name](file)
    return _SAMPLED[format_name](file, max_rows, time)
