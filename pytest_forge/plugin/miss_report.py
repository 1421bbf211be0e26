"""Miss report: the traceback of a cassette miss, reduced to the test's own frames.

Frames of the client, its libraries and asyncio are left out. ``--full-trace``, ``--tb=native`` and ``--tb=long -vv``
show all of them.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..cassettes.playing.miss_errors import CassetteMissError

__all__ = ["miss_report"]

_VERBOSE = 2


def miss_report(
    item: pytest.Item, excinfo: pytest.ExceptionInfo[BaseException]
) -> tuple[CassetteMissError, Any] | None:
    """Return the miss behind an error, and the text for pytest to show instead; None to show the error itself."""
    missed = _miss_behind(excinfo.value)
    if missed is None or _wants_everything(item.config):
        return None
    frames = list(_frames(excinfo.tb))
    own = [each for each in frames if not _is_foreign(each.tb_frame.f_code.co_filename)]
    if missed is not excinfo.value and own[-1:] == frames[-1:]:
        # An exception that the user's own code raised from a miss is shown as it is.
        return None
    trace = None
    for each in reversed(own):
        trace = TracebackType(trace, each.tb_frame, each.tb_lasti, each.tb_lineno)
    shown = pytest.ExceptionInfo.from_exc_info((type(missed), missed, trace or excinfo.tb))
    # The context of a miss may be an earlier one, from a retry of the client.
    is_alone, missed.__suppress_context__ = missed.__suppress_context__, True
    try:
        return missed, item.repr_failure(shown) if trace else shown.getrepr(style="value")
    finally:
        missed.__suppress_context__ = is_alone


def _miss_behind(error: BaseException | None) -> CassetteMissError | None:
    errors = sys.modules.get("pytest_forge.cassettes.playing.miss_errors")
    seen: list[BaseException] = []
    while errors is not None and error is not None and error not in seen:
        if isinstance(error, errors.CassetteMissError):
            return error  # type: ignore[no-any-return]  # of a module that is not imported for this
        seen.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _wants_everything(config: pytest.Config) -> bool:
    style = config.getoption("tbstyle", "auto")
    is_verbose = style == "long" and config.get_verbosity() >= _VERBOSE
    return bool(config.getoption("fulltrace", False)) or style == "native" or is_verbose


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_foreign(file: str) -> bool:
    # Generated code has no file.
    return file.startswith(("<", *_foreign_folders()))


@cache
def _foreign_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    known = [Path(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return tuple(f"{folder}{os.sep}" for one in (*known, Path(__file__).parents[1]) for folder in (one, one.resolve()))
