"""Lost entries: calls of a server's writer that differ in one argument, and write the same file or document.

set_flag(app="shop", flag="dark")    get_flags(app="shop") then answers one flag more
set_flag(app="shop", flag="wide")    another one more
eight sent together                  one more: each has written the file that it has read before the others wrote

A lock for each flag keeps equal calls apart, and not these. What a tool takes away, another one makes before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....strategies.other_leaves import Path, leaf_paths
from ....targets.subject import Subject
from ...calls.asking import has_worked, looks_failed, own_server
from ...calls.call_series import call_series
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.made_records import calls_naming
from ...calls.preparation.record_makers import aligned_calls, makers_of
from .lost_updates import BESIDE, FEWEST, IN_TURN, CountingWriter, LostUpdate, Numbers

__all__ = ["lost_entry"]

#: Calls that are sent together, to a server that writes slowly, and those of all rounds between two starts.
_TOGETHER, _ROUNDS, _MAX_SERIES = 8, 3, 60
#: Share of a check's time, and arguments in which the calls differ: those that are tried, and that are judged.
_SHARE, _MAX_TRIED, _MAX_JUDGED = 0.2, 4, 2
_MAX_SECONDS = 0.3

_Call = dict[str, Any]


def lost_entry(subject: Subject) -> LostUpdate | None:
    """Return an update that is lost among calls that differ in one argument, in two rounds; None if all count.

    The server writes its files slowly meanwhile, if it leaves them to threads.

    Args:
        subject: The writer; its server may be another one afterwards.
    """
    patience = subject.patience(_SHARE)
    judged = 0
    for writer in _writers(subject):
        if judged == _MAX_JUDGED or patience.is_over:
            break
        steps = writer.steps()
        if not steps:
            continue
        judged += 1
        with own_server(subject).server.slow_disk():
            writer.start_again()
            found = writer.lost(steps, together=writer.together, rounds=_ROUNDS)
        subject.renew()
        plausible_calls(subject, limit=1)
        if found is not None:
            return found
    return None


def _writers(subject: Subject) -> Iterator[_WriterOfDifferent]:
    """Yield a writer for each argument in which its calls may differ, then those for which records have to be made."""
    number, call = _first_that_works(subject)
    refused: list[Path] = []
    for path in leaf_paths(call)[:_MAX_TRIED]:
        writer = _WriterOfDifferent(subject, call, number, path)
        if writer.together >= FEWEST:
            yield writer
            refused += [path] if writer.is_refused else []
    makers = makers_of(subject, call) if refused else []
    for path in refused:
        named = [one for one in makers if _name_of(path) in (one[0].input_schema or {}).get("properties", {})]
        for facts, tool in (named or makers)[:1]:
            yield _WriterOfMade(subject, call, number, path, subject.beside(facts, tool))


def _name_of(path: Path) -> str:
    return next((key for key in reversed(path) if key is not None), "")


def _first_that_works(subject: Subject) -> tuple[int, _Call]:
    """Return the first quick call that works, and its number among the plausible ones; no arguments without one."""
    for number, call in enumerate(plausible_calls(subject)):
        reply = subject.call(call)
        if reply.answer is None or reply.seconds > _MAX_SECONDS:
            break
        if has_worked(reply.answer):
            return number, call
    return 0, {}


class _WriterOfDifferent(CountingWriter):
    """A writer whose calls differ in one argument, each from all others.

    Args:
        subject: The writer.
        call: A call of it that works.
        number: Its number among the plausible ones, which may name other records after a start.
        path: The place in the arguments.

    Attributes:
        together: How many calls may be sent together.
        is_refused: Whether the first call of the series was refused.
    """

    def __init__(self, subject: Subject, call: _Call, number: int, path: Path) -> None:
        super().__init__(subject, call)
        self.differs = _name_of(path)
        self.is_refused = False
        self._number, self._path = number, path
        self._begin(call)
        self.together = min(_TOGETHER, len(self._series) - BESIDE)

    def _begin(self, call: _Call) -> None:
        self.call = call
        self._series = call_series(self.subject, call, self._path, most=_MAX_SERIES)
        self.readers = self.asked(call)

    def taken(self, number: int) -> list[_Call]:
        found, self._series = self._series[:number], self._series[number:]
        return found

    def prepare(self, number: int) -> None:
        if len(self._series) < number:
            self.start_again()

    def steps(self) -> Numbers:
        first = self.numbers()
        self.is_refused = not first
        return super().steps() if first else {}

    def start_again(self) -> None:
        self.subject.renew()
        calls = plausible_calls(self.subject)
        self._begin(calls[self._number] if self._number < len(calls) else self.call)
        # The first call of a server takes longer than all others.
        self.subject.call(self.call)


class _WriterOfMade(_WriterOfDifferent):
    """A writer whose calls name different records, each of which another tool makes before.

    Args:
        maker: The other tool.
    """

    def __init__(self, subject: Subject, call: _Call, number: int, path: Path, maker: Subject) -> None:
        self._maker = maker
        self._ready: list[_Call] = []
        super().__init__(subject, call, number, path)

    def _begin(self, call: _Call) -> None:
        super()._begin(call)
        self._ready = []

    def taken(self, number: int) -> list[_Call]:
        found, self._ready = self._ready[:number], self._ready[number:]
        return found

    def prepare(self, number: int) -> None:
        super().prepare(number - len(self._ready))
        for call in super().taken(number - len(self._ready)):
            made = self._made_for(call)
            if made is None:
                return
            self._ready.append(made)

    def _made_for(self, call: _Call) -> _Call | None:
        """Let the maker make the record that a call names; return the call, with the number of the record."""
        for arguments in aligned_calls(self._maker.facts, call)[:1]:
            reply = self._maker.call(arguments)
            if not looks_failed(reply):
                return next(calls_naming(reply, call, self.subject.schema))
        return None

    def steps(self) -> Numbers:
        self.prepare(IN_TURN + 2)
        return super().steps()
