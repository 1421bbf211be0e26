"""Bugs: exceptions that mean a mistake of the author, told from those that the author meant to raise."""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Mapping
from functools import partial
from operator import le
from pathlib import PurePath
from statistics import StatisticsError
from types import CodeType, TracebackType
from typing import Any

from msgspec import Struct

from ...oracles.own_code import OwnCode
from ...oracles.text_leaves import leaves_of
from ...profile.bug_messages import is_bug_message
from ...profile.told_lacks import refuses_lacks
from ...regex import regex
from ...strategies.inner_lists import has_other_length
from ...strategies.mined_constants import author_codes
from ...strategies.own_records import free_objects
from ...strategies.told_arguments import has_other_type, lacks_told_key, usual_kinds
from ...strategies.workspace_files import path_arguments
from ...targets.docstring import raised_errors
from ...targets.interop.framework_error import FrameworkError
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .reply_bugs import bug_in_reply
from .script_bugs import bug_in_script
from .told_words import told_schema, told_words
from .worlds.own_world import own_world

__all__ = ["Bug", "BugFinder"]

_CLASSES = (
    TypeError,
    AttributeError,
    IndexError,
    KeyError,
    ZeroDivisionError,
    RecursionError,
    UnicodeError,
    AssertionError,
    OverflowError,
    MemoryError,
    NameError,
    StopIteration,
    StopAsyncIteration,
    BufferError,
    SystemError,
)
#: The largest size and integer, as messages of the interpreter name them, each with numbers just below.
_SIZES = (("sys.maxsize", (1 << 63) - 1_000), ("to convert to C int", (1 << 31) - 1_000))
#: From date(year, month, day) this ValueError is validation; from .replace(year=…) it is a bug (29 February).
_LEAP_DAY = "day is out of range for month"
_NO_NUMBER = regex(r"invalid literal for int\(\) with base \d+: '(.*)'", re.DOTALL)
_RAISE = dis.opmap["RAISE_VARARGS"]
#: Names by which code reads its environment.
_SURROUNDINGS = frozenset({"environ", "getenv", "which", "gethostname", "getpwuid", "expanduser", "home", "getlogin"})
_NETWORK = ("/encodings/idna.py", "/http/", "/urllib/", "/socket.py", "/httpx/", "/requests/", "/aiohttp/", "/idna/")
_FILES = ("/codecs.py", "/pathlib.py", "<frozen codecs>")
_MAX_DEPTH = 6
#: Characters of a server's message that a finding quotes.
_MAX_SAID = 80
_TINY = 1e-100
#: Characters from which on a text of a call in a message counts as quoted.
_QUOTED = 8
#: What a docstring may tell of. A ValueError means a bug by its message alone, which no docstring tells.
_TOLD = (LookupError, TypeError, AttributeError, ArithmeticError, UnicodeError)
#: An overflow of moments, and the years next to which it means little.
_NO_SUCH_DAY, _END_YEARS = "date value out of range", regex(r"\b(?:999\d|000\d)-\d\d")
#: Integers from here on do not fit into 64 bits, as databases and other languages need.
_BEYOND_64_BITS = 1 << 63


class Bug(Struct, frozen=True):
    """An exception that means a bug.

    Attributes:
        error: Its class; of a server's answer, the quoted message.
        where: The author's line that raised it, for people; empty if unknown.
        what: What is wrong with it, if its class alone does not say so.
    """

    error: str
    where: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.error}{self.what and f' ({self.what})'}{self.where and ' at '}{self.where}"


_JSON_DECODER = str(PurePath("json", "decoder.py"))


class BugFinder:
    """Tells the bugs of one tool from the exceptions that its author meant to raise.

    Args:
        subject: The tool.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._own = OwnCode(subject.tool)
        self._has_paths = bool(path_arguments(subject.schema))
        self._names = {name for code in author_codes(subject.tool) for name in code.co_names}
        self.asks_surroundings = not _SURROUNDINGS.isdisjoint(self._names)

    def in_outcome(self, outcome: Outcome) -> Bug | None:
        """Return the bug that a call has shown; None if there was none, or the exception is meant."""
        if outcome.answer is not None:
            said = bug_in_reply(self._subject, outcome)
            return Bug(repr(said[:_MAX_SAID]), "") if said and not self._differs_from_told(outcome) else None
        if not outcome.ran or outcome.timed_out or outcome.raised is None:
            return None
        if self._subject.facts.kind == "script":
            script_bug = bug_in_script(outcome)
            return None if script_bug is None else Bug(*script_bug)
        raised = _first(outcome.raised)
        if isinstance(raised, FrameworkError):
            # The framework has told the model of it; the exception itself shows whether it is a bug.
            if raised.original is None:
                return None
            raised = _first(raised.original)
        if not isinstance(raised, Exception):
            # It passes through every ``except Exception``.
            return self._end(raised)
        if not _can_be_printed(raised):
            return Bug(type(raised).__name__, self._where(_last_frames(raised)), "which cannot be printed")
        is_bug = _means_a_bug(raised, outcome.arguments) or self._has_passed_the_look(raised)
        if not is_bug or self._is_declared(raised) or _comes_from_outside(raised):
            return None
        if self._is_told(raised, outcome.arguments) or self._differs_from_told(outcome):
            return None
        trace = _last_frames(raised)
        if not trace:
            return Bug(type(raised).__name__, "")
        if self._subject.facts.framework and not any(self._owns(item) for item in trace):
            # Raised between the framework and the tool, such as by an argument that an open schema allows.
            return None
        last = trace[-1]
        file = last.tb_frame.f_code.co_filename
        if _is_given(file):
            return None
        if isinstance(raised, RecursionError) and not self._calls_itself(trace) and not _is_of_json(trace):
            return None
        if self._is_meant(raised, last) or self._is_of_a_file(raised, trace):
            return None
        if str(raised) == _LEAP_DAY and ".replace(" not in self.source_line(last.tb_frame.f_code, last.tb_lineno):
            return None
        if isinstance(raised, ZeroDivisionError) and _holds(outcome.arguments, lambda number: 0 < abs(number) < _TINY):
            # Its square is 0, and authors do not set a bound against it.
            return None
        if isinstance(raised, OverflowError) and _holds(outcome.arguments, _is_beyond_64_bits):
            # Models do not send such numbers; an overflow within 64 bits shows in other calls.
            return None
        if str(raised) == _NO_SUCH_DAY and any(
            _END_YEARS.search(str(part)) for _, part in leaves_of(outcome.arguments)
        ):
            # Nor do they send the last days of the calendar.
            return None
        for said, least in _SIZES:
            if said in str(raised)[:_MAX_SAID] and _holds(outcome.arguments, partial(le, least)):
                # The same where one is added to the largest number, as a limit is to see whether there is more.
                return None
        return Bug(type(raised).__name__, self._where(trace))

    def source_line(self, code: CodeType, line: int) -> str:
        """Return a line of the author's source, stripped."""
        return self._own.source_line(code.co_filename, line)

    def _end(self, raised: BaseException) -> Bug | None:
        """Return the bug of an exception that ends the process; None if it is declared, or raised by given code."""
        trace = _last_frames(raised)
        files = [item.tb_frame.f_code.co_filename for item in trace]
        if self._is_declared(raised) or any(_is_given(file) for file in files):
            return None
        return Bug(type(raised).__name__, self._where(trace), "which ends the process")

    def _has_passed_the_look(self, raised: BaseException) -> bool:
        """Return whether int() refused a text that the author's ``isdigit`` or ``isnumeric`` accepts."""
        found = _NO_NUMBER.fullmatch(str(raised)) if type(raised) is ValueError else None
        return found is not None and (
            (found[1].isdigit() and "isdigit" in self._names) or (found[1].isnumeric() and "isnumeric" in self._names)
        )

    def _differs_from_told(self, outcome: Outcome) -> bool:
        """Return whether a record or an inner list is not what its description asks for: by a type, a key, its length.

        Where the description names no type, those of the calls that work are meant. A lack counts all the same if
        something says that it is refused.
        """
        schema = told_schema(self._subject)
        usual = usual_kinds(schema, own_world(self._subject).calls) if free_objects(schema) else {}
        if has_other_type(schema, outcome.arguments, usual):
            return True
        if has_other_length(schema, told_words(self._subject), outcome.arguments, own_world(self._subject).calls):
            return True
        return lacks_told_key(schema, outcome.arguments) and not refuses_lacks(told_words(self._subject))

    def _is_declared(self, raised: BaseException) -> bool:
        names = {error_class.__name__ for error_class in type(raised).__mro__}
        return bool(names & set(self._subject.facts.raises))

    def _is_told(self, raised: BaseException, arguments: Mapping[str, Any]) -> bool:
        """Return whether the docstring says that the function raises it: a KeyError for what the call asks for."""
        told = raised_errors(inspect.cleandoc(told_words(self._subject)))
        if not isinstance(raised, _TOLD) or told.isdisjoint(error.__name__ for error in type(raised).__mro__[:-3]):
            return False
        if type(raised) is not KeyError:
            return True
        key = raised.args[0] if raised.args else ""
        is_given = any(text.strip().casefold() in str(key).casefold() for _, text in leaves_of(arguments))
        return is_given or _holds(arguments, lambda number: number == key)

    def is_meant(self, raised: BaseException) -> bool:
        """Return whether the author raises an exception on purpose, or lets a library refuse a value."""
        trace = _last_frames(raised)
        return bool(trace) and self._is_meant(raised, trace[-1])

    def _is_meant(self, raised: BaseException, last: TracebackType) -> bool:
        """Return whether the author's ``raise`` raised it, or a library that only refuses a value."""
        if isinstance(raised, AssertionError):
            return False
        code = last.tb_frame.f_code.co_code
        raises = last.tb_lasti >= 0 and code[last.tb_lasti] == _RAISE
        if self._own.owns(last.tb_frame.f_code.co_filename):
            return raises
        is_crash = isinstance(raised, UnicodeError | RecursionError | StatisticsError)
        return isinstance(raised, ValueError | RuntimeError) and not is_crash

    def _calls_itself(self, trace: list[TracebackType]) -> bool:
        """Return whether the author's code recurses without end; a parser may only have met its limit."""
        own = [item.tb_frame.f_code for item in trace if self._own.owns(item.tb_frame.f_code.co_filename)]
        return len(own) > 2 * len(set(own))

    def _is_of_a_file(self, raised: BaseException, trace: list[TracebackType]) -> bool:
        """Return whether a host name or the content of a file caused the encoding error."""
        if not isinstance(raised, UnicodeError):
            return False
        files = [item.tb_frame.f_code.co_filename for item in trace]
        if any(part in file for file in files for part in _NETWORK) or any(file.endswith(_FILES) for file in files):
            return True
        return isinstance(raised, UnicodeDecodeError) and self._has_paths

    def _owns(self, item: TracebackType) -> bool:
        return self._own.owns(item.tb_frame.f_code.co_filename)

    def _where(self, trace: list[TracebackType]) -> str:
        own = [item for item in trace if self._owns(item)]
        if not own:
            return ""
        file, line = own[-1].tb_frame.f_code.co_filename, own[-1].tb_lineno
        text = self._own.source_line(file, line)
        return f"line {line}{f' ({text[:100]})' if text else ''}"


def _holds(value: Any, is_such: Callable[[float], bool], depth: int = 0) -> bool:
    if isinstance(value, list | dict):
        parts = list(value.values()) if isinstance(value, dict) else value
        return depth < _MAX_DEPTH and any(_holds(part, is_such, depth + 1) for part in parts)
    return isinstance(value, int | float) and is_such(value)


def _is_beyond_64_bits(number: float) -> bool:
    return isinstance(number, int) and not -_BEYOND_64_BITS <= number < _BEYOND_64_BITS


def _first(raised: BaseException) -> BaseException:
    while isinstance(raised, BaseExceptionGroup) and raised.exceptions:
        raised = raised.exceptions[0]
    return raised


def _means_a_bug(raised: BaseException, arguments: Mapping[str, Any]) -> bool:
    kind = type(raised)
    if kind.__module__ == "decimal":
        return isinstance(raised, ZeroDivisionError)
    if kind is StatisticsError:
        return is_bug_message(_own_words(raised, arguments))
    if kind.__module__ != "builtins":
        # A class of the author or of a library is raised on purpose.
        return False
    return isinstance(raised, _CLASSES) or (
        kind in (ValueError, RuntimeError) and is_bug_message(_own_words(raised, arguments))
    )


def _own_words(raised: BaseException, arguments: Mapping[str, Any]) -> str:
    """Return the message of an exception without the texts of the call that it quotes."""
    message = str(raised.args[0]) if raised.args else ""
    for _, part in leaves_of(arguments):
        message = message.replace(part, "...") if len(part) >= _QUOTED else message
    return message


def _is_given(file: str) -> bool:
    """Return whether code comes from an argument."""
    return file.startswith("<") and not file.startswith("<frozen")


def _can_be_printed(raised: BaseException) -> bool:
    """Return whether str() and repr() work: callers and loggers print every exception."""
    if type(raised).__module__ == "builtins":
        return True
    try:
        return isinstance(str(raised), str) and isinstance(repr(raised), str)
    except Exception:  # noqa: BLE001  # whatever the author's method raises
        return False


def _comes_from_outside(raised: BaseException) -> bool:
    """Return whether a missing file, library or connection caused it."""
    seen: BaseException | None = raised
    for _ in range(5):
        if seen is None:
            return False
        if isinstance(seen, OSError | ImportError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _last_frames(raised: BaseException) -> list[TracebackType]:
    """Return the traceback from the entry into the tool, the innermost frame last."""
    found = []
    trace = raised.__traceback__
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found[-200:]


def _is_of_json(trace: list[TracebackType]) -> bool:
    """Return whether the JSON parser gave up on nested brackets, which take only a few thousand characters.

    Nearly every tool uses this parser, and it does not raise a ValueError then.
    """
    return trace[-1].tb_frame.f_code.co_filename.endswith(_JSON_DECODER)
