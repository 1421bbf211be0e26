import json
from dataclasses import replace
from pathlib import Path

import jsonschema

from pytest_forge.report.sarif import sarif_text

SCHEMA = json.loads((Path(__file__).parent / "sarif_schema.json").read_text())


def run_of(report, base) -> dict:
    log = json.loads(sarif_text(report, base))
    jsonschema.validate(log, SCHEMA)
    (run,) = log["runs"]
    return run


def test_findings_are_results_on_the_line_of_their_tool(every_verdict, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/shop.py").write_text("import os\n\n\ndef fetch(a): ...\n")
    run = run_of(every_verdict, tmp_path / "sub")

    must, known, should = run["results"]
    assert (must["ruleId"], must["level"], should["level"]) == ("must_hold", "error", "warning")
    assert must["message"]["text"] == "fetch: It broke. Reproduce: forge check shop.py:fetch --replay ID"
    assert must["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "sub/shop.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 4},
    }
    assert known["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "We know."}]
    assert known["message"]["text"] == "fetch: It is known."


def test_each_result_names_its_rule_by_id_and_position(every_verdict, tmp_path):
    run = run_of(every_verdict, tmp_path)
    rules = run["tool"]["driver"]["rules"]

    assert {rule["id"] for rule in rules} == {"must_hold", "should_hold", "is_known", "cannot_judge"}
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    assert rules[0]["shortDescription"] == {"text": "must_hold holds."}
    assert rules[0]["fullDescription"] == {"text": "must_hold holds. Because."}


def test_what_could_not_be_judged_is_a_notification_of_the_run(every_verdict, tmp_path):
    (invocation,) = run_of(every_verdict, tmp_path)["invocations"]
    (note,) = invocation["toolExecutionNotifications"]

    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (1, True)
    assert (note["level"], note["associatedRule"]["id"]) == ("error", "cannot_judge")
    assert note["message"]["text"] == "fetch: cannot_judge could not judge it. Too few calls."
    only_errors = replace(every_verdict, results=[one for one in every_verdict.results if one.status == "error"])
    assert run_of(only_errors, tmp_path)["invocations"][0]["executionSuccessful"] is False


def test_a_finding_is_the_same_after_its_line_or_sentence_has_changed(every_verdict, tmp_path):
    first = run_of(every_verdict, tmp_path)["results"][0]["partialFingerprints"]
    (tmp_path / "shop.py").write_text("\n\n\ndef fetch(a): ...\n")
    results = [replace(one, message="Reworded.") for one in every_verdict.results]
    second = [
        one["partialFingerprints"] for one in run_of(replace(every_verdict, results=results), tmp_path)["results"]
    ]

    assert second[0] == first
    assert len({one["primaryLocationLineHash"] for one in second}) == len(second)


def test_a_finding_without_a_file_still_has_a_location(every_verdict, tmp_path):
    results = [replace(one, target="forge:builtins:fetch") for one in every_verdict.results]
    run = run_of(replace(every_verdict, results=results), tmp_path)

    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "fetch"
    (tmp_path / "pyproject.toml").touch()
    run = run_of(replace(every_verdict, results=results), tmp_path)
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "pyproject.toml"


def test_more_results_than_an_upload_may_have_are_left_out_and_told(every_verdict, tmp_path, monkeypatch):
    monkeypatch.setattr("pytest_forge.report.sarif._MAX_RESULTS", 5)
    failed = [one for one in every_verdict.results if one.status == "failed"]
    run = run_of(replace(every_verdict, results=[failed[1], *[failed[0]] * 5]), tmp_path)

    assert {one["level"] for one in run["results"]} == {"error"}
    assert len(run["results"]) == 5
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("6 findings; ")
