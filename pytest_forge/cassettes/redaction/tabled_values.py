"""Tabled values: the cells under a telling header, and the cell beside a telling name.

username,password,role      | Host | Password |      USER    TOKEN      <th>API key</th>      ["user", "secret"]
etl,…,admin                 | db1  | …        |      ci      …          <td>…</td>            ["ci", "…"]

VERCEL_TOKEN,…,2026-02-11   <td>API key</td><td>…</td>      INSERT INTO users (name, password) VALUES ('etl', '…')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from ...regex import regex
from .found_secret import FoundSecret
from .secret_names import is_telling, is_weakly_telling
from .secret_phrases import is_memorable, phrase_end
from .secret_value import is_random, is_stand_in, is_worth_hiding

__all__ = ["find_in_tables"]

_LONGEST_ROW = 4_000
_MOST_ROWS = 2_000
_LONGEST_NAME = 40
_REACH = 100

#: The rest of a name's cell: little, then its end.
_CELL_END = regex(
    r"[\w.-]{0,30}(?: (?:[A-Za-z]{2,9}|\(\w{1,12}\))){0,2}[\"'`*]{0,3}"
    r"(?:[ ]{0,60}(?P<stop>[,;\t|\r\n)\]┃│]|\xe2\x94|</t|\Z)|(?P<gap>  ))",
    re.ASCII,
)
#: The text before the name, read backwards.
_CELL_START = regex(
    r"(?P<name>[ _.-]?(?:[\w.-]{1,20} ){0,2}[\w.-]{0,30}(?<=[A-Za-z])|)[\"'`*]{0,3}[ ]{0,60}"
    r"(?P<edge>\Z|[,;\t|\[(>\n+:=]|[\x82\x83\x92┃│→]|  )",
    re.ASCII,
)
_BAR = r"(?:\||[│┃]|\xe2\x94[\x82\x83])"
_CELLS = {
    mark: regex(
        rf"[ ]{{0,60}}(?:\"(?P<quoted>(?:[^\"]|\"\"){{0,1000}})\"[ ]{{0,9}}|'(?P<single>[^'\n]{{0,1000}})'[ ]{{0,9}}|"
        rf"(?P<bare>[^{mark}\r\n\"]{{0,1000}}))(?:(?P<next>{mark})|\r?\n|\Z|(?=\\*\"))"
    )
    for mark in (",", ";", "\t")
}
_CELLS["|"] = regex(rf"(?P<bare>[^|│┃\n\xe2]{{0,1000}})(?:(?P<next>{_BAR})|\n|\Z)")
_CELLS["  "] = regex(
    r"[ ]{0,3}(?P<bare>[^\s\0]+(?: [^\s\0]+){0,8})(?:(?P<next>[ ]{2,200}(?=\S))|[ ]{0,200}(?:\r?\n|\Z))"
)
_LIST_CELLS = regex(
    r"\s{0,20}(?:\"(?P<quoted>(?:[^\"\\]|\\.){0,1000})\"|'(?P<single>(?:[^'\\]|\\.){0,1000})'|"
    r"(?P<bare>[^,\"'\[\]()]{0,100}(?:\(\))?))\s{0,20}(?:(?P<next>,)|[\])])"
)
_LIST_GAP = regex(
    r"[\s\]),]{0,60}(?:[\"'](?:rows|data|values|results|records|items|body|cells)[\"']\s{0,3}:\s{0,3}|"
    r"(?i:values)\s{0,20}(?=\())?[\s\[(]{0,60}"
    r"(?<=[\[(])"
)
#: Between the columns of an INSERT and their values.
_VALUES = regex(r"[^()]{0,1000}\)\s{0,20}values\s{0,20}\(", re.IGNORECASE)
_RULE = regex(r"(?:[ \t|+:=\u2500-\u257f\x80-\xbf\xe2-]{3,4000}(?:\r?\n|\Z))+")
#: A parameter with a table as its value.
_PARAMETER = regex(r"[^\s,;|\"]{0,200}[?&][\w.-]{1,40}=", re.ASCII)
#: Before a row: the marks of a diff or a reply, or a line number.
_QUOTING = regex(r"[ \t]{0,9}(?:[>+-][ \t]{0,3})?(?:\d{1,6}(?:\t|→|\xe2\x86\x92|[:|]))?", re.ASCII)
_HEADER = regex(r"[A-Za-z#_%\x80-\xff][A-Za-z_\s./()#%?\x80-\xff-]{0,40}\d{0,2}", re.ASCII)
_PLAINLY = regex(r"_(?:plain(?:_?text)?|clear(?:_?text)?|text|value|raw|decrypted)$")
#: Headers of identifiers as often as of secrets.
_WEAKEST = frozenset({"key", "keys", "session", "session_id", "signature", "sig", "cookie", "auth", "pat"})
_USERS = regex(r"user(?:[ _]?name)?s?|login|e-?mail|accounts?|url|uid|benutzer(?:name)?|host(?:name)?", re.IGNORECASE)
#: Statements about passwords in tables.
_TALK = regex(
    r"(?i:yes|no|none|n/?a|required|optional|mandatory|supported|unsupported|enabled|disabled|never|always|unknown|"
    r"unset|text|varchar|char|uuid|string|boolean|integer|plain|hashed|encrypted|same|unchanged|expired|active|weak|strong|"
    r"failed|passed|true|false|missing|present|basic|bearer|\w{1,20}\([\d, ]{1,9}\)|[\d.,:+/%-]{1,12})"
)
_VERSION = regex(r"[a-z]+(?:[-_.][a-z]+){0,6}[-_.]v?\d{1,4}", re.ASCII)
_DIGIT = regex(r"\d", re.ASCII)
_NAME = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", re.ASCII)

_TAGGED = regex(
    r"<t(?P<kind>[hd])\b[^>]{0,200}>(?:\s{0,20}<\w{1,10}[^>]{0,100}>){0,2}\s{0,60}(?P<bare>[^<>]{0,1000})", re.ASCII
)
_TAG_END = regex(r"[^<>]{0,60}(?:\s{0,20}</\w{1,10}>){1,3}\s{0,60}", re.ASCII)


class _Cell(Struct, frozen=True):
    """A cell: its text without quotation marks, and its place."""

    text: str
    start: int

    @property
    def place(self) -> tuple[int, int]:
        return self.start, self.start + len(self.text)


_Row = tuple[list[_Cell], int]


def find_in_tables(text: str, marks: Iterable[int]) -> Iterator[FoundSecret]:
    """Yield the secrets in *text* in a column, or in a row, with a telling name.

    Args:
        text: The text to search.
        marks: The beginnings of the marks of names, in order.
    """
    # A row is read as the head of a table once, and not inside a table.
    seen: set[tuple[int, str]] = set()
    covered = 0
    for mark in marks:
        if (end := _CELL_END.match(text, mark)) is None:
            continue
        before = _CELL_START.match(text[max(0, mark - _REACH) : mark][::-1])
        if before is None:
            continue
        start = mark - len(before["name"])
        stop = end.start("stop") if end["gap"] is None else end.start("gap")
        if _telling(text[start:stop].rstrip(" \"'`*")) is None:
            continue
        for kind in _kinds(text, start, before["edge"], end["stop"] or end["gap"] or ""):
            begin = _beginning(text, mark, kind)
            if begin is None or (begin, kind) in seen:
                continue
            seen.add((begin, kind))
            row = _row(text, begin, kind)
            if kind in _CELLS and (row is None or len(row[0]) < 2):
                # A string of JSON may be a row of its own.
                begin = text.rfind('"', begin, mark) + 1
                row = _row(text, begin, kind) if begin and begin >= mark - _REACH else None
            if row is None or len(row[0]) < 2 or (len(row[0]) == 2 and not row[0][1].text):
                continue
            if begin >= covered and _is_header(row[0]):
                places, covered = _columns(text, row, kind)
                yield from places
            elif kind != "[" or len(row[0]) == 2:
                yield from _neighbours(row[0])


def _kinds(text: str, start: int, edge: str, stop: str) -> Iterator[str]:
    """Yield the possible kinds of a cell's row: with separators, a list, HTML."""
    if stop == "</t":
        yield "<"
        return
    if (text[start - 1 : start] in ('"', "'") and start > 0) or _VALUES.match(text, start):
        yield "["
    for mark in (stop, edge):
        if mark in (",", ";", "\t", "  "):
            yield mark
            return
        if mark in ("|", "│", "┃", "\xe2\x94"):
            yield "|"
            return


def _beginning(text: str, mark: int, kind: str) -> int | None:
    earliest = max(0, mark - _LONGEST_ROW)
    if kind == "[":
        opened = max(text.rfind("[", earliest, mark), text.rfind("(", earliest, mark))
        closed = max(text.rfind("]", earliest, mark), text.rfind(")", earliest, mark))
        return opened + 1 if opened > closed else None
    if kind == "<":
        row = text.rfind("<tr", earliest, mark)
        return row if row >= 0 else None
    line = text.rfind("\n", earliest, mark)
    return line + 1 if line >= 0 or earliest == 0 else None


def _row(text: str, position: int, kind: str) -> _Row | None:
    """Return the cells of the row at *position* and the beginning of the next, or None if it is not a row."""
    if kind == "<":
        end = text.find("</tr", position, position + _LONGEST_ROW)
        if end < 0:
            return None
        return [_cell(text, *tag.span("bare")) for tag in _TAGGED.finditer(text, position, end)], end
    pattern = _LIST_CELLS if kind == "[" else _CELLS[kind]
    cells: list[_Cell] = []
    last = position + _LONGEST_ROW
    if kind != "[" and (parameter := _PARAMETER.match(text, position)):
        position = parameter.end()
    if kind not in ("[", "\t") and (quoting := _QUOTING.match(text, position)):
        position = quoting.end()
    while position <= last:
        match = pattern.match(text, position)
        if match is None:
            return None
        group = next(name for name in ("quoted", "single", "bare") if match.groupdict().get(name) is not None)
        start, end = match.span(group)
        cells.append(_cell(text, start, end))
        position = match.end()
        if match["next"] is None:
            return cells, position
    return None


def _cell(text: str, start: int, end: int) -> _Cell:
    while start < end and text[start] in " \t\r\n":
        start += 1
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    for mark in ("**", "`", '"'):
        if end - start > 2 * len(mark) and text.startswith(mark, start) and text.endswith(mark, start, end):
            start, end = start + len(mark), end - len(mark)
    return _Cell(text[start:end], start)


def _is_header(cells: list[_Cell]) -> bool:
    return all(not one.text or (_HEADER.fullmatch(one.text) and not is_random(one.text, least=12)) for one in cells)


def _telling(words: str) -> bool | None:
    """Whether the value of a name is a secret whatever it looks like; None if the name does not tell."""
    name = _PLAINLY.sub("", "_".join(words.split()))
    if len(name) > _LONGEST_NAME or name.lower() in _WEAKEST or not is_telling(name):
        return None
    return not is_weakly_telling(name)


def _columns(text: str, header: _Row, kind: str) -> tuple[list[FoundSecret], int]:
    """Return the secrets under *header*, and the end of the table."""
    cells, position = header
    columns = [(index, strong) for index, cell in enumerate(cells) if (strong := _telling(cell.text)) is not None]
    found: list[FoundSecret] = []
    if not columns:
        return found, 0
    has_users = any(_USERS.fullmatch(cell.text) for cell in cells)
    for _ in range(_MOST_ROWS):
        # A rule under the names, or above and below the table.
        if kind in ("|", "  ") and (rule := _RULE.match(text, position)):
            position = rule.end()
        begin = _next_row(text, position, kind)
        row = None if begin is None else _row(text, begin, kind)
        if row is None or len(row[0]) != len(cells):
            break
        for index, strong in columns:
            value = row[0][index]
            if _is_secret(value.text, strong=strong, is_clear=has_users):
                found.append(FoundSecret(f"cell under {cells[index].text!r}", *value.place))
        position = row[1]
    return found, position


def _next_row(text: str, position: int, kind: str) -> int | None:
    if position >= len(text):
        return None
    if kind == "[":
        gap = _LIST_GAP.match(text, position)
        return gap.end() if gap else None
    if kind == "<":
        row = text.find("<tr", position, position + _REACH * 3)
        return row if row >= 0 and text.find("</table", position, row) < 0 else None
    return position


def _neighbours(cells: list[_Cell]) -> Iterator[FoundSecret]:
    """Yield the secret in the cell after a telling name."""
    for name, value in pairwise(cells[:5]):
        strong = _telling(name.text)
        if strong is not None and _is_secret(value.text, strong=strong, is_clear=False):
            yield FoundSecret(f"cell beside {name.text!r}", *value.place)


def _is_secret(value: str, *, strong: bool, is_clear: bool) -> bool:
    """Tell whether a cell beside a telling name is a secret.

    Args:
        value: The text of the cell.
        strong: Whether it is a secret by the name alone.
        is_clear: Whether the table lists accounts.
    """
    if len(value) < 4 or is_stand_in(value) or _TALK.fullmatch(value) or _NAME.fullmatch(value) or is_telling(value):
        return False
    if re.search(r"\s", value):
        return strong and phrase_end(value, 0) == len(value)
    if is_random(value, least=12):
        return not value.islower() or len(_DIGIT.findall(value)) > 1
    if not strong or not is_worth_hiding(value, quoted=True):
        return False
    if is_clear or is_memorable(value):
        return True
    if _VERSION.fullmatch(value):
        return False
    return (
        len(value) >= 6 and re.search(r"\d", value) is not None and re.search(r"[A-Za-z].*[A-Za-z]", value) is not None
    )
