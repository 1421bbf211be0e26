"""Which words excuse a tool whose results speak of failures."""

from __future__ import annotations

import pytest

from pytest_forge.profile.failures import (
    announces_errors,
    answers_a_question,
    looks_things_up,
    may_give_nothing,
    tells_of_errors,
)
from pytest_forge.targets.facts import ToolFacts


def tool(name: str, description: str = "", *arguments: str, **declared: bool) -> ToolFacts:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in arguments}}
    return ToolFacts(name, "tools.py", "function", description, schema, declared=declared)


@pytest.mark.parametrize(
    ("name", "word"), [("price_status", "status"), ("run_price", "run"), ("is_cheap", "is"), ("get_price", "")]
)
def test_a_tool_named_for_a_question_may_say_no(name, word):
    assert answers_a_question(tool(name)).word == word


@pytest.mark.parametrize(
    ("facts", "word", "place"),
    [
        (tool("explain_code"), "explain", "its name"),
        (tool("top", "Counts the errors of a file."), "errors", "its description"),
        (tool("top", "", "severity"), "severity", "the argument 'severity'"),
        (tool("top", "Counts lines.", "path"), "", ""),
    ],
)
def test_a_tool_about_errors_may_return_them(facts, word, place):
    claim = tells_of_errors(facts)

    assert (claim.word, claim.place) == (word, place)


def test_a_description_that_names_a_value_and_nothing_may_give_nothing_for_it():
    facts = tool("convert", "Convert a text; no output for 'raw'.")

    assert may_give_nothing(facts, "raw").word == "no"
    assert not may_give_nothing(facts, "plain")


def test_what_is_declared_beats_every_word():
    facts = tool("find_errors", "Finds errors.", reports_failures=False)

    assert not answers_a_question(facts)
    assert not tells_of_errors(facts)
    assert not looks_things_up(facts)
    assert not may_give_nothing(tool("find", "Nothing for all.", reports_failures=False), "all")


@pytest.mark.parametrize(
    ("told", "answer", "announced"),
    [
        ('If there is no such invoice, an object with an "error" message.', '{"error": "no invoice 7"}', True),
        ("Returns: {'total': ...} or {'error': ...}.", {"error": "no such file"}, True),
        ("The rows, or `errors` if some are wrong.", {"errors": ["row 2"]}, True),
        ("Raises an error if there is no such invoice.", '{"error": "no invoice 7"}', False),
        ('The invoice, or "error".', "no invoice 7", False),
        ('If it fails, an object with "error".', {"status": "failed"}, False),
        ('{"ok": True, "seats": ...} or {"ok": False, "reason": ...}.', {"ok": False, "reason": "taken"}, True),
        ("`booked` is true, or 'booked': false and why.", {"booked": False, "why": "taken"}, True),
        ('With {"status": "refused"} nothing is booked.', {"status": "refused", "why": "taken"}, True),
        ('{"ok": True} once it is booked.', {"ok": False, "reason": "taken"}, False),
        ("Books a seat; false alarms are logged.", {"ok": False, "reason": "taken"}, False),
    ],
)
def test_an_announced_key_makes_a_failure_an_answer(told, answer, announced):
    facts = ToolFacts("invoice_of", "tools.py", "function", "", {})

    assert bool(announces_errors(facts, told, answer)) == announced
