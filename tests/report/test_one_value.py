import re
from html import unescape

import pytest

from pytest_forge.report.formats import COVERAGE, FORMATS, report_text
from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckResult

#: Formats that show accepted findings and errors by their id; JSON, version 1, has no ids, and text no ids of errors.
WITH_ALL = sorted(set(FORMATS) - {"text", "json", "github", COVERAGE})


def ids_in(text: str) -> set[str]:
    return set(re.findall(r"fetch\[\w+\]#\w+", unescape(text).replace("<!-- -->", "")))


@pytest.mark.parametrize("name", WITH_ALL)
def test_every_format_shows_the_same_ids(name, every_verdict, tmp_path):
    with_id = {one.id for one in every_verdict.results if one.id}

    assert ids_in(report_text(name, every_verdict, base=tmp_path)) == with_id


def test_annotations_show_the_ids_of_findings(every_verdict, tmp_path):
    found = {one.id for one in every_verdict.results if one.status == "failed"}

    assert found <= ids_in(report_text("github", every_verdict, base=tmp_path))


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {COVERAGE}))
def test_no_format_shows_a_path_of_the_machine(name, every_verdict, tmp_path):
    (tmp_path / "shop.py").write_text("def fetch(a): ...\n")

    assert str(tmp_path) not in report_text(name, every_verdict, base=tmp_path)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {COVERAGE, "json", "github"}))
def test_every_format_tells_what_could_not_be_read_and_that_a_run_is_incomplete(name, tmp_path):
    unread = ToolFacts("<entry 2>", "definitions:x.json", "definition", problems=("Entry 2 is odd.",))
    text = unescape(report_text(name, Report([unread], [], 1.0, is_partial=True), base=tmp_path))

    assert "Entry 2 is odd." in text
    assert "The run is incomplete: these are the verdicts that were made." in text


@pytest.mark.parametrize("name", ["html", "markdown", "text"])
def test_an_interrupted_run_tells_how_many_tools_it_has_judged(name, tmp_path):
    tools = [ToolFacts(name, f"shop.py:{name}", "function") for name in ("fetch", "store", "price")]
    passed = CheckResult("fetch", "shop.py:fetch", "call_returns", "results", "MUST", "passed")

    text = report_text(name, Report(tools, [passed], 1.0, is_partial=True), base=tmp_path)

    assert "o findings in 1 of 3 tools" in text
    assert "o findings in 3 tools" in report_text(name, Report(tools, [passed], 1.0), base=tmp_path)
