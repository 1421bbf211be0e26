import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from msgspec.structs import replace as replace_struct

from pytest_forge.report.contract_coverage import ToolCoverage
from pytest_forge.report.formats import FormatError, named_reports, report_text
from pytest_forge.report.html import page
from pytest_forge.report.rule import Rule
from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckResult

from .conftest import hostile_report
from .hostile import hostile_texts

VOID = {"meta", "input", "link", "img", "br", "hr"}
LOADS = {"src", "srcset", "action", "formaction", "poster", "background", "ping", "style"}


class Page(HTMLParser):
    """What a reader's browser would make of a page: its elements, ids, texts and the content of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.content: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in self.content:
            self.content[self.open[-1]].append(data)
        else:
            self.texts.append(data)

    @property
    def data(self):
        return json.loads(self.content["script"][0])


def assert_is_sound(text: str) -> Page:
    """Assert that a page is whole, holds each id once, and can load or run nothing but its own style and script."""
    shown = Page(text)
    assert shown.open == []
    assert len(set(shown.ids)) == len(shown.ids) > 5
    assert not {name for name, _ in shown.attributes if name in LOADS or name.startswith("on")}
    assert {value[0] for name, value in shown.attributes if name == "href"} == {"#"}
    assert shown.tags.count("script") == 2
    assert shown.tags.count("style") == 1
    assert not {"img", "iframe", "object", "embed", "link", "base", "video", "audio"} & set(shown.tags)
    (policy,) = [value for name, value in shown.attributes if name == "content" and "default-src" in value]
    hashes = [
        base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        for content in (shown.content["style"][0], shown.content["script"][1])
    ]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return shown


def test_the_page_is_whole_and_loads_nothing(every_verdict, tmp_path):
    covered = ToolCoverage("fetch", "shop.py:fetch", ("a given", "a omitted"), frozenset({"a given"}))
    shown = assert_is_sound(report_text("html", replace(every_verdict, coverage=[covered]), base=tmp_path))
    text = " ".join(" ".join(shown.texts).split())

    assert "2 findings in 1 of 1 tool" in text
    assert "fetch: must_hold Failed, MUST, results, broken It broke." in text
    assert "forge check shop.py:fetch --replay ID" in text
    assert "50.0 % of all contracts: 1 of 2 points were exercised." in text


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("shop.py:fetch", "shop.py"),
        ("definitions:shop.json", "definitions:shop.json"),
        ("mcp:python shop.py", "mcp:python shop.py"),
        ("mcp+http://127.0.0.1:8000/mcp", "mcp+http://127.0.0.1:8000/mcp"),
        ("mcp.json:shop", "mcp.json"),
        ("forge:builtins:fetch", "forge:builtins"),
    ],
)
def test_the_page_names_the_whole_target(every_verdict, tmp_path, target, told):
    report = replace(every_verdict, tools=[ToolFacts("fetch", target, "function")], results=[])

    assert Page(report_text("html", report, base=tmp_path)).texts.count(told) == 1


def test_each_landmark_of_the_page_has_its_own_name(every_verdict, tmp_path):
    covered = ToolCoverage("fetch", "shop.py:fetch", ("a given", "a omitted"), frozenset({"a given"}))
    text = report_text("html", replace(every_verdict, coverage=[covered]), base=tmp_path)
    sections = re.findall(r'<section aria-labelledby="([^"]+)"', text)

    assert len(set(sections)) == len(sections) == 3
    # What scrolls within a section is no landmark beside it.
    assert 'role="region"' not in text


def test_the_headline_names_the_tools_that_have_findings(every_verdict, tmp_path):
    report = replace(every_verdict, tools=[*every_verdict.tools, ToolFacts("other", "shop.py:other", "function")])

    assert "2 findings in 1 of 2 tools" in Page(report_text("html", report, base=tmp_path)).texts


def test_large_counts_have_separators(every_verdict, tmp_path):
    passed = next(one for one in every_verdict.results if one.status == "passed")
    shown = Page(report_text("html", replace(every_verdict, results=[passed] * 1079), base=tmp_path))

    assert "1,079" in shown.texts


def test_the_script_gets_every_verdict_with_what_its_check_says(every_verdict, tmp_path):
    data = Page(report_text("html", every_verdict, base=tmp_path)).data
    failed = data["results"][0]

    assert [one["status"] for one in data["results"]] == [
        "failed", "failed", "error", "accepted", "not_applicable", "passed",
    ]  # fmt: skip
    assert failed["arguments"] == '{\n  "a": 1\n}'
    assert failed["id"] == "fetch[must_hold]#broken"
    assert data["checks"]["must_hold"]["promise"] == "must_hold holds."
    assert data["results"][3]["reason"] == "We know."


def test_each_paragraph_and_item_of_what_a_check_says_is_a_line(every_verdict, tmp_path):
    reason = "Files\nstay.\n\nIt fails for:\n\n- a file that\n  is gone;\n- a row.\n\n    shown()\n    as it is()"
    rules = {name: replace_struct(rule, reason=reason) for name, rule in every_verdict.rules.items()}
    report = replace(every_verdict, rules=rules)
    told = "Files stay.\n\nIt fails for:\n\n- a file that is gone;\n- a row.\n\n    shown()\n    as it is()"

    assert Page(report_text("html", report, base=tmp_path)).data["checks"]["must_hold"]["reason"] == told
    log = json.loads(report_text("sarif", report, base=tmp_path))
    assert told in log["runs"][0]["tool"]["driver"]["rules"][0]["fullDescription"]["text"]


def test_a_finding_shows_a_tool_that_breaks_the_check_and_a_fixed_one(tmp_path):
    result = CheckResult("t", "t.py:t", "root_is_closed", "definition", "MUST", "failed", "Open.", id="t", code="open")
    report = Report([ToolFacts("t", "t.py:t", "function")], [result], 0.1)

    assert "fixed" in Page(report_text("html", report, base=tmp_path)).data["checks"]["root_is_closed"]["example"]


@settings(max_examples=10, deadline=None)
@given(tool=hostile_texts, text=hostile_texts)
def test_no_text_of_a_tool_becomes_a_part_of_the_page(tool, text, tmp_path_factory):
    plain = assert_is_sound(report_text("html", hostile_report("tool", "text"), base=tmp_path_factory.getbasetemp()))
    shown = assert_is_sound(report_text("html", hostile_report(tool, text), base=tmp_path_factory.getbasetemp()))

    assert [tag for tag in shown.tags if tag not in ("p", "pre")] == [
        tag for tag in plain.tags if tag not in ("p", "pre")
    ]


def test_invisible_and_reordering_characters_are_shown():
    assert page.legible({"\u202ea": ["\x1b[31m\ud800\u2066", "a\tb\n\u200d"]}) == {
        "\\u202ea": ["\\x1b[31m\\ud800\\u2066", "a\tb\n\u200d"]
    }


def test_five_thousand_results_stay_below_two_megabytes(tmp_path):
    tools = [ToolFacts(f"tool_{number}", f"big.py:tool_{number}", "function") for number in range(50)]
    results = [
        CheckResult(
            tool.name, tool.target, f"check_{number}", "results", "MUST", "failed" if number % 5 == 0 else "passed",
            "m" * 300 if number % 5 == 0 else "", {"a": 1}, "forge check …", code="broken", id=f"{tool.name}#{number}",
        )
        for tool in tools
        for number in range(100)
    ]  # fmt: skip
    rules = {
        f"check_{number}": Rule(f"check_{number}", "results", "MUST", "It holds.", "r" * 500) for number in range(100)
    }
    text = report_text("html", Report(tools, results, 1.0, rules=rules), base=tmp_path)

    assert len(Page(text).data["results"]) == 5_000
    assert len(text) < 2_000_000


def test_a_message_of_a_megabyte_is_cut(every_verdict, tmp_path):
    long = replace(every_verdict, results=[replace(every_verdict.results[1], message="x" * 1_000_000)])

    assert len(report_text("html", long, base=tmp_path)) < 150_000


def test_without_jinja2_the_format_is_refused_with_the_command_that_adds_it(monkeypatch):
    monkeypatch.setattr(page.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(FormatError, match=r"^The format html needs jinja2, .*pip install 'jinja2>=\S+' \(extra"):
        named_reports(["html:report.html"], option="--report")
