"""CheckRun: the same steps and the same sentences for `forge check` and for pytest."""

from __future__ import annotations

import json

import pytest

from pytest_forge.findings.run import USER_ERRORS, CheckRun
from pytest_forge.findings.run_settings import RunSettings
from pytest_forge.report.value import Report
from pytest_forge.verdict import CheckResult

DEFINITIONS = [{"name": "mute", "description": "Say it.", "input_schema": {"type": "object", "properties": {}}}]
FAILED = CheckResult(
    tool="mute",
    target="definitions:tools.json:mute",
    check="description_is_present",
    family="definition",
    level="MUST",
    status="failed",
    message="There is no description.",
    code="missing",
    id="mute[description_is_present]#missing",
    reproduce="forge check definitions:tools.json:mute --replay 'mute[description_is_present]#missing'",
)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"replay": "mute[nonsense]"}, "There is no check or family 'nonsense'"),
        ({"replay": "absent[description_is_present]"}, "There is no tool 'absent' in 'definitions:tools.json'"),
        ({"checks": ["nonsense"]}, "There is no check or family 'nonsense'"),
        (
            {"env": ["FORGE_TEST_UNSET"], "env_option": "--forge-env"},
            "--forge-env FORGE_TEST_UNSET: the variable is not set",
        ),
        ({"baseline": "missing.json", "baseline_name": "b.json"}, "There is no baseline 'b.json'"),
        ({"tests": "found.txt", "tests_name": "found.txt"}, "Tests cannot be written to 'found.txt'"),
    ],
)
def test_a_setting_that_cannot_be_followed_is_refused(tmp_path, settings, words):
    (tmp_path / "tools.json").write_text(json.dumps(DEFINITIONS))
    places = {key: tmp_path / settings[key] for key in ("baseline", "tests") if key in settings}
    run = CheckRun(RunSettings(base=tmp_path, **{"store": "off", **settings, **places}))

    def follow() -> None:
        run.check_places()
        run.judge_all(["definitions:tools.json"], jobs=1, max_seconds=None, progress=lambda _: None)

    with pytest.raises(USER_ERRORS, match=words):
        follow()


def test_tests_that_the_disk_refuses_are_reported_without_a_path(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr("pathlib.Path.replace", full)
    run = CheckRun(RunSettings(base=tmp_path, tests=tmp_path / "test_found.py", tests_name="test_found.py"))

    with pytest.raises(USER_ERRORS) as caught:
        run.write_tests(Report([], [FAILED], 0.0))

    sentence = "The tests cannot be written to 'test_found.py' (No space left on device). Name another folder."
    assert str(caught.value) == sentence
