"""The protocol: what servers answer to pings, and to methods, tools, cursors and notifications they do not know."""

from __future__ import annotations

import contextlib

import pytest

from forge_harness import McpAnswer
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.results.message_trouble import message_trouble
from pytest_forge.engine.budget import Budget
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.mcp.probe import protocol_troubles
from pytest_forge.targets.mcp.tool import load_mcp_tools
from pytest_forge.targets.outcome import Outcome
from pytest_forge.verdict import CheckFailure

from .conftest import SERVERS


@pytest.fixture
def troubles(reached, monkeypatch):
    """Returns what is wrong with the answers of a server, by its word."""
    monkeypatch.setattr(
        "pytest_forge.targets.mcp.server.protocol_troubles",
        lambda client, *, is_local: protocol_troubles(client, is_local=is_local, each_s=0.3),
    )

    def find(word: str) -> dict[str, str]:
        with contextlib.closing(reached(f"mcp:python {SERVERS / 'unprotocolled.py'} {word!r}")) as server:
            server.tools()
            found = dict(server.troubles())

            assert server.is_well()
            return found

    return find


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp",
    "pytest_forge/checks/robustness/cancelled_calls.py",
    "tests/mcp_targets/servers/unprotocolled.py",
)
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("refuses pings", "ping_refused"),
        ("accepts methods", "unknown_method_accepted"),
        ("ignores methods", "unknown_method_unanswered"),
        ("accepts tools", "unknown_tool_accepted"),
        ("ignores tools", "unknown_tool_unanswered"),
        ("refuses in text", "refusal_malformed"),
        ("ends", "refusal_ends_server"),
        ("prints", "refusal_printed"),
        ("answers notifications", "notification_answered"),
        ("ends on notifications", "notification_ends_server"),
        ("restarts", "cursor_accepted"),
    ],
)
def test_each_break_of_the_protocol_has_its_code_and_a_check(troubles, word, code):
    found = troubles(word)
    facts = ToolFacts("greet", "t", "mcp", troubles=tuple(found.items()), has_pages=True)
    [check] = [check for check in all_checks().values() if code in check.codes]

    assert list(found) == [code]
    with pytest.raises(CheckFailure) as caught:
        check.judge(facts)
    assert (caught.value.code, caught.value.message.count(". ")) == (code, 1)


@pytest.mark.parametrize("word", ["nothing", "marks unknown tools"])
def test_both_ways_to_refuse_a_tool_are_right(troubles, word):
    assert troubles(word) == {}


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp",
    "pytest_forge/checks/robustness/cancelled_calls.py",
    "tests/mcp_targets/servers/unprotocolled.py",
)
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("nothing", ("passed", "")),
        ("answers twice", ("failed", "cancelled_call_answered_twice")),
        ("blocks", ("failed", "cancelled_call_blocks_server")),
        ("holds a lock", ("failed", "cancelled_call_blocks_calls")),
        ("stays busy", ("failed", "cancelled_call_refuses_calls")),
        ("ends late", ("passed", "")),
        ("allows four calls", ("passed", "")),
    ],
)
def test_what_a_cancelled_call_leaves_is_found(served, word, expected):
    with served("unprotocolled.py", repr(word), allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["cancelled_calls_leave_the_server_working"])

    assert (found.status, found.code) == expected


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("stays busy for long", "failed"),
        ("ends late for long", "passed"),
        ("stays busy for ages", "failed"),
        ("ends late for ages", "passed"),
    ],
)
def test_a_call_that_takes_most_of_a_second_is_cancelled_as_well(served, word, status):
    budget = Budget(load_s=20, call_s=2, check_s=14)
    with served("unprotocolled.py", repr(word), allow_destructive=True, budget=budget) as session:
        [found] = session.run(0, all_checks()["cancelled_calls_leave_the_server_working"])

    assert (found.status, found.code) == (status, "cancelled_call_refuses_calls" if status == "failed" else "")


@pytest.mark.parametrize(
    ("word", "status"), [("stays busy for long", "failed"), ("ends late for long", "not_applicable")]
)
def test_a_call_that_takes_longer_than_calls_have_time_is_judged_as_well(served, word, status):
    budget = Budget(load_s=20, call_s=0.5, check_s=14)
    with served("unprotocolled.py", repr(word), allow_destructive=True, budget=budget) as session:
        [found] = session.run(0, all_checks()["cancelled_calls_leave_the_server_working"])

    assert (found.status, found.code) == (status, "cancelled_call_refuses_calls" if status == "failed" else "")


@pytest.mark.parametrize(("word", "status"), [("stays busy", "failed"), ("ends", "passed")])
def test_a_call_whose_number_makes_it_long_enough_is_cancelled(served, word, status):
    budget = Budget(load_s=20, call_s=2, check_s=14)
    with served("spinning.py", repr(word), allow_destructive=True, budget=budget) as session:
        [found] = session.run(0, all_checks()["cancelled_calls_leave_the_server_working"])

    assert (found.status, found.code) == (status, "cancelled_call_refuses_calls" if status == "failed" else "")


@pytest.mark.parametrize(("word", "answers"), [("nothing", 1), ("answers twice", 2), ("blocks", None)])
def test_the_answers_to_a_cancelled_call_are_counted(reached, word, answers):
    with contextlib.closing(reached(f"mcp:python {SERVERS / 'unprotocolled.py'} {word!r}")) as server:
        server.start()

        assert server.call_and_cancel("greet", {"name": "Ada"}, call_s=0.3) == answers


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_servers_of_every_version_keep_to_the_protocol(reached, version):
    with contextlib.closing(reached(f"mcp:python {SERVERS / 'old_and_new.py'} {version}")) as server:
        server.tools()

        assert server.troubles() == []


def test_a_tool_that_destroys_nothing_is_a_writer_if_it_does_not_say_that_it_reads(reached):
    with contextlib.closing(reached(f"mcp:python {SERVERS / 'unprotocolled.py'} nothing")) as server:
        tiers = [facts.tier for facts, _ in load_mcp_tools(server, "t")]

    assert tiers == [None, "write"]


ANSWER = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "a", "version": "1"}}
TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False}}


@pytest.mark.parametrize(
    ("method", "result", "place"),
    [
        ("initialize", ANSWER, None),
        ("initialize", {**ANSWER, "more": 1}, None),
        ("initialize", {**ANSWER, "instructions": "Ask in \ud83d."}, None),
        ("initialize", {**ANSWER, "capabilities": []}, "capabilities"),
        ("initialize", {**ANSWER, "serverInfo": {"name": "a"}}, "serverInfo.version"),
        ("tools/list", {"tools": [{"name": 3, "inputSchema": {}}]}, None),
        ("tools/list", {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": 3}]}, "annotations"),
        ("tools/list", {"tools": [], "nextCursor": 3}, "nextCursor"),
        ("tools/list", {"tools": [TOOL], "nextCursor": None}, "nextCursor': null is not a value"),
        (
            "tools/list",
            {"tools": [{**TOOL, "annotations": {"readOnlyHint": "yes"}}]},
            "tools.0.annotations.readOnlyHint",
        ),
        ("tools/list", {"tools": [{**TOOL, "annotations": {"title": None}}]}, "tools.0.annotations.title"),
        ("tools/list", {"tools": [{**TOOL, "description": None, "_meta": {"own": None}}]}, None),
        ("initialize", {**ANSWER, "capabilities": {"experimental": {"own": {"key": None}}}}, None),
    ],
)
def test_a_message_that_does_not_fit_the_schema_of_the_protocol_is_named_with_its_place(method, result, place):
    answered = ({"method": method, "result": result},)
    facts = ToolFacts("greet", "t", "mcp", answered=answered, protocol_version="2025-06-18")
    found = ""
    try:
        all_checks()["messages_fit_the_protocol"].judge(facts)
    except CheckFailure as failure:
        found = failure.message

    assert (place is None) == (not found)
    assert (place or "") in found


def test_a_message_that_does_not_name_json_rpc_is_found(reached):
    with contextlib.closing(reached(f"mcp:python {SERVERS / 'unprotocolled.py'} 'names no version'")) as server:
        [(facts, _), *_] = load_mcp_tools(server, "t", is_probed=False)

    with pytest.raises(CheckFailure) as caught:
        all_checks()["messages_fit_the_protocol"].judge(facts)
    assert (caught.value.code, caught.value.about) == ("message_misfits", "jsonrpc")
    assert 'The answer to \'initialize\' lacks "jsonrpc": "2.0"' in caught.value.message


@pytest.mark.parametrize(
    ("block", "trouble"),
    [
        ({"type": "text", "text": "Hello", "annotations": {"priority": 1}}, ""),
        ({"type": "json", "json": {}}, "of the type 'json', which the protocol does not have"),
        ({"type": "resource", "resource": {"uri": "notes://1", "text": "Milk"}}, ""),
        ({"type": "resource", "resource": {"uri": "notes://1", "blob": "TWlsaw=="}}, ""),
        ({"type": "image", "data": "iVBORw0KGgo=\n", "mimeType": "image/png"}, ""),
        ({"type": "audio", "data": "-_8=", "mimeType": "audio/wav"}, ""),
        ({"type": "image", "data": "data:image/png;base64,iVBORw0KGgo=", "mimeType": "image/png"}, "are not base64"),
        ({"type": "audio", "data": "b'UklGRg=='", "mimeType": "audio/wav"}, "type 'audio' are not base64"),
        ({"type": "resource", "resource": {"uri": "notes://1", "blob": "%PDF-1.7"}}, "are not base64: '%PDF-1.7'"),
        ({"type": "resource", "resource": {"text": "Milk"}}, "resource without a 'uri'"),
        ({"type": "resource", "resource": {"uri": "notes://1"}}, "resource without a 'text' or a 'blob'"),
    ],
)
def test_a_content_block_that_clients_reject_is_told(block, trouble):
    found = message_trouble(Outcome({}, answer=McpAnswer("result", {"content": [block]})))

    assert (trouble in found) if trouble else found == ""


def test_data_that_a_call_gave_are_not_the_servers():
    block = {"type": "image", "data": "a picture!", "mimeType": "image/png"}
    answer = McpAnswer("result", {"content": [block]})

    assert message_trouble(Outcome({"data": "a picture!"}, answer=answer)) == ""
    assert "are not base64" in message_trouble(Outcome({"data": "other"}, answer=answer))


@pytest.mark.parametrize(
    ("version", "structured", "is_right"),
    [
        ("2025-06-18", {"text": "Hello"}, True),
        ("2025-06-18", ["Hello"], False),
        ("2025-11-25", None, False),
        ("2026-07-28", ["Hello"], True),
    ],
)
def test_structured_content_is_an_object_in_the_versions_that_ask_for_one(version, structured, is_right):
    answer = McpAnswer("result", {"content": [], "structuredContent": structured})

    trouble = message_trouble(Outcome({}, answer=answer), version)

    assert (not trouble) if is_right else "structuredContent" in trouble


@pytest.mark.parametrize("marked", ["no", 1])
def test_a_result_is_no_failure_because_of_a_mark_that_is_neither_true_nor_false(marked):
    answer = McpAnswer("result", {"content": [], "isError": marked})

    assert answer.succeeded
    assert "isError" in message_trouble(Outcome({}, answer=answer))
