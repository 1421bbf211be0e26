"""Other threads: a call of a function that works on the thread that has imported it, and fails on any other.

find_part(number=7)     on the thread of the import    {"number": 7, "name": "axle"}
the same call           on a thread of a pool          ProgrammingError: SQLite objects created in a thread can only ...

Who calls tools seldom does so from the thread that has imported them: frameworks, and calls with a time limit, use
threads of a pool. A connection, an event loop or a value kept for a thread is then that of another one.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import CodeType
from typing import Any

from ....profile.told_threads import is_for_one_thread
from ....strategies.mined_constants import author_functions, used_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .calls_at_once import ended

__all__ = ["judge_other_threads"]

#: Names in the code of tools that use what is bound to a thread.
_BINDING = frozenset(
    ("execute", "executemany", "executescript", "cursor", "get_event_loop", "signal", "alarm", "setitimer")
)
_MAX_CALLS = 8
#: Threads that make each call, one after another: what the first one opens is not that of the second.
_THREADS = 2
_ADVICE = "Open what is bound to a thread in the call, once for each thread, or so that any thread may use it."

#: Of a call: what went wrong, "" if nothing did; None if it was refused before it ran.
_Ended = str | None


def judge_other_threads(subject: Subject, codes: Iterable[CodeType]) -> None:
    """Judge that calls which work on the thread of the import work on other threads too, one call at a time.

    Raises:
        CheckFailure: If one does not, twice.
    """
    if not _may_be_bound(subject, codes) or is_for_one_thread(all_told_words(subject)):
        return
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    elsewhere = _ends(subject, calls, _on_another_thread)
    if elsewhere is None or not any(elsewhere):
        return
    here = _ends(subject, calls, _here)
    if here is None:
        return
    for place, (failed, was_here) in enumerate(zip(elsewhere, here, strict=True)):
        if not failed or was_here != "":
            continue
        call = calls[place // _THREADS]
        again = _ends(subject, calls, _on_another_thread), _ends(subject, calls, _here)
        if again[0] is not None and again[1] is not None and again[0][place] and again[1][place] == "":
            message = f"A call that works on the thread of the import fails on another one ({failed}). {_ADVICE}"
            raise CheckFailure("bound_to_thread", message, arguments=call)


def _may_be_bound(subject: Subject, codes: Iterable[CodeType]) -> bool:
    if any(not _BINDING.isdisjoint(code.co_names) for code in codes):
        return True
    return any(
        isinstance(value, threading.local)
        for function in author_functions(subject.tool)
        for value in used_values(function)
    )


def _ends(subject: Subject, calls: Sequence[dict[str, Any]], make: Callable[[Any], _Ended]) -> list[_Ended] | None:
    """Make each call as often as there are threads, in a copy; return how each ended, None if the copy was lost."""
    ends: list[_Ended] | None = in_a_copy(
        lambda: [make(partial(ended, subject, call)) for call in calls for _ in range(_THREADS)],
        limit_s=2 * subject.call_s,
    )
    if ends is not None:
        subject.has_seen(len(ends))
    return ends


def _here(work: Callable[[], _Ended]) -> _Ended:
    return work()


def _on_another_thread(work: Callable[[], _Ended]) -> _Ended:
    found: list[_Ended] = []
    # Whoever passes a call to a thread passes the values of its context as well.
    context = contextvars.copy_context()
    thread = threading.Thread(target=lambda: found.append(context.run(work)), daemon=True)
    thread.start()
    thread.join()
    return found[0] if found else None
