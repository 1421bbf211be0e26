"""Spare hosts: started before the target is known, and the same as any other once they are introduced."""

from __future__ import annotations

from pathlib import Path

from pytest_forge.engine import loaded_target
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.engine.spare_host import start_spare, take_spare

TOOL = '''
import os, sys

def world(prefix: str) -> list[str]:
    """Return the variables, the arguments, the path, the flags, the main module and the callers of this process."""
    kept = sorted(f"{name}={value}" for name, value in os.environ.items())
    frame, callers = sys._getframe(), {}
    while frame is not None:
        callers[frame.f_code.co_filename] = None
        frame = frame.f_back
    files = [name for name in callers if not name.startswith("<")]
    main = sys.modules["__main__"].__spec__.name
    return [*kept, *sys.argv, str(len(sys.path)), str(hash("x")), str(sys.flags), main, *files]
'''


def seen(folder: Path) -> list[str]:
    with open_session("tools.py", budget=BUDGETS["quick"], base=folder) as session:
        [answer] = session.dispatch([(0, {"prefix": ""})])
        root = str(session._loaded.sandbox.root)
        assert answer.kind == "returned"
        return [text.replace(root, "ROOT") for text in answer.payload]


def test_a_tool_sees_the_same_in_a_spare_host(tmp_path, started_hosts):
    (tmp_path / "tools.py").write_text(TOOL)
    before = seen(tmp_path)

    start_spare(0)
    spare = seen(tmp_path)

    assert take_spare(0) is None, "it was used"
    assert spare == before


def test_the_hosts_of_our_tests_show_a_tool_what_a_spare_host_shows(tmp_path, monkeypatch):
    (tmp_path / "tools.py").write_text(TOOL)
    forked = seen(tmp_path)

    monkeypatch.setattr(loaded_target, "take_spare", take_spare)
    started = seen(tmp_path)

    assert forked == started


def test_a_spare_host_that_is_not_needed_ends():
    start_spare(7, lists_only=True)
    with take_spare(7, lists_only=True) as spare:
        spare.stdin.close()

        assert spare.wait(30) == 0
