"""The journal of a run: what another run takes up of it, and what it does not."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from pytest_forge.engine.result_maker import SURVIVAL_CHECK
from pytest_forge.findings.journal import Journal, journal_name
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.source_files import last_change
from pytest_forge.verdict import CheckResult

TOOL = ToolFacts("fetch", "shop.py:fetch", "function", description="Fetch it.")


def verdict(check: str, status: str = "passed") -> CheckResult:
    return CheckResult("fetch", "shop.py:fetch", check, "results", "MUST", status, before=({"tool": "a"},))


def unchanged() -> tuple[int, str]:
    return 0, ""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal that was cut off after two verdicts."""
    path = tmp_path / "runs" / journal_name({"seed": 1})
    journal = Journal(path)
    journal.begin()
    for check in ("calls_return", "results_are_json"):
        journal.keep(TOOL, 0, check, [verdict(check)], [f"covered by {check}"])
    journal.close(is_done=False)
    return path


def taken_up(path: Path, tool: ToolFacts = TOOL, index: int = 0) -> list[str]:
    journal = Journal(path)
    journal.resume(unchanged)
    found = sorted(journal.known(tool, index).results)
    journal.close(is_done=False)
    return found


def test_verdicts_are_taken_up_as_they_were(path):
    journal = Journal(path)

    assert journal.resume(unchanged) == (2, "")
    known = journal.known(TOOL, 0)
    assert known.results["results_are_json"][0].before == [{"tool": "a"}]
    assert known.results["calls_return"][0].status == "passed"
    assert known.covered == {"covered by calls_return", "covered by results_are_json"}


def test_a_run_that_goes_on_can_be_cut_off_again(path):
    journal = Journal(path)
    journal.resume(unchanged)
    journal.keep(TOOL, 0, "third", [verdict("third")], [])
    journal.close(is_done=False)

    assert taken_up(path) == ["calls_return", "results_are_json", "third"]


@pytest.mark.parametrize("left", [1, 40, 150])
def test_a_line_that_was_cut_off_is_made_again_and_what_follows_is_read(path, left):
    path.write_bytes(path.read_bytes()[:-left])
    journal = Journal(path)
    journal.resume(unchanged)
    journal.keep(TOOL, 0, "third", [verdict("third")], [])
    journal.close(is_done=False)

    assert taken_up(path) == ["calls_return", "third"]


@pytest.mark.parametrize("text", [b"\x00\xff\n", b"[1]\n", b'{"version": 2}\n{"began": 1}\n', b"", b"null\n"])
def test_a_file_that_is_not_a_journal_is_begun_anew(path, text):
    path.write_bytes(text)

    assert taken_up(path) == []
    assert Journal(path).earlier == []


@pytest.mark.parametrize(
    "tool", [ToolFacts("fetch", "shop.py:fetch", "function", description="Another."), ToolFacts("b", "b", "function")]
)
def test_a_tool_whose_definition_has_changed_is_judged_again(path, tool):
    assert taken_up(path, tool) == []
    assert taken_up(path, TOOL, index=1) == []


def test_a_change_of_code_makes_the_verdicts_before_it_void(path, tmp_path):
    code = tmp_path / "project"
    code.mkdir()
    (code / "shop.py").write_text("")
    os.utime(code / "shop.py", ns=(time.time_ns() + 10**9,) * 2)
    journal = Journal(path)

    assert journal.resume(lambda: last_change([code])) == (0, "shop.py")
    assert journal.known(TOOL, 0).results == {}


def test_a_log_or_a_journal_in_the_folder_of_the_code_changes_nothing(tmp_path):
    (tmp_path / "shop.py").write_text("")
    before = last_change([tmp_path])
    kept = tmp_path / "cache"
    kept.mkdir()
    for path in (tmp_path / "log.txt", kept / "runs.json"):
        path.write_text("")
        os.utime(path, ns=(time.time_ns() + 10**9,) * 2)

    assert last_change([tmp_path], leave=[kept]) == before


def test_what_could_not_be_judged_is_tried_again(path):
    journal = Journal(path)
    journal.resume(unchanged)
    journal.keep(TOOL, 0, "third", [verdict("third", "error")], [])
    journal.close(is_done=False)

    assert taken_up(path) == ["calls_return", "results_are_json"]


def test_a_tool_whose_process_was_lost_is_judged_again_as_a_whole(path):
    journal = Journal(path)
    journal.resume(unchanged)
    journal.keep(TOOL, 0, "third", [verdict("third", "error"), verdict(SURVIVAL_CHECK, "failed")], [])
    journal.close(is_done=False)

    assert taken_up(path) == []


def test_a_run_that_has_reported_leaves_no_journal_and_one_without_verdicts_neither(path):
    Journal(path).close(is_done=True)
    assert not path.exists()

    journal = Journal(path)
    journal.begin()
    journal.close(is_done=False)
    assert not path.exists()


def test_a_journal_that_nobody_went_on_with_is_removed(path):
    os.utime(path, (0, 0))

    Journal(path.parent / journal_name({"seed": 2}))

    assert not path.exists()


def test_a_run_that_another_process_is_at_keeps_nothing(path):
    with multiprocessing.get_context("fork").Pool(1) as other:
        other.apply(_hold, (path,))
        journal = Journal(path)

        assert journal.is_of_another
        journal.begin()
        journal.keep(TOOL, 0, "third", [verdict("third")], [])
    assert taken_up(path) == ["calls_return", "results_are_json"]


_held: list[Journal] = []


def _hold(path: Path) -> None:
    _held.append(Journal(path))


def test_a_disk_that_is_full_ends_the_journal_and_not_the_run(path, monkeypatch):
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    journal = Journal(path)
    journal.resume(unchanged)
    monkeypatch.setattr(os, "write", full)
    journal.keep(TOOL, 0, "third", [verdict("third")], [])

    assert "(No space left on device), so --resume would begin anew. Make room" in journal.warning
    assert not journal.is_of_another
