"""Failures that are answered with nothing."""

from __future__ import annotations

import pytest

CHECK = "failure_is_not_success"
_HEAD = "import json, subprocess\nfrom pathlib import Path\n"
SYSTEM = """
    try:
        return subprocess.run(["uname"], capture_output=True, text=True, timeout=5, check=True).stdout
    except {caught}:
        return {empty}
"""


@pytest.mark.parametrize(
    ("caught", "empty"),
    [("(OSError, subprocess.SubprocessError)", "None"), ("subprocess.TimeoutExpired", '""'), ("Exception", "[]")],
)
def test_a_failing_process_that_is_answered_with_nothing_is_a_finding(judged, caught: str, empty: str) -> None:
    source = f'{_HEAD}def take():\n    """Name the system."""{SYSTEM.format(caught=caught, empty=empty)}'
    found = judged(source, [CHECK])[CHECK]
    assert (found.status, found.code) == ("failed", "failure_as_nothing")


def test_a_text_that_cannot_be_parsed_and_is_answered_with_nothing_is_a_finding(judged) -> None:
    source = (
        f'{_HEAD}def take(json_text: str):\n    """Return the fields of an order in JSON."""\n'
        "    try:\n        fields = json.loads(json_text)\n    except ValueError:\n        fields = None\n"
        "    return {'order': json_text[:0], 'fields': fields}\n"
    )
    found = judged(source, [CHECK])[CHECK]
    assert (found.status, found.code) == ("failed", "failure_as_nothing")


def test_one_unreadable_file_among_several_is_left_out_without_a_finding(judged) -> None:
    source = (
        f'{_HEAD}def take(word: str = "e"):\n    """Count the files that contain a word."""\n    found = []\n'
        "    for path in sorted(Path('.').iterdir()):\n        try:\n"
        "            if word in path.read_text()[:100]:\n                found.append(path.name)\n"
        "        except (OSError, ValueError):\n            continue\n    return found\n"
    )
    assert judged(source, [CHECK])[CHECK].status == "passed"


def test_an_announced_empty_answer_is_not_judged_and_the_word_is_named(judged) -> None:
    said = "Name the system; null if it cannot be asked."
    source = f'{_HEAD}def take():\n    """{said}"""{SYSTEM.format(caught="OSError", empty="None")}'
    found = judged(source, [CHECK])[CHECK]
    assert found.status == "not_applicable"
    assert "'cannot'" in found.message
