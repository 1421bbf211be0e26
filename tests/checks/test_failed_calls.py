"""State that a failing call leaves behind."""

from __future__ import annotations

import pytest

CHECK = "process_state_is_left_alone"
TOOL = '''
import os, threading
from pathlib import Path
LOCK = threading.RLock()

def take(workspace_root: Path = Path(".")) -> list[str]:
    """Name the files of the workspace."""
    before = os.getcwd()
    {begin}
    {work}
'''
LIST = "names = sorted(os.listdir(workspace_root))[:50]"


@pytest.mark.parametrize(
    ("begin", "end", "code"),
    [
        ("os.chdir(workspace_root.parent)", "os.chdir(before)", "state_left_by_failure"),
        ("LOCK.acquire()", "LOCK.release()", "lock_held"),
    ],
)
def test_state_that_only_a_failing_call_leaves_changed_is_found(judged, begin: str, end: str, code: str) -> None:
    careless = TOOL.format(begin=begin, work=f"{LIST}; {end}; return names")
    careful = TOOL.format(begin=begin, work=f"try:\n        {LIST}; return names\n    finally:\n        {end}")
    assert judged(careless, [CHECK])[CHECK].code == code
    assert judged(careful, [CHECK])[CHECK].status == "passed"
