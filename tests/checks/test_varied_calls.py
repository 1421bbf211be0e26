"""Calls that work and differ from one another."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.checks.calls.known_values import KnownValues
from pytest_forge.checks.calls.varied_calls import OtherValues, varied_calls
from pytest_forge.strategies.decoded_texts import decoded_texts
from pytest_forge.strategies.similar_values import similar_values

_NOTHING = KnownValues([])


def _dose(call: dict[str, Any]) -> str | None:
    if not 500 <= call["grams"] <= 100_000 or call["drug"] not in ("carprofen", "meloxidyl"):
        return None
    return f"{call['drug']}: {call['grams'] // 100}"


def _values(*calls: dict[str, Any], held: KnownValues = _NOTHING) -> OtherValues:
    return OtherValues(calls, quoted=_NOTHING, held=held)


def test_each_place_is_changed_and_all_together() -> None:
    held = KnownValues([("drugs", ["carprofen", "meloxidyl"])])
    start = {"drug": "carprofen", "grams": 500}

    found = varied_calls(start, _values(held=held), _dose, first_answer="carprofen: 5", limit=4)

    assert found[0] == {"drug": "meloxidyl", "grams": 1001}
    assert {"drug": "meloxidyl", "grams": 500} in found
    assert {"drug": "carprofen", "grams": 1001} in found
    assert all(_dose(call) is not None for call in found)


def test_an_answer_that_is_known_is_no_news() -> None:
    found = varied_calls({"name": "a"}, _values({"name": "b"}), lambda _: "same", first_answer="same", limit=4)

    assert found == []


def test_what_a_refusal_offers_is_tried() -> None:
    values = _values({"bay": "hello"})

    def answer(call: dict[str, Any]) -> str | None:
        if call["bay"] not in ("north", "south"):
            values.offered.update(dict.fromkeys(["north", "south"]))
            return None
        return str(call["bay"])

    found = varied_calls({"bay": "north"}, values, answer, first_answer="north", limit=4)

    assert found == [{"bay": "south"}]


def test_a_list_gets_items_that_differ() -> None:
    def answer(call: dict[str, Any]) -> str | None:
        return str(call["items"])

    start = {"items": [{"sku": "A-1", "count": 1}]}
    found = varied_calls(start, _values(), answer, first_answer=str(start["items"]), limit=9)

    assert {"items": [{"sku": "A-1", "count": 1}, {"sku": "A-2", "count": 1}]} in found


def test_an_argument_that_is_missing_is_given() -> None:
    found = varied_calls(
        {"word": "a"},
        _values({"word": "a", "limit": 3}),
        lambda call: repr(sorted(call)),
        first_answer="['word']",
        limit=9,
    )

    assert {"word": "a", "limit": 3} in found


@pytest.mark.parametrize(
    ("value", "constants", "expected"),
    [
        ("V042", (), "V043"),
        ("2024-01-01", (), "2024-01-02"),
        (500, (), 1001),
        (500, (100_000,), 50_250),
        (1.5, (), 1.85),
        (True, (), False),
        (["C7"], (), ["C7", "C8"]),
    ],
)
def test_a_similar_value_has_the_same_form(value: Any, constants: tuple[int, ...], expected: Any) -> None:
    assert expected in similar_values(value, constants)


@pytest.mark.parametrize("value", ["", [], None, [{"a": 1}]])
def test_nothing_is_similar_to_nothing(value: Any) -> None:
    assert similar_values(value, ()) == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("urlsplit",), "https://example.com/list?name=hello&size=2#top"),
        (
            ("b64decode", "json"),
            "eyJuYW1lIjogIkFkYSIsICJsaW5lcyI6IFsiaGVsbG8iLCAiVGhlc2UgYXJlIG5vdGVzLiIsICJuYW1lOiBBZGEiLCAiIl19",
        ),
        (("fromhex",), "68656c6c6f0a546865736520617265206e6f7465732e0a6e616d653a204164610a"),
    ],
)
def test_a_text_has_the_form_that_the_code_decodes(names: tuple[str, ...], expected: str) -> None:
    assert expected in decoded_texts(names)


def test_code_that_decodes_nothing_gets_no_text() -> None:
    assert decoded_texts(("json", "gzip")) == []
