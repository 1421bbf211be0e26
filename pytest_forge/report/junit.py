"""The report as JUnit XML, as pytest writes it: a suite for each tool, a case for each check."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from ..verdict import CheckResult
from .printable import printable
from .source_place import source_place
from .value import INCOMPLETE, Report

__all__ = ["junit_text"]

_HEAD = '<?xml version="1.0" encoding="utf-8"?>'
_MAX_CALL = 4_000


def junit_text(report: Report, base: Path) -> str:
    """Return the report as JUnit XML.

    Args:
        report: The outcome of a run.
        base: Folder that targets start from; files are named from the root of its repository.
    """
    root = ET.Element("testsuites", name="forge")
    suites: dict[tuple[str, str], list[CheckResult]] = {}
    for result in report.results:
        suites.setdefault((result.tool, result.target), []).append(result)
    for (tool, target), results in suites.items():
        place = source_place(tool, target, base=base)
        where = f"{place.path}:{place.line}" if place else ""
        _add_suite(root, tool, [_case(result, report, where) for result in results])
    for tool_facts in report.unread:
        problem = _case_of(tool_facts.name, tool_facts.target, "is_a_definition", 0.0)
        _add(problem, "error", "unread", tool_facts.problems[0])
        _add_suite(root, tool_facts.name, [problem])
    if report.is_partial:
        incomplete = _case_of("forge", "forge", "run_is_complete", 0.0)
        _add(incomplete, "error", "incomplete", INCOMPLETE)
        _add_suite(root, "forge", [incomplete])
    _count(root, root.iter("testcase"))
    ET.indent(root, space=" ")
    return f"{_HEAD}\n{ET.tostring(root, encoding='unicode')}"


def _add_suite(root: ET.Element, tool: str, cases: list[ET.Element]) -> None:
    suite = ET.SubElement(root, "testsuite", name=printable(tool))
    suite.extend(cases)
    _count(suite, cases)


def _count(element: ET.Element, cases: Iterable[ET.Element]) -> None:
    """Set the numbers of *element*, in the order in which pytest writes them."""
    listed = list(cases)
    for name, tag in (("errors", "error"), ("failures", "failure"), ("skipped", "skipped")):
        element.set(name, str(sum(case.find(tag) is not None for case in listed)))
    element.set("tests", str(len(listed)))
    element.set("time", f"{sum(float(case.get('time', '0')) for case in listed):.3f}")


def _case(result: CheckResult, report: Report, where: str) -> ET.Element:
    case = _case_of(result.tool, result.target, result.check, result.seconds)
    rule = report.rules.get(result.check)
    facts = {
        "id": result.id,
        "code": result.code,
        "level": result.level,
        "family": result.family,
        "source": rule.source if rule and result.id else "",
        "place": where if result.id else "",
        "reproduce": result.reproduce,
    }
    properties = ET.SubElement(case, "properties")
    for name, value in facts.items():
        if value:
            ET.SubElement(properties, "property", name=name, value=printable(value))
    if result.status in ("failed", "error"):
        tag = "failure" if result.status == "failed" else "error"
        call = json.dumps(result.arguments, default=repr)[:_MAX_CALL] if result.arguments is not None else ""
        lines = [f"call       {call}" if call else "", f"reproduce  {result.reproduce}" if result.reproduce else ""]
        _add(case, tag, result.code or result.check, result.message, *filter(None, lines))
    elif result.is_accepted:
        _add(case, "skipped", "forge.accepted", result.message)
    elif result.status == "not_applicable":
        _add(case, "skipped", "forge.not_applicable", result.message)
    return case


def _case_of(tool: str, target: str, check: str, seconds: float) -> ET.Element:
    # The name is that of the test in pytest.
    name = f"{printable(tool)}[{printable(check)}]"
    return ET.Element("testcase", classname=printable(target), name=name, time=f"{seconds:.3f}")


def _add(case: ET.Element, tag: str, kind: str, message: str, *more: str) -> None:
    element = ET.SubElement(case, tag, type=printable(kind), message=printable(message))
    # XML forbids most control characters, even as references.
    element.text = "\n".join(map(printable, (message, *more)))
