r"""Quoted fields: what stands in quotes in a field of a table, and is not in the answer as it stands there.

read('name,note\nada,"hello"')           note "hello": an answer shows the field, without its quotes
read('name,note\nada,"one, two"')        note "one, two"
read('name,note\nada,"one\ntwo"')        note "onetwo": the line break is lost
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....oracles.text_leaves import leaves_of
from ....profile.told_quotes import Sign, keeps_fields, told_signs
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.given_rows import GivenRows, given_rows
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import called_with_content, files_read
from ...calls.told_words import told_words

__all__ = ["judge_quoted_fields"]

_SHARE = 0.1
_MAX_BASES, _MAX_TABLES, _MAX_FIELDS = 6, 4, 6
_PLAIN, _FIRST, _SECOND = "zelkova", "zel", "kova"
#: What may stand between two words: the sign that has to be allowed, and the text.
_ALLOWED: tuple[tuple[Sign, str], ...] = (("line", "\n"), ("quote", '"'), ("line", "\r\n"))
#: What a tool that keeps fields as they are keeps as well.
_KEPT = (*("\n", '"', "\r\n", "\u2028", "\x85", "\x0b"), "  ", "\t")
_AROUND = (" {}", "{} ")

#: Makes a call with a text in the place of the table; None if the schema does not allow it.
_Call = Callable[[str], Outcome | None]


class _Field(Struct, frozen=True):
    """A field of a table that an answer shows.

    Attributes:
        table: The table.
        place: Number of the field in the last row.
        call: Makes the call with another table.
        is_file: Whether the table is that of a file, and not an argument.
    """

    table: GivenRows
    place: int
    call: _Call
    is_file: bool

    def text(self, written: str) -> str:
        """Return the table with a text in the place of the field."""
        *others, row = self.table.rows
        cells = row.split(self.table.separator)
        cells[self.place] = written
        lines = (*self.table.head, *others, self.table.separator.join(cells))
        return "".join(f"{line}\n" for line in lines)


def judge_quoted_fields(subject: Subject) -> bool:
    """Judge that a field of a table comes back with what stands in quotes there, as far as it is told.

    A call that fails is no answer, and counts where the field is said to be allowed.

    Returns:
        Whether an answer shows a field without the quotes around it.

    Raises:
        CheckFailure: If it has another text, or none, twice.
    """
    nodes = subject.schema.get("properties") or {}
    said = [str(node.get("description") or "") for node in nodes.values() if isinstance(node, Mapping)]
    told = "\n\n".join((told_words(subject), *said))
    signs, is_kept = told_signs(told), keeps_fields(told)
    if not signs and not is_kept:
        return False
    with FastCalls(subject) as fast:
        for field in subject.patience(_SHARE).each(_fields(subject, fast)):
            if not _shows(field, _PLAIN, _PLAIN) or not _shows(field, f'"{_PLAIN}"', _PLAIN):
                continue
            for sign, text in _texts(field, signs, is_kept=is_kept):
                _judge(field, text, is_kept=is_kept, is_allowed=sign in signs)
            return True
    return False


def _fields(subject: Subject, fast: FastCalls) -> Iterator[_Field]:
    """Yield the fields of tables in the arguments of calls that work, and in the files that a function reads."""
    for call in plausible_calls(subject, limit=_MAX_BASES):
        for table in [one for one in given_rows(call) if one.separator][:_MAX_TABLES]:
            yield from _fields_of(table, _with_argument(subject, fast, table), is_file=False)
    bases = [] if subject.is_served else plausible_calls(subject, limit=_MAX_BASES)
    for call in bases[:2]:
        for path, content in files_read(subject, call).items():
            tables = given_rows({"": content.decode(errors="replace")}) if path.suffix in (".csv", ".tsv") else ()
            for table in [one for one in tables if one.separator][:_MAX_TABLES]:
                named = GivenRows(path.name, call, table.rows, table.head, table.separator)
                yield from _fields_of(named, _with_file(subject, call, path), is_file=True)


def _fields_of(table: GivenRows, call: _Call, *, is_file: bool) -> Iterator[_Field]:
    count = table.rows[-1].count(table.separator) + 1
    # A text stands behind numbers and names.
    yield from (_Field(table, place, call, is_file) for place in reversed(range(min(count, _MAX_FIELDS))))


def _with_argument(subject: Subject, fast: FastCalls, table: GivenRows) -> _Call:
    fits = FlatSchema(subject.schema).fits

    def made(text: str) -> Outcome | None:
        call = {**table.call, table.name: text}
        return fast.call(call) if fits(subject.schema, call) else None

    return made


def _with_file(subject: Subject, call: dict[str, Any], path: Path) -> _Call:
    return lambda text: called_with_content(subject, call, path, text.encode())


def _texts(field: _Field, signs: frozenset[Sign], *, is_kept: bool) -> Iterator[tuple[str, str]]:
    """Yield texts for the field, each with the sign that it needs to be allowed."""
    between = field.table.separator
    if is_kept or "separator" in signs:
        yield "separator", f"{_FIRST}{between} {_SECOND}"
    yield from ((sign, f"{_FIRST}{text}{_SECOND}") for sign, text in _ALLOWED if is_kept or sign in signs)
    if is_kept:
        known = {text for _, text in _ALLOWED}
        yield from (("", f"{_FIRST}{text}{_SECOND}") for text in _KEPT if text not in (*known, between))
        yield from (("", form.format(_PLAIN)) for form in _AROUND)


def _judge(field: _Field, text: str, *, is_kept: bool, is_allowed: bool) -> None:
    """Fail if a text of the field is not in the answer, twice."""
    written = '"{}"'.format(text.replace('"', '""'))
    found = {_found(field, written, text) for _ in range(2)}
    seen = found.pop()
    if found or seen is None or seen == text:
        return
    if seen and not is_kept and _are_alike(seen, text):
        # Nothing is said of the kind of a line break.
        return
    if not seen and not is_allowed:
        return
    shown = f"the answer has {seen!r}" if seen else "the answer has no such field, or the call fails"
    raise CheckFailure(
        "quoted_text_changed",
        f"Given {written!r} in a field of {field.table.name!r}, {shown}, though the description says that "
        f"{'fields are taken as they are' if is_kept else 'a field in quotes may hold it'}. Read the whole text "
        "with a reader that knows quotes; do not split it into lines first, and leave line ends as they are.",
        about=field.table.name,
        arguments=field.table.call if field.is_file else {**field.table.call, field.table.name: field.text(written)},
    )


def _found(field: _Field, written: str, text: str) -> str | None:
    """Return the text of an answer that holds the words of a field; "" without one, None if no call returned."""
    outcome = field.call(field.text(written))
    if outcome is None or outcome.timed_out:
        return None
    leaves = [leaf for _, leaf in leaves_of(outcome.value)] if outcome.succeeded else []
    if text in leaves:
        return text
    return next((leaf for leaf in leaves if _FIRST in leaf and _SECOND in leaf), "")


def _are_alike(seen: str, text: str) -> bool:
    """Tell whether two texts have the same words, with something between them in both."""
    return seen.split() == text.split() and len(seen.split()) > 1


def _shows(field: _Field, written: str, text: str) -> bool:
    outcome = field.call(field.text(written))
    return outcome is not None and outcome.succeeded and any(leaf == text for _, leaf in leaves_of(outcome.value))
