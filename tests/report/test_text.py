import json
import re
import shlex
from dataclasses import replace

from pytest_forge.report.paint import Paint
from pytest_forge.report.text import report_lines
from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import NOTHING_WORKS, CheckResult

TOOL = ToolFacts(name="fetch", target="shop.py:fetch", kind="forge")
FAILED = CheckResult(
    "fetch", "shop.py:fetch", "a_check", "results", "MUST", "failed", "It broke.", {"a": 1}, "forge check shop.py:fetch"
)


def lines(*results: CheckResult, tools: int = 2, paint: Paint | None = None) -> list[str]:
    return report_lines(Report([TOOL] * tools, results, 1.0), paint=paint)


def test_a_command_and_a_call_are_folded_where_a_shell_and_json_read_the_same():
    command = "forge check 'mcp:python my server.py {workspace}' --allow-destructive --replay 'fetch[a_check]#its_code'"
    call = {"path": "two words and more words", "text": 'a quote " in it', "other": "x" * 30}
    failed = replace(FAILED, reproduce=command, arguments=call)
    plain = [re.sub(r"\x1b\[\d*m", "", line) for line in lines(failed, paint=Paint(is_on=True, width=64))]
    starts = [place for place, line in enumerate(plain) if re.match(r" {10}(call|reproduce) ", line)]
    shown, told = (
        "\n".join(line[21:] for line in plain[first:last]) for first, last in ((starts[0], starts[1]), (starts[1], -2))
    )

    assert max(map(len, plain[starts[0] : -2])) <= 64
    assert json.loads(shown) == call
    # A shell removes the end of a line after a backslash; shlex does not.
    assert shlex.split(told.replace("\\\n", "")) == shlex.split(command)
    assert (shown.count("\n"), told.count("\n")) == (2, 3)


def test_a_finding_is_shown_with_sentence_call_and_the_line_that_repeats_it():
    assert lines(FAILED) == [
        "fetch  shop.py:fetch",
        "  MUST    a_check",
        "          It broke.",
        '          call       {"a": 1}',
        "          reproduce  forge check shop.py:fetch",
        "",
        "1 finding in 1 of 2 tools; 0 passed, 0 not applicable. 1.0 s",
    ]


def test_a_tool_that_is_gone_counts_among_those_that_have_a_finding():
    gone = replace(FAILED, tool="gone", target="definitions:tools.json")

    assert lines(FAILED, gone, tools=1)[-1].startswith("2 findings in 2 of 2 tools; ")


def test_the_worst_tool_comes_first_and_its_musts_before_its_shoulds():
    should = replace(FAILED, level="SHOULD", tool="mild", check="soft")
    both = [replace(FAILED, tool="bad", check="soft", level="SHOULD"), replace(FAILED, tool="bad", check="hard")]
    shown = "\n".join(lines(should, *both))

    assert shown.index("bad") < shown.index("hard") < shown.index("mild")
    assert shown.index("MUST") < shown.index("SHOULD")


def test_what_could_not_be_judged_is_gathered_by_its_reason():
    unjudged = [replace(FAILED, status="error", check=name, message="No way.") for name in ("one", "two")]
    shown = lines(*unjudged, tools=1)

    assert "  ERROR   one, two" in shown
    assert shown[-1].startswith("No findings in 1 tool, but not everything could be judged; ")
    assert shown[-1].endswith("2 could not be judged. 1.0 s")


def test_checks_without_a_working_call_are_gathered_though_their_calls_differ():
    unjudged = [
        replace(FAILED, status="error", check=name, code=NOTHING_WORKS, message=f"cannot open '{name}.tmp'")
        for name in ("one", "two")
    ]

    assert "  ERROR   one, two" in lines(*unjudged)


def test_a_long_list_of_checks_without_a_verdict_is_counted():
    unjudged = [replace(FAILED, status="error", check=f"c{number}", message="No way.") for number in range(30)]

    assert "  ERROR   c0, c1, c2 and 27 more checks" in lines(*unjudged)


def test_a_clean_run_is_one_line():
    assert lines(replace(FAILED, status="passed"), tools=1) == [
        "No findings in 1 tool; 1 passed, 0 not applicable. 1.0 s"
    ]


def test_a_hostile_name_or_message_reaches_the_terminal_escaped():
    evil = "\x1b[31m\r\n\x9b\u202e\x00end"
    shown = "\n".join(
        lines(replace(FAILED, tool=evil, target=evil, check=evil, message=evil, reproduce=evil, arguments={evil: evil}))
    )

    assert all(character.isprintable() or character == "\n" for character in shown)
    assert "\\x1b[31m\\r\\n\\x9b\\u202e\\x00end" in shown


def test_a_long_call_is_cut_with_its_length():
    (call,) = [line for line in lines(replace(FAILED, arguments={"a": "x" * 5000})) if "call" in line]

    assert call.endswith("… (5009 characters)")
    assert len(call) < 400


def test_colours_mark_musts_and_shoulds():
    shown = "\n".join(lines(FAILED, replace(FAILED, level="SHOULD"), paint=Paint(is_on=True)))

    assert "\x1b[31mMUST" in shown
    assert "\x1b[33mSHOULD" in shown


def test_functions_that_are_no_tools_are_named_and_not_counted():
    left_out = ToolFacts(name="total", target="shop.py:total", kind="function", left_out="No schema can be made.")

    assert report_lines(Report([TOOL, left_out], [], 1.0)) == [
        "left out",
        "  total  shop.py:total",
        "          No schema can be made.",
        "",
        "No findings in 1 tool; 0 passed, 0 not applicable. 1.0 s",
    ]
    beside = replace(FAILED, tool="total", target="shop.py:total", status="not_applicable", was_made=False)
    assert "0 not applicable" in report_lines(Report([TOOL, left_out], [beside], 1.0))[-1]
    assert "  and 3 more: total, total, total" in report_lines(Report([TOOL, *[left_out] * 9], [], 1.0))


def test_what_was_not_called_is_told_with_its_own_reason():
    left_out = ToolFacts(name="page", target="shop.py:page", kind="function", left_out="No schema can be made.")
    passed = ToolFacts(name="mean", target="shop.py:mean", kind="function", not_called="The parameter 'ctx' is theirs.")
    served = ToolFacts(name="ping", target="mcp:x", kind="mcp")
    results = [
        replace(FAILED, tool=tool.name, target=tool.target, status="not_applicable", was_made=False)
        for tool in (left_out, passed, served)
    ]
    late = replace(FAILED, status="error", was_made=False)

    shown = report_lines(Report([TOOL, left_out, passed, served], [*results, late], 1.0))

    assert shown[shown.index("not called") + 1 :][:2] == [
        "  mean  shop.py:mean",
        "          The parameter 'ctx' is theirs.",
    ]
    assert [line for line in shown if "--allow-destructive" in line] == [
        "1 tool was not called: allow it with --allow-destructive (pytest: --forge-allow-destructive)."
    ]


def test_functions_beside_registered_tools_are_counted_in_one_line_with_how_to_name_one():
    tool = ToolFacts(name="fetch", target="shop.py:fetch", kind="forge", helpers=("parse", "load"))

    assert (
        "2 functions next to the registered tools not checked: name one to check it, as 'shop.py:parse'."
        in report_lines(Report([tool, tool], [], 1.0))
    )
    assert Report([tool], [], 1.0).as_json()["summary"]["helpers"] == ["shop.py:parse", "shop.py:load"]


def test_tools_that_never_worked_are_counted():
    idle = [replace(FAILED, status="error", code="nothing_works", check=name, message="No.") for name in ("one", "two")]

    assert "No ordinary call of 1 of 2 tools worked, so little of their behaviour was judged." in lines(*idle)


def test_what_waits_for_the_workspace_in_a_command_is_told_in_one_line():
    message = "The command does not name the folder. Write {workspace} where it takes it."
    unjudged = [
        replace(FAILED, status="not_applicable", tool=tool, check=check, message=message)
        for tool in ("one", "two")
        for check in ("links_stay_inside", "paths_stay_inside")
    ]

    assert f"Not judged: links_stay_inside, paths_stay_inside. {message}" in lines(*unjudged)


def test_a_tool_that_never_worked_is_named_with_its_own_words():
    words = "Every plausible call ended with ValueError: The file exists already."
    idle = CheckResult("fetch", TOOL.target, "results_are_json", "results", "MUST", "not_applicable", words)
    idle = replace(idle, code=NOTHING_WORKS)

    lines = report_lines(Report([TOOL], [idle], 1.0))

    assert "No ordinary call of 1 of 1 tool worked, so little of their behaviour was judged." in lines
    assert f"  fetch: {words}" in lines
