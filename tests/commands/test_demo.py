"""`forge demo`: its example has the findings and the drift that it shows."""

from __future__ import annotations

import webbrowser

import pytest

from pytest_forge.commands import demo
from pytest_forge.commands.demo import LONG_CALL, shortened


def test_the_demo_shows_two_findings_a_short_call_and_drift(forge, folder, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    # The checks with findings; the others would find nothing, and take time.
    made = "sql_values_are_bound,valid_calls_do_not_crash"
    monkeypatch.setattr(demo, "CHECK", ("shop_tools.py", "--checks", made))

    code, out, err = forge("demo", "--keep", "demo")

    assert (code, err, opened) == (0, "", [])
    assert "2 findings in 2 of 3 tools; " in out
    assert "MUST    valid_calls_do_not_crash" in out
    assert "MUST    sql_values_are_bound" in out
    assert "$.cents: recorded 300, now 320" in out
    kept = {path.name for path in (folder / "demo").iterdir()}
    assert kept >= {"shop_tools.py", "session.yaml"}
    (report,) = (name for name in kept if name.startswith("report."))
    assert f"The report is demo/{report}." in out


def test_the_call_gets_shorter_until_only_the_quote_is_left():
    steps = shortened()

    assert steps[0] == (LONG_CALL, True)
    assert [call for call, has_failed in steps if has_failed][-1] == {"customer": "'"}
    assert len(steps) < 15


@pytest.mark.parametrize("place", ["tools.json", "full"])
def test_a_folder_in_use_is_refused(refused, folder, place):
    (folder / "full").mkdir()
    (folder / "full" / "mine.txt").touch()

    assert "Name a " in refused("demo", "--keep", place)
