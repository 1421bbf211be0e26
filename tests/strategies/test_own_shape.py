"""Documents in which a tool's code finds what it looks up."""

from __future__ import annotations

import json
from typing import Any

import httpx

from pytest_forge.strategies.own_shape import own_document
from pytest_forge.targets.functions import function_tool

_WANTED, _ROWS = ("humidity", "rain"), "rows"


def _of(function: Any) -> Any:
    return own_document(function_tool(function))


def _asked(path: str) -> Any:
    return httpx.get(f"https://example.com/{path}").json()


def test_objects_and_lists_are_nested_as_the_code_looks_them_up() -> None:
    def first_temperature(city: str) -> float:
        found = _asked(city)["results"]
        return float(found[0]["main"]["temp"]) - 273

    document = _of(first_temperature)

    assert isinstance(document["results"][0]["main"]["temp"], int)


def test_a_loop_over_a_list_shows_its_records() -> None:
    def titles(topic: str) -> list[str]:
        data = _asked(topic)
        return [article["title"].strip() for article in data.get("articles", [])]

    document = _of(titles)

    assert [list(article) for article in document["articles"]] == [["title"]] * 3
    assert isinstance(document["articles"][0]["title"], str)


def test_a_loop_over_items_shows_a_map() -> None:
    def totals(text: str) -> dict[str, int]:
        return {name: row["count"] + 1 for name, row in json.loads(text)["teams"].items()}

    document = _of(totals)

    assert {name: list(row) for name, row in document["teams"].items()} == {"hello": ["count"], "ada": ["count"]}


def test_a_loop_over_names_of_the_module_shows_keys_of_numbers() -> None:
    def climate(city: str) -> dict[str, float]:
        data, found = _asked(city), {}
        for key in _WANTED:
            value = data.get(key)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ValueError(key)
            found[key] = value / 2
        return found

    document = _of(climate)

    assert sorted(document) == sorted(_WANTED)
    assert {type(value) for value in document.values()} == {int}


def test_a_key_that_is_a_constant_of_the_module_is_known() -> None:
    def rows(text: str) -> list[str]:
        return [row["name"] for row in json.loads(text)[_ROWS]]

    document = _of(rows)

    assert [list(row) for row in document[_ROWS]] == [["name"]] * 3


def test_code_without_documents_has_none() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert _of(double) is None
