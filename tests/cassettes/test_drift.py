"""Drift is every difference to a recorded result, and nothing else."""

from __future__ import annotations

import json
import random

import pytest

from forge_harness import ToolCall
from pytest_forge.cassettes.matching.difference import differences
from pytest_forge.cassettes.sessions.conversation import RecordedCall
from pytest_forge.cassettes.sessions.drift import find_drift
from pytest_forge.cassettes.sessions.recorded_results import RecordedResult, json_value
from pytest_forge.cassettes.sessions.session import read_session
from pytest_forge.targets.call_answer import CallAnswer

CALL = ToolCall("c1", "look", {"at": 1})


def drift(recorded, answer, *, is_error=False) -> list:
    result = None if recorded is ... else RecordedResult(recorded, is_error)
    return list(find_drift([RecordedCall(1, CALL, result)], [answer]).drift)


def returned(payload) -> CallAnswer:
    return CallAnswer("returned", payload)


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("warm", "warm"),
        ('{"a": 1}', {"a": 1}),
        ({"a": 1}, '{"a":1}'),
        ("15", 15),
        (15, "15"),
        ({"a": 1.0}, {"a": 1}),
        ({"result": 15}, 15),
        ({"result": "15"}, 15),
        ({"output": {"result": [1]}}, [1]),
        ({"result": {"result": 1}}, {"result": 1}),
        ("NaN", "NaN"),
        ({"result": 15}, {"result": 15}),
        ("{'a': None, 'b': (1, True)}", {"a": None, "b": [1, True]}),
        (None, None),
        (["one", "two"], ["one", "two"]),
    ],
)
def test_one_result_in_two_spellings_is_no_drift(recorded, now):
    assert drift(recorded, returned(now)) == []


@pytest.mark.parametrize(
    ("recorded", "now", "found"),
    [
        ("warm", "cold", [("$", "changed")]),
        ('{"a": 1}', {"a": 2}, [("$.a", "changed")]),
        ({"a": 1}, {"b": 1}, [("$.a", "removed"), ("$.b", "added")]),
        ([1, 2], [1], [("$[1]", "removed")]),
        ([{"a": [1]}], [{"a": [1, 2]}], [("$[0].a[1]", "added")]),
        ({"result": {"a": 1}}, {"a": 2}, [("$.a", "changed")]),
        ({"result": 1}, {"result": 2}, [("$.result", "changed")]),
        ({"result": {"a": 1, "b": 1}}, {"result": {"a": 2, "b": 1}}, [("$.result.a", "changed")]),
        ({"a b": 1}, {"a b": True}, [('$["a b"]', "changed")]),
        (0, False, [("$", "changed")]),
        (None, 0, [("$", "changed")]),
        ("[not a list", "[not a lisp", [("$", "changed")]),
    ],
)
def test_another_result_is_told_by_its_path(recorded, now, found):
    (one,) = drift(recorded, returned(now))

    assert one.kind == "result"
    assert [(difference.path, difference.change) for difference in one.differences] == found


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("made at 2025-01-02T03:04:05Z", "made at 2026-11-22T05:06:07Z"),
        ({"id": "0b0e7f0e-6a5c-4a34-9f0e-0c5a4b9f1d11"}, {"id": "c56a4180-65aa-42ec-a945-5fd21dec0538"}),
        ({"created_at": 1735787045}, {"created_at": 1795323967}),
        ({"path": "/tmp/tmpab12cd34/notes.txt"}, {"path": "/tmp/tmpzz98yy76/notes.txt"}),
        (
            '{"id": "0b0e7f0e-6a5c-4a34-9f0e-0c5a4b9f1d11", "n": 1}',
            {"id": "c56a4180-65aa-42ec-a945-5fd21dec0538", "n": 1},
        ),
    ],
)
def test_what_every_run_makes_up_is_no_drift(recorded, now):
    assert drift(recorded, returned(now)) == []


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("made on 2025-01-02", "made on 2025-01-03"),
        ({"id": "order-17"}, {"id": "order-18"}),
        ({"id": 17}, {"id": 18}),
        ({"count": 1735787045}, {"count": 1795323967}),
        ({"path": "/tmp/tmpab12cd34/notes.txt"}, {"path": "/tmp/tmpzz98yy76/other.txt"}),
        (["0b0e7f0e-6a5c-4a34-9f0e-0c5a4b9f1d11"] * 2, ["0b0e7f0e-6a5c-4a34-9f0e-0c5a4b9f1d11", "x"]),
    ],
)
def test_what_no_run_makes_up_is_drift(recorded, now):
    (one,) = drift(recorded, returned(now))

    assert len(one.differences) == 1


def test_beside_what_is_made_up_only_the_rest_is_shown():
    (one,) = drift(
        {"id": "0b0e7f0e-6a5c-4a34-9f0e-0c5a4b9f1d11", "note": "at 2025-01-02T03:04:05Z, warm"},
        returned({"id": "c56a4180-65aa-42ec-a945-5fd21dec0538", "note": "at 2026-11-22T05:06:07Z, cold"}),
    )

    assert [(found.path, found.recorded) for found in one.differences] == [("$.note", "at 2025-01-02T03:04:05Z, warm")]


def test_a_tool_that_is_gone_has_drifted():
    (one,) = drift("warm", None)

    assert (one.kind, one.message) == ("missing_tool", "The tool 'look' no longer exists.")


def test_arguments_that_are_refused_today_have_drifted_with_and_without_a_result():
    refused = CallAnswer("refused", {"error": "ToolValidationError"}, "at (missing)")

    assert [one.kind for one in drift("warm", refused)] == ["arguments_refused"]
    assert [one.kind for one in drift(..., refused)] == ["arguments_refused"]


def test_a_call_that_succeeded_and_fails_now_has_drifted():
    failed = CallAnswer("failed", {"error": "ValueError", "message": "no"}, "The call failed with ValueError.")

    assert [one.kind for one in drift("warm", failed)] == ["failed"]
    assert [one.kind for one in drift("warm", CallAnswer("not_made", None, "No."))] == ["failed"]


def test_a_call_that_failed_before_is_compared_by_what_the_model_sees():
    error = {"error": "ValueError", "message": "no"}

    assert drift(error, CallAnswer("failed", error, "…"), is_error=True) == []
    assert drift(error, CallAnswer("refused", error, "…"), is_error=True) == []
    assert [one.kind for one in drift(error, returned("warm"), is_error=True)] == ["result"]
    assert [one.kind for one in drift(error, CallAnswer("not_made"), is_error=True)] == ["failed"]


def test_a_call_without_a_result_is_named_and_not_compared():
    calls = [RecordedCall(1, CALL), RecordedCall(2, CALL, RecordedResult("warm"))]

    report = find_drift(calls, [returned("cold"), returned("warm")])

    assert (report.calls, report.drift, report.without_result) == (2, (), (calls[0],))
    assert find_drift(calls[:1], [None]).drift == ()


@pytest.mark.parametrize("form", [dict, json.dumps])
def test_a_call_that_was_not_granted_is_not_compared(form):
    rejected = {"error": "ApprovalRejectedError", "message": f"Tool '{CALL.name}' failed — see server logs"}
    call = RecordedCall(1, CALL, RecordedResult(form(rejected), is_error=False))

    report = find_drift([call], [returned({"done": True})])

    assert report.drift == ()
    assert report.without_result == (call,)


def test_a_tool_of_the_approvals_own_kind_is_compared():
    (one,) = drift({"error": "ApprovalRejectedError", "message": "the manager said no"}, returned({"done": True}))

    assert one.kind == "result"


def test_a_hundred_differences_are_enough():
    (one,) = drift(list(range(500)), returned([-1] * 500))

    assert len(one.differences) == 100


def test_values_deeper_than_the_stack_are_compared():
    deep, other = [], [1]
    for _ in range(5000):
        deep, other = [deep], [other]

    assert [difference.change for difference in differences(deep, other)] == ["added"]


def changed(value, source):
    """The value with one leaf of it changed."""
    if isinstance(value, dict) and value:
        key = source.choice(list(value))
        return {**value, key: changed(value[key], source)}
    if isinstance(value, list) and value:
        place = source.randrange(len(value))
        return [*value[:place], changed(value[place], source), *value[place + 1 :]]
    if isinstance(value, str):
        return value + " x"
    return (not value) if isinstance(value, bool) else (value or 0) + 1 if not isinstance(value, dict | list) else "new"


def test_recorded_results_drift_when_a_leaf_changes_and_not_otherwise(corpus):
    source = random.Random(1)
    calls = []

    for file in sorted((corpus / "cassettes").rglob("*.yaml")):
        calls += [one for one in read_session(file).calls() if one.result is not None]
    wrong = []
    for one in calls:
        kind = "failed" if one.result.is_error else "returned"
        same = CallAnswer(kind, one.result.value)
        other = CallAnswer(kind, changed(json_value(one.result.value), source))
        if find_drift([one], [same]).drift or not find_drift([one], [other]).drift:
            wrong.append(one)

    print(f"\n{len(calls)} recorded results, {len(wrong)} of them judged wrongly")
    assert wrong == []
    assert len(calls) >= 100
