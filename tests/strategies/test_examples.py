"""Examples: ordinary calls have different choices of one list, and a list with all of its choices."""

from __future__ import annotations

from pytest_forge.strategies.calls.examples import candidate_arguments

CURRENCY = {"type": "string", "enum": ["CHF", "EUR", "GBP"]}


def test_arguments_that_share_their_choices_differ_early():
    schema = {"type": "object", "properties": {"sold": CURRENCY, "bought": CURRENCY}, "required": ["sold", "bought"]}

    calls = candidate_arguments(schema, limit=2)

    assert calls == [{"sold": "CHF", "bought": "CHF"}, {"sold": "CHF", "bought": "EUR"}]


def test_a_list_of_choices_is_given_with_all_of_them_as_far_as_its_length_allows():
    def calls(**bounds):
        fields = {"type": "array", "items": CURRENCY, **bounds}
        return [call.get("of") for call in candidate_arguments({"type": "object", "properties": {"of": fields}})]

    assert CURRENCY["enum"] in calls()
    assert CURRENCY["enum"] not in calls(maxItems=2)


def test_two_days_are_in_their_order_early():
    day = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}
    first = {**day, "description": "First day, e.g. 2025-03-31."}
    schema = {"type": "object", "properties": {"first": first, "last": day}, "required": ["first", "last"]}

    calls = candidate_arguments(schema, limit=2)

    assert any(call["first"] < call["last"] for call in calls)


def test_equal_days_lie_some_days_apart_in_another_call():
    day = {"type": "string", "description": "A day, YYYY-MM-DD."}
    schema = {"type": "object", "properties": {"first": day, "last": day}, "required": ["first", "last"]}

    calls = candidate_arguments(schema, limit=3)

    assert {"first": "2024-01-01", "last": "2024-01-04"} in calls


def test_the_description_of_a_list_tells_what_its_texts_are():
    told = {"type": "array", "items": {"type": "string"}, "description": "E-mail addresses of the guests."}
    calls = candidate_arguments({"type": "object", "properties": {"who": told}, "required": ["who"]}, limit=1)
    assert calls == [{"who": ["ada@example.com"]}]
