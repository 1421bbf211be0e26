from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import example, given, settings

from pytest_forge.report.junit import junit_text
from pytest_forge.targets.facts import ToolFacts

from .conftest import hostile_report
from .hostile import hostile_texts

#: Jenkins' schema of xunit2, as far as pytest uses it: the attributes of each element, and its children in order.
ALLOWED = {
    "testsuites": ({"name", "time", "tests", "failures", "errors", "skipped"}, ["testsuite"]),
    "testsuite": ({"name", "time", "tests", "failures", "errors", "skipped"}, ["testcase"]),
    "testcase": ({"name", "classname", "time"}, ["properties", "skipped", "error", "failure"]),
    "properties": (set(), ["property"]),
    "property": ({"name", "value"}, []),
    "skipped": ({"type", "message"}, []),
    "error": ({"type", "message"}, []),
    "failure": ({"type", "message"}, []),
}


def parsed(report, base) -> ET.Element:
    root = ET.fromstring(junit_text(report, base).encode())
    for element in root.iter():
        attributes, children = ALLOWED[element.tag]
        found = [child.tag for child in element]
        assert set(element.attrib) <= attributes
        assert found == sorted(found, key=children.index)
    return root


def test_a_tool_is_a_suite_and_a_check_a_case(every_verdict, tmp_path):
    root = parsed(every_verdict, tmp_path)
    (suite,) = root
    must = suite[1]

    assert {key: suite.get(key) for key in ("name", "tests", "failures", "errors", "skipped")} == {
        "name": "fetch",
        "tests": "6",
        "failures": "2",
        "errors": "1",
        "skipped": "2",
    }
    assert must.attrib == {"classname": "shop.py:fetch", "name": "fetch[must_hold]", "time": "0.000"}
    assert [one.attrib for one in must.iter("property")] == [
        {"name": "id", "value": "fetch[must_hold]#broken"},
        {"name": "code", "value": "broken"},
        {"name": "level", "value": "MUST"},
        {"name": "family", "value": "results"},
        {"name": "reproduce", "value": "forge check shop.py:fetch --replay ID"},
    ]
    assert must.find("failure").get("message") == "It broke."
    assert must.find("failure").text.splitlines()[1] == 'call       {"a": 1}'
    assert [one.get("type") for one in root.iter("skipped")] == ["forge.accepted", "forge.not_applicable"]


def test_a_run_that_is_not_clean_has_a_case_that_is_not(every_verdict, tmp_path):
    unread = ToolFacts("<entry 2>", "definitions:x.json", "definition", problems=("Entry 2 is not a definition.",))
    broken = replace(every_verdict, tools=[unread], results=[], is_partial=True)

    assert [one.get("message") for one in parsed(broken, tmp_path).iter("error")] == [
        "Entry 2 is not a definition.",
        "The run is incomplete: these are the verdicts that were made.",
    ]


@example(tool="x", text="\n```\n<script>\n::error::x\n")
@settings(max_examples=40)
@given(tool=hostile_texts, text=hostile_texts)
def test_no_text_of_a_tool_breaks_the_document(tool, text, tmp_path_factory):
    root = parsed(hostile_report(tool, text), tmp_path_factory.getbasetemp())

    assert [len(list(root.iter(tag))) for tag in ("testcase", "failure", "error", "skipped")] == [4, 1, 1, 2]
