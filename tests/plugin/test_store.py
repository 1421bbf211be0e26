import json
from dataclasses import replace

import pytest

from pytest_forge.findings.finding_file import FindingFile
from pytest_forge.findings.store import FindingStore, store_at
from pytest_forge.verdict import CheckResult

FOUND = CheckResult(
    "fetch", "shop.py:fetch", "a_check", "results", "MUST", "failed", id="fetch[a_check]#0123abcd", seed=7
)

#: Fails with seed 5 alone: what is drawn from `subject.random` depends on it.
OWN_CHECK = """
from pytest_forge import CheckFailure, check

@check(family="results", level="MUST", source="house rule 1")
def stored_house_rule(subject):
    '''The tool repeats what it is told.'''
    returned = subject.call({"text": "x"}).returned
    if subject.random.random() < THRESHOLD and returned != "x":
        raise CheckFailure("It does not.")
"""
TOOLS = """
def echo(text: str) -> str:
    '''Return the given text as it is.'''
    return text

def shout(text: str) -> str:
    '''Return the given text in capitals.'''
    return text.upper()
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """A project whose own check finds something in `shout` with seed 5, and not with seed 0."""
    import random

    first, other = (random.Random(f"{seed}/shout").random() for seed in (5, 0))
    threshold = repr((first + other) / 2)
    rule = OWN_CHECK.replace("THRESHOLD", threshold)
    if first > other:
        rule = rule.replace("random() <", "random() >")
    from pytest_forge.checks import check as check_module
    from pytest_forge.checks.catalogue import all_checks

    assert all_checks()
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    pytester.makepyfile(stored_house_checks=rule, stored_house_tools=TOOLS)
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['stored_house_checks']\n")
    pytester.syspathinsert()
    return pytester


WORDS = ("--forge-tools", "stored_house_tools.py", "--forge-checks", "stored_house_rule", "-v")


def test_a_finding_of_another_seed_is_found_again_first_and_forgotten_once_it_is_fixed(project):
    place = project.path / ".pytest_cache/d/forge/findings.json"
    assert project.runpytest(*WORDS).ret == 0
    assert project.runpytest(*WORDS, "--forge-seed", "5").ret == 1

    again = project.runpytest(*WORDS)

    again.assert_outcomes(passed=1, failed=1)
    again.stdout.fnmatch_lines(
        ["*::shout?stored_house_rule? FAILED*", "*::echo?stored_house_rule? PASSED*", "*--seed 5*"]
    )
    assert [row["seed"] for row in json.loads(place.read_text())["findings"]] == [5]
    fixed = TOOLS.replace("text.upper()", "text")
    (project.path / "stored_house_tools.py").write_text(fixed)
    assert project.runpytest(*WORDS).ret == 0
    assert json.loads(place.read_text())["findings"] == []


def test_the_store_may_be_a_file_of_ones_own_or_off(project):
    project.runpytest(*WORDS, "--forge-seed", "5", "--forge-store", "found.json")
    project.runpytest(*WORDS, "--forge-seed", "5", "--forge-store", "off")

    assert len(json.loads((project.path / "found.json").read_text())["findings"]) == 1
    assert not (project.path / ".pytest_cache/d/forge/findings.json").exists()
    assert not (project.path / "off").exists()


def test_a_broken_store_is_told_and_begun_anew(project):
    (project.path / "found.json").write_text('{"version": 1, "findings": [{"base": 3}]}')

    result = project.runpytest(*WORDS, "--forge-seed", "5", "--forge-store", "found.json")

    result.stdout.fnmatch_lines(["The store of past findings *found.json' is damaged and will be replaced. *"])
    assert len(json.loads((project.path / "found.json").read_text())["findings"]) == 1


# --- the store itself ---------------------------------------------------------------------------------


def test_a_store_is_read_as_it_was_written(tmp_path):
    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))
    store.learn([FOUND])
    store.save()

    again = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))

    assert again.seed("shop.py:fetch", "fetch", "a_check") == 7
    assert (
        FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path / "other")).seed(
            "shop.py:fetch", "fetch", "a_check"
        )
        is None
    )


@pytest.mark.parametrize(
    ("later", "seed"),
    [
        (replace(FOUND, status="passed", id=""), None),
        (replace(FOUND, status="not_applicable", id=""), None),
        (replace(FOUND, status="not_applicable", is_accepted=True), 7),
        (replace(FOUND, status="error", id=""), 7),
        (replace(FOUND, id="", is_stale=True), 7),
        (replace(FOUND, check="another", id=""), 7),
        (replace(FOUND, seed=9), 9),
    ],
)
def test_a_finding_is_kept_until_it_is_judged_again_and_does_not_show(tmp_path, later, seed):
    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))
    store.learn([FOUND])

    store.learn([later])

    assert store.seed("shop.py:fetch", "fetch", "a_check") == seed


@pytest.mark.parametrize(
    "text",
    ["nonsense", "[" * 100_000, "[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{"seed": 1}]}'],
)
def test_a_file_that_means_nothing_is_a_warning_of_two_sentences(tmp_path, text):
    (tmp_path / "found.json").write_text(text)

    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))

    assert store.take_warning().count(". ") == 1
    assert store.seed("shop.py:fetch", "fetch", "a_check") is None


@pytest.mark.parametrize("make", ["missing", "empty"])
def test_a_file_that_is_not_there_or_empty_is_no_trouble(tmp_path, make):
    if make == "empty":
        (tmp_path / "found.json").touch()

    assert FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path)).take_warning() == ""


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path):
    (tmp_path / "file").touch()
    store = FindingStore(FindingFile(tmp_path / "file/found.json", base=tmp_path))
    store.learn([FOUND])

    store.save()

    assert (tmp_path / "file").read_text() == ""


def test_the_oldest_of_too_many_findings_are_forgotten(tmp_path):
    store = store_at("found.json", None, base=tmp_path)
    store.learn(replace(FOUND, tool=f"tool_{number}") for number in range(1100))
    store.save()

    again = store_at("found.json", None, base=tmp_path)

    assert (again.seed(FOUND.target, "tool_99", FOUND.check), again.seed(FOUND.target, "tool_100", FOUND.check)) == (
        None,
        7,
    )


def test_the_calls_of_a_finding_are_kept_with_those_before_it(tmp_path):
    before = [{"tool": "add", "arguments": {"name": "x"}}]
    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))
    store.learn([replace(FOUND, arguments={"name": "x"}, before=before)])
    store.save()

    known = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path)).finding(
        "shop.py:fetch", "fetch", "a_check"
    )

    assert (known.seed, known.arguments, known.before) == (7, {"name": "x"}, before)


def test_a_store_of_an_earlier_version_of_us_is_read(tmp_path):
    row = {"base": str(tmp_path), "target": "a.py:f", "tool": "f", "check": "c", "id": "f[c]#0123abcd", "seed": 3}
    (tmp_path / "found.json").write_text(json.dumps({"version": 1, "findings": [row]}))

    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))
    known = store.finding("a.py:f", "f", "c")

    assert store.take_warning() == ""
    assert (known.seed, known.arguments, list(known.before)) == (3, None, [])


@pytest.mark.parametrize("extra", [{"arguments": [1]}, {"before": {}}, {"before": [{"tool": 1, "arguments": {}}]}])
def test_calls_that_are_none_make_a_store_begin_anew(tmp_path, extra):
    row = {"base": str(tmp_path), "target": "a.py:f", "tool": "f", "check": "c", "id": "f[c]#0123abcd", "seed": 3}
    (tmp_path / "found.json").write_text(json.dumps({"version": 1, "findings": [row | extra]}))

    store = FindingStore(FindingFile(tmp_path / "found.json", base=tmp_path))

    assert "will be replaced" in store.take_warning()
    assert store.finding("a.py:f", "f", "c") is None
