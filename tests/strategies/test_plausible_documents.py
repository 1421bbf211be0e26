"""Plausible documents: each is what its parser reads, and only arguments that are documents get one."""

from __future__ import annotations

import configparser
import csv
import io
import json
import tomllib
from xml.etree import ElementTree as ET

import pytest
import yaml

from pytest_forge.profile.document_kinds import document_kinds
from pytest_forge.strategies.plausible_documents import (
    COLUMNS,
    grown_document,
    odd_documents,
    plausible_documents,
)


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def read_ini(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser


READERS = {
    "csv": read_csv,
    "jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
    "rss": ET.fromstring,
    "atom": ET.fromstring,
    "svg": ET.fromstring,
    "xml": ET.fromstring,
    "yaml": yaml.safe_load,
    "toml": tomllib.loads,
    "ini": read_ini,
}


@pytest.mark.parametrize("kind", READERS)
def test_a_document_is_what_its_parser_reads(kind):
    documents = plausible_documents(kind, "")

    assert documents
    assert all(READERS[kind](text) is not None for text in documents)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "xml", "yaml"])
def test_a_grown_document_is_long_and_read_too(kind):
    made = grown_document(kind, "")(40_000)

    assert 20_000 < len(made) < 80_000
    assert READERS[kind](made) is not None


def test_the_columns_that_others_may_name_are_there():
    [row, *_] = read_csv(plausible_documents("csv_text", "")[0])

    assert set(COLUMNS) <= set(row)


@pytest.mark.parametrize(
    ("name", "description", "kinds"),
    [
        ("csv_text", "The table", ["csv"]),
        ("text", "The rows, as comma-separated values", ["csv"]),
        ("xml", "An RSS feed", ["rss", "xml"]),
        ("document", "Prices as a CSV document", ["csv"]),
        ("csv_path", "Path of the CSV", []),
        ("column", "Column of the CSV", []),
        ("name", "Name of the XML element", []),
        ("text", "Text to translate", []),
        ("message", "What changed in the inventory", []),
    ],
)
def test_only_what_is_a_document_is_taken_for_one(name, description, kinds):
    assert document_kinds(name, description) == kinds
    assert bool(odd_documents(name, description)) == bool(kinds)


def test_columns_are_separated_as_the_description_says():
    told = "Text of a CSV table with a header line, fields separated by semicolons."

    tables = [*plausible_documents("table", told), *odd_documents("table", told)]

    assert any(";" in text for text in tables)
    assert all("," not in text for text in tables)
    assert all(";" not in text for text in plausible_documents("table", "Text of a CSV table."))
