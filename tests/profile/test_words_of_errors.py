"""What an error says of its cause; which descriptions say nothing, and which files do not count."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from pytest_forge.profile.empty_descriptions import is_placeholder, says_nothing
from pytest_forge.profile.offline import is_of_network, says_offline
from pytest_forge.profile.sdk_messages import (
    gives_no_reason,
    is_bare_error,
    is_bare_key,
    is_refused_by_schema,
    is_refused_result,
)
from pytest_forge.profile.side_files import is_written_aside
from pytest_forge.profile.unknown_values import refuses_choice, says_unknown


@pytest.mark.parametrize(
    ("text", "offline"),
    [
        ("getaddrinfo ENOTFOUND example.com", True),
        ("Temporary failure in name resolution", True),
        ("TypeError: fetch failed", True),
        ("The network is large.", False),
        ("The name is unknown.", False),
    ],
)
def test_a_closed_network_has_its_own_errors(text, offline):
    assert says_offline(text) == offline


def test_an_exception_is_of_the_network_by_one_of_its_classes():
    assert is_of_network(["ReadTimeout", "RequestException", "Exception"])
    assert not is_of_network(["ValueError", "Exception"])


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("Unknown unit: kelvin", True),
        ("'kelvin' is not supported", True),
        ("kelvin: not yet implemented", True),
        ("Bad value 'kelvin'", True),
        ("Invalid unit", True),
        ("This unit is unhandled.", True),
        ("Invalid date for kelvin", False),
        ("Unknown unit: kelvins", True),
        ("Unknown city: Kelvinton", False),
        ("The temperature must be positive.", False),
    ],
)
def test_a_choice_is_refused_by_its_value_or_its_name(text, refuses):
    assert refuses_choice(text, "unit", "kelvin") == refuses


@pytest.mark.parametrize(
    ("text", "says"),
    [("Unsupported unit", True), ("It is not recognised.", True), ("A bad unit", False), ("unknowns", False)],
)
def test_a_looser_sentence_about_something_unknown(text, says):
    assert says_unknown(text) == says


@pytest.mark.parametrize(
    ("told", "text", "is_told"),
    [
        (is_refused_by_schema, "MCP error -32602: Input validation error: 'x' is a required property", True),
        (is_refused_by_schema, "2 validation errors for addArguments", True),
        (is_refused_by_schema, "The input is invalid.", False),
        (is_refused_result, "Output validation error: 'x' is not of type 'string'", True),
        (is_refused_result, "Error executing tool add: 1 validation error for addOutput\nresult", True),
        (is_refused_result, "1 validation error for addArguments", False),
        (is_bare_key, "Error executing tool add: 'name'", True),
        (is_bare_key, "The key 'name' is missing.", False),
        (gives_no_reason, "Internal server error", True),
        (gives_no_reason, "An unexpected error: the disk is full", False),
    ],
)
def test_an_sdk_speaks_for_itself(told, text, is_told):
    assert told(text) == is_told


def test_a_bare_error_names_its_own_tool():
    assert is_bare_error("Error executing tool add", "add")
    assert not is_bare_error("Error executing tool add", "sum")
    assert not is_bare_error("Error executing tool add: no rows", "add")


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("app.log", True),
        ("cache/a.json", True),
        ("cache/items/a.json", False),
        ("catalogue.json", False),
        ("tmp/a.json", True),
        ("tmp7f_x02qa/a.json", False),
    ],
)
def test_a_file_on_the_side_is_known_by_its_name_or_its_folder(path, aside):
    assert is_written_aside(PurePath(path)) == aside


@pytest.mark.parametrize(
    ("text", "stands_in"),
    [
        ("TODO", True),
        ("*No description provided.*", True),
        ("TODO: write this", True),
        ("Write your description here", True),
        ("Describe a file.", False),
        ("Todos of a list.", False),
    ],
)
def test_a_placeholder_is_not_a_description(text, stands_in):
    assert is_placeholder(text, "read") == stands_in


def test_a_tool_for_to_do_lists_may_say_todo():
    assert not is_placeholder("TODO: items of a list", "list_todos")


def test_words_that_suit_every_tool_say_nothing():
    assert says_nothing(["this", "tool", "does", "something"])
    assert not says_nothing(["this", "tool", "sorts"])
