import json
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_forge.finding_id import finding_id, old_finding_id
from pytest_forge.findings.baseline import Baseline, BaselineError
from pytest_forge.verdict import CheckResult

from ..workers import workers

CHECKS = ("--forge-checks", "description_is_present,root_is_an_object")
REASON = "It is only used by people who know it."


def result(status="failed", code="open_root", tool="mute", check="root_is_closed", message="It broke.", follows=""):
    name = str(finding_id(tool, check, code)) if status in ("failed", "error") else ""
    old = str(old_finding_id(tool, check, message)) if status == "failed" else ""
    return CheckResult(
        *(tool, "tools.py", check, "definition", "MUST", status, message),
        id=name,
        code=code,
        old_id=old,
        follows=follows,
    )


def entry(identifier: str, **fields: object) -> dict[str, object]:
    tool, _, check = identifier.partition("#")[0].rstrip("]").partition("[")
    return {"id": identifier, "tool": tool, "check": check, "reason": REASON, **fields}


def write(path: Path, *entries: object) -> Path:
    path.write_text(json.dumps({"version": 1, "accepted": entries}))
    return path


@pytest.fixture
def baseline(pytester, definitions):
    """Writes a baseline of these entries; without any, one that accepts what is wrong with `mute`."""

    def write_entries(*entries: object) -> str:
        if not entries:
            pytester.runpytest("--forge-tools", definitions, *CHECKS, "--forge-report", "json:found.json")
            found = json.loads((pytester.path / "found.json").read_text())["results"]
            line = next(one["reproduce"] for one in found if one["status"] == "failed")
            entries = (entry(line.rpartition("--replay ")[2].strip("'")),)
        write(pytester.path / "accepted.json", *entries)
        return "accepted.json"

    return write_entries


# --- under pytest -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), workers(1)])
def test_an_accepted_finding_is_shown_and_not_counted(pytester, definitions, baseline, words):
    place = baseline()

    outcome = pytester.runpytest(*words, "--forge-tools", definitions, *CHECKS, "--forge-baseline", place)

    assert outcome.ret == 0
    outcome.assert_outcomes(passed=3, xfailed=1)
    outcome.stdout.fnmatch_lines(
        [
            "accepted",
            "  mute?description_is_present?#*",
            f"*{REASON}*",
            "No findings in 2 tools; 3 passed, *1 accepted*",
        ]
    )


@pytest.mark.parametrize("words", [(), workers(1)])
def test_an_entry_that_no_longer_fails_fails_the_run(pytester, definitions, baseline, words):
    place = baseline(entry("told[description_is_present]#0123abcd"), entry("mute[description_is_present]"))

    outcome = pytester.runpytest(*words, "--forge-tools", definitions, *CHECKS, "--forge-baseline", place)

    assert outcome.ret == 1
    outcome.stdout.fnmatch_lines(
        ["*'accepted.json' accepts 'told?description_is_present?#0123abcd', which no longer shows. Remove the entry."]
    )


def test_an_entry_that_was_not_judged_in_this_run_is_let_be(pytester, definitions, baseline):
    place = baseline(entry("told[description_is_present]"), entry("gone[root_is_an_object]"))

    outcome = pytester.runpytest(
        "--forge-tools", definitions, "--forge-checks", "root_is_an_object", "--forge-baseline", place
    )

    assert outcome.ret == 0


def test_a_suite_goes_by_the_baseline_too(pytester, baseline):
    place = baseline(entry("nameless[description_is_present]"))
    pytester.makepyfile(
        "from pytest_forge import ToolSuite\n"
        "def nameless(text: str) -> str:\n    return text\n"
        "class TestNameless(ToolSuite):\n    tool = nameless\n"
    )

    outcome = pytester.runpytest("--forge-checks", "description_is_present", "--forge-baseline", place)

    outcome.assert_outcomes(xfailed=1)
    assert outcome.ret == 0


def test_the_ini_file_names_a_baseline_from_its_own_folder(pytester, definitions, baseline, monkeypatch):
    place = baseline()
    pytester.makeini(f"[pytest]\nforge_baseline = {place}\n")
    target = f"definitions:{pytester.path / 'tools.json'}"
    (pytester.path / "below").mkdir()
    monkeypatch.chdir(pytester.path / "below")

    outcome = pytester.runpytest("--forge-tools", target, *CHECKS)

    outcome.assert_outcomes(passed=3, xfailed=1)


def test_a_baseline_that_cannot_be_used_is_a_usage_error(pytester, definitions):
    outcome = pytester.runpytest("--forge-tools", definitions, "--forge-baseline", "missing.json")

    assert outcome.ret == pytest.ExitCode.USAGE_ERROR
    outcome.stderr.fnmatch_lines(["ERROR: There is no baseline 'missing.json'. *"])


# --- the file -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is not JSON"),
        ("\ud800".encode("utf-8", "surrogatepass"), "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is not of version 1"),
        ('{"version": 2, "accepted": []}', "is not of version 1"),
        ('{"version": 1}', "is not of version 1"),
        ('{"version": 1, "accepted": [3]}', "Entry 1 of the baseline 'b.json' has no 'id'"),
        (json.dumps({"version": 1, "accepted": [entry("a[b]"), entry("a[b]", tool=None)]}), "Entry 2 .* has no 'tool'"),
        (json.dumps({"version": 1, "accepted": [entry("nonsense")]}), "belongs to another tool or check"),
        (json.dumps({"version": 1, "accepted": [entry("a[b]", check="c")]}), "belongs to another tool or check"),
        (json.dumps({"version": 1, "accepted": [entry("a[b]", reason=" ")]}), r"gives no reason for 'a\[b\]'"),
        (json.dumps({"version": 1, "accepted": [entry("a[b]", reason=None)]}), "gives no reason"),
        (json.dumps({"version": 1, "accepted": [entry("a[b]", reason="FILL IN: why?")]}), "gives no reason"),
    ],
)
def test_a_file_that_says_something_else_is_refused_in_two_sentences(tmp_path, text, told):
    (tmp_path / "b.json").write_bytes(text if isinstance(text, bytes) else text.encode())

    with pytest.raises(BaselineError, match=told) as raised:
        Baseline.read(tmp_path / "b.json", place="b.json")

    assert str(raised.value).endswith(".")


def test_a_finding_by_another_cause_is_not_accepted_and_the_entry_is_stale(tmp_path):
    accepted = Baseline.read(write(tmp_path / "b.json", entry(result(code="crash").id)))

    applied = accepted.applied([result(code="refusal")])

    assert [one.status for one in applied] == ["failed", "failed"]
    assert [one.is_stale for one in applied] == [False, True]


def test_an_entry_of_the_time_before_codes_accepts_its_finding(tmp_path):
    accepted = Baseline.read(write(tmp_path / "b.json", entry(result(message="It raised KeyError.").old_id)))

    assert accepted.accepting(result(message="It raised KeyError.")) is not None
    assert accepted.accepting(result(message="It raised TypeError.")) is None


@pytest.mark.parametrize("code", ["lost_in_parts", "lost_in_parts:total"])
def test_an_entry_with_the_former_check_of_a_code_accepts_its_finding(tmp_path, code):
    former = f"mute[choices_are_handled]#{code}"
    accepted = Baseline.read(write(tmp_path / "b.json", entry(former)))
    found = replace(result(check="common_rules_hold"), id=f"mute[common_rules_hold]#{code}")

    applied = accepted.applied([found, result("passed", check="choices_are_handled")], is_whole=True)
    [written] = json.loads(accepted.text_for([found])[0])["accepted"]

    assert [(one.status, one.is_accepted) for one in applied] == [("not_applicable", True), ("passed", False)]
    assert (written["id"], written["check"], written["reason"]) == (found.id, "common_rules_hold", REASON)


def test_a_stale_entry_with_the_former_check_of_a_code_is_told_as_it_is_written(tmp_path):
    former = "mute[choices_are_handled]#lost_in_parts"
    accepted = Baseline.read(write(tmp_path / "b.json", entry(former)))

    passed = [result("passed", check=check) for check in ("choices_are_handled", "common_rules_hold")]
    *_, stale = accepted.applied(passed, is_whole=True)

    assert stale.is_stale
    assert f"accepts {former!r}" in stale.message


def test_errors_that_follow_from_an_accepted_finding_are_accepted_with_it(tmp_path):
    accepted = Baseline.read(write(tmp_path / "b.json", entry(result(code="call_lost", check="call_returns").id)))
    finding = result(code="call_lost", check="call_returns")
    error = result("error", "not_judged", follows="call_returns")
    other = result("error", "not_judged")

    applied = accepted.applied([finding, error, other])

    assert [(one.status, one.is_accepted) for one in applied] == [
        ("not_applicable", True),
        ("not_applicable", True),
        ("error", False),
    ]


def test_an_error_is_accepted_by_its_own_id_alone(tmp_path):
    error = result("error", "not_enough_seen")
    own = Baseline.read(write(tmp_path / "own.json", entry(error.id)))
    any_finding = Baseline.read(write(tmp_path / "any.json", entry("mute[root_is_closed]")))

    assert own.accepting(error) is not None
    assert any_finding.accepting(error) is None


@pytest.mark.parametrize(
    ("made", "is_whole", "stale"),
    [
        ({"root_is_closed"}, True, 1),
        ({"root_is_closed"}, False, 0),
        ({"call_returns"}, True, 0),
    ],
)
def test_an_entry_of_a_tool_that_is_gone_is_stale_in_a_whole_run(tmp_path, made, is_whole, stale):
    accepted = Baseline.read(write(tmp_path / "b.json", entry("gone[root_is_closed]")))

    assert len(accepted.applied([], made=made, is_whole=is_whole)) == stale


def test_an_entry_for_a_check_that_does_not_exist_is_stale(tmp_path):
    accepted = Baseline.read(write(tmp_path / "b.json", entry("mute[no_such_check]")))

    assert len(accepted.applied([result("passed")], made={"root_is_closed"}, is_whole=True)) == 2


def test_what_could_not_be_judged_makes_no_entry_stale(tmp_path):
    accepted = Baseline.read(write(tmp_path / "b.json", entry("mute[root_is_closed]")))

    assert [one.status for one in accepted.applied([result("error")], made={"root_is_closed"})] == ["error"]


def test_a_baseline_that_is_written_keeps_its_reasons_and_asks_for_the_others(tmp_path):
    known, new = result(message="It raised KeyError."), result(code="refusal")
    before = Baseline.read(write(tmp_path / "b.json", entry(known.id), entry("gone[root_is_closed]")))

    text, unexplained = before.text_for([new, known, result("passed")])
    (tmp_path / "b.json").write_text(text)
    written = json.loads((tmp_path / "b.json").read_text())["accepted"]

    assert {one["id"]: one["reason"][:7] for one in written} == {known.id: REASON[:7], new.id: "FILL IN"}
    assert unexplained == 1
    with pytest.raises(BaselineError, match="gives no reason"):
        Baseline.read(tmp_path / "b.json")
