"""The keys of records that a description names."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_kinds import says_number, told_kinds, told_values
from pytest_forge.profile.told_records import told_keys, words_on
from pytest_forge.profile.told_templates import is_placeholder


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ('Lines, each {"part": number of the part, "pieces": whole number above zero}.', "part pieces"),
        ('Visits in any order, each {"day": "YYYY-MM-DD", "gate": name of it, "sum": cents, below zero for a refund}.',
         "day gate sum"),
        ('Stays, each {"from": "HH:MM", "to": "HH:MM"}. The rest does not matter.', "from to"),
        ("Entries of the form {'account': str, 'cents': int}.", "account cents"),
        ("A list of {item: str, pieces: int} objects.", "item pieces"),
        ("List of {start, end} objects, times as HH:MM.", "start end"),
        ('A list of {"item": <name>, "pieces": <int>}.', "item pieces"),
        ('Objects {"article", "cents"}, amounts in cents.', "article cents"),
        ('Each {"customer": name, "lines": [{"sku": article, "pieces": whole number}]}.', "customer lines"),
        ('Filters as {"field": ..., "value": ...}.', "field value"),
        ('Each {"item": "name of the item", "pieces": "whole number above zero"}.', "item pieces"),
        ("Sales, each with ``region`` (text) and ``cents`` (a whole number, negative for a refund).", "region cents"),
        ('Records with "fruit" ("apple" or "pear") and "count" (1 to 90).', "fruit count"),
        ('The tags, each with "code" and "colour".', "code colour"),
        ('The boxes, each with a "size" of 1 to 40.', "size"),
        ("Trips with the keys 'start_km' (number), 'end_km' (number) and 'driver' (str).", "start_km end_km driver"),
        ('The lines. Every line needs an "item" and its number of "pieces" as an integer.', "item pieces"),
        ("A list of items. Each item must contain: `name`, `qty` (int) and `price` (float).", "name qty price"),
        ('The order. It has "customer" and a list of "lines".', "customer lines"),
        ("Objects with the keys boat, skipper and note.", "boat skipper note"),
        ("Entries as dictionaries (keys: account, debit, credit).", "account debit credit"),
        ("Each sale: date (YYYY-MM-DD), region, amount_cents (int).", "date region amount_cents"),
        ("Each line is an object with fields: text (string), quantity (integer > 0).", "text quantity"),
        ("Readings. Each has: - sensor: name of it - taken_at (str): when, as HH:MM - value (float): what it measured",
         "sensor taken_at value"),
        ("The lines, each with: item: name of the item pieces: whole number above zero", "item pieces"),
        ("item (str): name of the item pieces (int): how many", "item pieces"),
    ],
)  # fmt: skip
def test_keys_that_each_record_has(told: str, names: str) -> None:
    keys = told_keys(told)

    assert [key.name for key in keys] == names.split()
    assert all(key.is_needed for key in keys)


@pytest.mark.parametrize(
    "told",
    [
        'Items with their kind and weight, e.g. [{"kind": "salt", "tons": 4}].',
        'Counts, each like {"article": "hex nut", "pieces": 140}.',
        'Pictures such as {"file": "north.png", "caption": "The north face"}.',
        "Weights by name, {person: weight}.",
        'The price by prefix, such as {"49": 0.02, "4930": 0.01}.',
        "Objects with texts of any names, in the order of the first.",
        "What stands in each place, with any properties.",
        "The keys are read in order, the values are not.",
        "Text with {placeholders} to fill.",
        'A template, such as "Hello {name}", with {{name}} for braces.',
        "List of (name, amount) pairs.",
        "Weight of each cost centre, for instance its head count. At least one has to be above zero.",
        'Sort by "name" or "age"; the default is "name".',
    ],
)
def test_words_that_name_no_keys(told: str) -> None:
    assert told_keys(told) == ()


@pytest.mark.parametrize(
    ("told", "needed", "other"),
    [
        ('Stops, each {"name": str, "lat": float, "note"?: str}.', "name lat", "note"),
        ('Each a dict with "id", "title" and optionally "due".', "id title", "due"),
        ('Every line needs an "item"; "note" is optional.', "item", "note"),
        ('Changes, each with "op" ("add" or "remove"), "path" and, for "add", "value".', "op path", "value"),
        ('Each {"item": str, "note": str, optional}.', "item", "note"),
        ('Lines with "item" and "pieces". "pieces" may be left out.', "item", "pieces"),
    ],
)
def test_keys_that_a_record_may_lack(told: str, needed: str, other: str) -> None:
    keys = told_keys(told)

    assert [key.name for key in keys if key.is_needed] == needed.split()
    assert [key.name for key in keys if not key.is_needed] == other.split()


def test_a_sentence_on_the_answer_names_no_key_of_an_argument() -> None:
    told = 'Sum up hours. Each entry has "worker" and "hours". Returns objects with "name" and "total".'

    assert [key.name for key in told_keys(told, beside=True)] == ["worker", "hours"]
    assert told_keys('Return rows with "name" and "total".', beside=True) == ()


def test_what_is_told_of_a_value_keeps_its_commas() -> None:
    [day, cents] = told_keys('each {"day": "YYYY-MM-DD", "cents": amount in cents, negative for a return}')

    assert (day.told, cents.told) == ("YYYY-MM-DD", "amount in cents, negative for a return")


def test_a_value_beside_placeholders_is_shown() -> None:
    [item, pieces] = told_keys('each {"item": name of it, "pieces": 3}')

    assert (item.shown, pieces.shown) == ((), (3,))


def test_a_line_tells_of_a_field() -> None:
    told = "A shift.\n\nAttributes:\n    begins: HH:MM.\n    ends (str): HH:MM, later."

    assert [words_on(name, told) for name in ("begins", "ends", "shift")] == ["HH:MM", "HH:MM, later", ""]


def test_words_stand_for_values() -> None:
    assert is_placeholder({"start": "HH:MM"}, "such as ")
    assert is_placeholder({"item": "name of the item"})
    assert not is_placeholder({"caption": "The north face"}, "such as ")
    assert not is_placeholder([{"kind": "salt", "tons": 4}])


@pytest.mark.parametrize(
    ("name", "told", "kinds"),
    [
        ("pieces", "whole number above zero", ["integer"]),
        ("count", "1 to 90", ["integer"]),
        ("price", "amount in euros", ["number"]),
        ("urgent", "true or false", ["boolean"]),
        ("tags", "list of texts", ["array"]),
        ("unit_price", "decimal string", ["string"]),
        ("region", "name of the region", ["string"]),
        ("kind", "in or out", ["string"]),
        ("sku", "article number", ["string", "integer"]),
        ("part", "number of the part", ["string", "integer"]),
        ("amount", "", ["integer", "string"]),
        ("name", "", ["string", "integer"]),
        ("line", "from 1, as the lines stand before it", ["integer"]),
        ("row", "counted from zero", ["integer"]),
        ("place", "numbered from 1, the top one first", ["integer"]),
        ("page", "0-based", ["integer"]),
        ("step", "the first step is 1", ["integer"]),
        ("shift", "from 1:30 on", ["string", "integer"]),
        ("walk", "starts at 1.5 km", ["string", "integer"]),
        ("trip", "from one to the other end", ["string", "integer"]),
    ],
)
def test_words_tell_the_type(name: str, told: str, kinds: list[str]) -> None:
    assert told_kinds(name, told) == kinds


def test_words_are_choices() -> None:
    assert told_values('"apple" or "pear"') == ["apple", "pear"]
    assert told_values("first, second, third") == ["first", "second", "third"]
    assert told_values("name of the region") == told_values("integer, optional") == []


@pytest.mark.parametrize(
    "told",
    [
        "The settings are retries (whole number, 0 to 20) and sender (text).",
        'each {"name": text, "retries": integer}',
        "Each has a name, and retries, a whole number above zero.",
        "ValueError: The retries are not a whole number.",
        "``retries`` must be an integer",
        "- retries: how many times it is tried",
        "ValueError: A row has no whole number of retries.",
    ],
)
def test_a_key_is_said_to_have_a_number(told: str) -> None:
    assert says_number("retries", told)


@pytest.mark.parametrize(
    "told",
    [
        "The settings are retries and sender (text). Whole numbers stay as they are.",
        'each {"retries": 3}',
        "retries: a whole number, or true for as many as it takes",
        "retries (true or false), limit (whole number)",
        "max_retries (whole number)",
        "retries: name of the list",
    ],
)
def test_a_key_is_not_said_to_have_a_number(told: str) -> None:
    assert not says_number("retries", told)
