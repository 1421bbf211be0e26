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
