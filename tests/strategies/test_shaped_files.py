"""Contents in which a call finds what it asks for."""

from __future__ import annotations

import configparser
import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest
import yaml

from pytest_forge.strategies.shaped_files import given_texts, shaped_contents, with_given_texts

CALL = {"path": "etc/desk.ini", "section": "lamp", "option": "1", "limit": 5}


def test_a_section_and_an_option_that_a_call_names_are_there() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(next(shaped_contents(".ini", {}, CALL)).decode())

    assert parser.get("lamp", "1")


def test_a_column_that_a_call_names_is_there() -> None:
    rows = list(csv.DictReader(io.StringIO(next(shaped_contents(".csv", {}, {"column": "price"})).decode())))

    assert all(row["price"] for row in rows)


def test_the_first_record_has_the_values_of_the_call() -> None:
    [first, *_] = json.loads(next(shaped_contents(".json", {"sku": "text"}, {"lines": [{"sku": "BX-220"}]})))

    assert first["sku"] == "BX-220"


def test_paths_and_long_texts_are_not_asked_for() -> None:
    assert given_texts({**CALL, "body": "x" * 500, "tags": ["red", "blue"]}) == ["lamp", "1", "red", "blue"]


def test_a_text_file_has_a_line_for_each_text() -> None:
    lines = with_given_texts(b"hello\n", {"find": "oak", "other": "elm"}).decode().splitlines()

    assert lines == ["hello", "oak", "elm", "oak elm"]


def test_a_file_that_is_no_text_stays_as_it_is() -> None:
    assert with_given_texts(b"PK\0\0", {"find": "oak"}) == b"PK\0\0"


def test_a_note_has_front_matter() -> None:
    [note] = shaped_contents(".md", {"author": "text"}, {"word": "oak"})
    _, head, body = note.decode().split("---\n", 2)

    assert {"title", "tags", "author"} <= yaml.safe_load(head).keys()
    assert "oak" in body


@pytest.mark.parametrize("path", ["channel/item", "item"])
def test_a_tree_has_the_tags_that_the_code_names(path: str) -> None:
    trees = [ET.fromstring(data) for data in shaped_contents(".xml", {"url": "text"}, {}, ["rss", path])]
    tree = next(tree for tree in trees if tree.tag == "rss")

    assert all(item.get("url") for item in tree.findall(path)[:1])
    assert tree.findall(path)
