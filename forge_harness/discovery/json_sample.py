r"""Samples of JSON: an array of rows, or one object; and of JSON Lines.

An array is read item by item, so that a large one does not fill the memory::

    [{"id": 1, "name": "a,b"}, {"id": 2}]
     ╰───────────────────────╯ an item ends at a comma or bracket that is in no string and no inner item
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from ..deadline.answer_time import AnswerTime
from ..errors import ToolError
from ..texts.strict_json import read_json
from .sample import Columns, Sample, unreadable
from .value_type import type_of_value

__all__ = ["json_lines_sample", "json_sample"]

_PIECE_BYTES = 64 * 1024
#: The longest item of an array, and the longest value that is none.
_MAX_ITEM = 1024**2
_MAX_VALUE = 8 * 1024**2
_ROWS_AT_ONCE = 100

#: A string that is not closed yet matches as a lone quote.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|["\[\]{},]', re.DOTALL)
_REMEDY = "Choose another file, or tell the user."


def json_sample(file: BinaryIO, max_rows: int, time: AnswerTime) -> Sample:
    """Return the columns of a JSON file: the keys of the objects in an array, or of one object.

    Raises:
        ToolError: ``unreadable_sample``.
    """
    text = _Text(file)
    if text.first_character() != "[":
        return _sampled(iter([_value(text.rest(_MAX_VALUE), "The file")]), 1, time)
    return _sampled((_value(item, "An item of the array") for item in _items(text)), max_rows, time)


def json_lines_sample(file: BinaryIO, max_rows: int, time: AnswerTime) -> Sample:
    """Return the columns of a file with a JSON value in each line; lines that hold none are counted and left out.

    Raises:
        ToolError: ``unreadable_sample``, if no line holds one.
    """
    bad: list[str] = []
    sample = _sampled(_values_of_lines(file, bad), max_rows, time)
    if bad and not sample.sampled_rows:
        raise unreadable("The file is not JSON Lines: no line of it is a JSON value", _REMEDY)
    if bad:
        lines = "One line is" if len(bad) == 1 else f"{len(bad)} lines are"
        sample.warnings.append(f"{lines} not JSON, and left out.")
    return sample


def _sampled(values: Iterator[Any], max_rows: int, time: AnswerTime) -> Sample:
    columns = Columns()
    count = others = 0
    is_whole = is_late = False
    while count < max_rows and not is_late:
        value = next(values, _END)
        if value is _END:
            is_whole = True
            break
        count += 1
        if isinstance(value, dict):
            for key, item in value.items():
                _add(columns, key, item)
        else:
            others += 1
            _add(columns, "value", value)
        is_late = count % _ROWS_AT_ONCE == 0 and time.is_over()
    if not is_whole and not is_late:
        is_whole = next(values, _END) is _END
    warnings = ["The file is empty."] if not count else []
    if others:
        which = "One row is not an object. It is" if others == 1 else f"{others} rows are not objects. They are"
        warnings.append(f"{which} given as the column 'value'.")
    if is_late:
        warnings.append("The time was over. Only the first rows were looked at.")
    return columns.sample(rows=count, row_count=count if is_whole else None, warnings=warnings)


_END = object()


def _add(columns: Columns, key: str, value: Any) -> None:
    types = columns.types_of(key)
    if types is not None:
        types.add(type_of_value(value))


def _values_of_lines(file: BinaryIO, bad: list[str]) -> Iterator[Any]:
    if file.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
        file.seek(0)
    while line := file.readline(_MAX_ITEM + 1):
        if len(line) > _MAX_ITEM:
            raise unreadable("A line of the file is longer than 1 MiB", _REMEDY)
        if line.isspace():
            continue
        try:
            yield read_json(line.decode())
        except (ToolError, UnicodeDecodeError) as error:
            bad.append(type(error).__name__)


def _value(text: str, what: str) -> Any:
    try:
        return read_json(text)
    except ToolError:
        raise unreadable(f"{what} is not valid JSON", _REMEDY) from None


def _items(text: _Text) -> Iterator[str]:
    """Yield the text of each item of the array that *text* begins with."""
    depth = count = at = begin = 0
    while True:
        match = _TOKEN.search(text.held, at)
        if match is None or match[0] == '"':
            # A string may begin here that ends in the next piece.
            at = len(text.held) if match is None else match.start()
            at -= text.drop(begin)
            begin = 0
            if len(text.held) > _MAX_ITEM:
                raise unreadable("An item of the array is longer than 1 MiB", _REMEDY)
            if not text.read_on():
                raise unreadable("The array in the file does not end", _REMEDY)
            continue
        sign, at = match[0], match.end()
        if sign in "[{":
            depth += 1
            if depth == 1:
                begin = at
        elif sign in "]}":
            depth -= 1
        if (sign == "," and depth == 1) or depth == 0:
            item = text.held[begin : match.start()]
            begin = at
            # Only an array without items has nothing before its end.
            if count or depth or item.strip():
                yield item
            count += 1
        if depth == 0:
            text.drop(at)
            if text.rest(_MAX_ITEM).strip():
                raise unreadable("The file has text after its array", _REMEDY)
            return


class _Text:
    """The text of a file in UTF-8, read piece by piece.

    Attributes:
        held: What was read and not dropped.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.held = ""
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()

    def read_on(self) -> bool:
        """Read another piece; False at the end of the file."""
        piece = self._file.read(_PIECE_BYTES)
        try:
            self.held += self._decoder.decode(piece, final=not piece)
        except UnicodeDecodeError:
            raise unreadable("The file is not text in UTF-8, as JSON is", _REMEDY) from None
        return bool(piece)

    def drop(self, count: int) -> int:
        """Forget the first *count* characters, and return *count*."""
        self.held = self.held[count:]
        return count

    def first_character(self) -> str:
        """Drop the blanks at the beginning, and return what follows; empty if nothing does."""
        while not (text := self.held.lstrip(" \t\r\n")):
            self.held = ""
            if not self.read_on():
                return ""
        self.held = text
        return text[0]

    def rest(self, max_characters: int) -> str:
        """Return everything that is left."""
        while self.read_on():
            if len(self.held) > max_characters:
                raise unreadable(f"A value of the file is longer than {max_characters // 1024**2} MiB", _REMEDY)
        return self.held
