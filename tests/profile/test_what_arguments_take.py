"""What arguments are meant to hold: the word that says so is named, and a declaration beats it."""

from __future__ import annotations

import re

import pytest

from pytest_forge.profile.argument import Argument
from pytest_forge.profile.code import takes_code
from pytest_forge.profile.commands import takes_commands, takes_options, tells_of_programs
from pytest_forge.profile.local_addresses import is_for_local_services, looks_at_hosts, takes_local_files
from pytest_forge.profile.roles import Role, role_of
from pytest_forge.profile.sql import takes_sql
from pytest_forge.profile.templates import takes_templates
from pytest_forge.targets.facts import ToolFacts


def tool(name="do_it", description="", *, declared=None, **facts) -> ToolFacts:
    return ToolFacts(name, "tools.py", "function", description, declared=declared or {}, **facts)


def argument(name: str, description: str = "") -> Argument:
    return Argument(name, description, role_of(name, {"type": "string", "description": description}))


@pytest.mark.parametrize(
    ("claim", "name", "description", "word"),
    [
        (takes_sql, "sql", "", "sql"),
        (takes_sql, "q", "A WHERE clause.", "where clause"),
        (takes_sql, "filter", "What the title holds.", ""),
        (takes_sql, "folder", 'Where to look, such as "notes".', ""),
        (takes_sql, "code", "The code of the product.", ""),
        (takes_commands, "shell_command", "", "shell"),
        (takes_commands, "cmd", "", "cmd"),
        (takes_commands, "script_name", "", ""),
        (takes_commands, "code", "", "code"),
        (takes_options, "extra_args", "", "args"),
        (takes_options, "words", "Space-separated words.", "space-separated"),
        (takes_options, "folder", "An optional folder.", ""),
        (takes_code, "snippet", "", "snippet"),
        (takes_code, "expression", "What to calculate.", ""),
        (takes_templates, "text", "May hold {user_name}.", "{user name}"),
        (takes_templates, "strftime", "", "strftime"),
        (takes_templates, "information", "", ""),
        (takes_local_files, "source", "An http: or file: URL.", "file:"),
        (takes_local_files, "path", "", "path"),
    ],
)
def test_the_word_is_found_where_it_stands(claim, name, description, word):
    found = claim(tool(), argument(name, description))

    assert (bool(found), found.word) == (bool(word), word)
    place = f"the argument {name!r}" if word in name.replace("_", " ") else f"the description of {name!r}"
    assert not word or found.place == place


@pytest.mark.parametrize("claim", [takes_sql, takes_commands, takes_options, takes_code, takes_templates])
def test_a_declaration_beats_the_words_of_an_argument(claim):
    fact = claim(tool(), argument("text")).fact

    assert not claim(tool(declared={fact: False}), argument("sql_command_code_template"))
    assert claim(tool(declared={fact: True}), argument("text")).source == "declared"


def test_a_tool_that_only_reads_takes_no_code():
    assert not takes_code(tool(tier="read", tier_declared=True), argument("code"))


def test_only_a_tool_that_may_do_anything_takes_code_for_its_mention_of_python():
    assert takes_code(tool(tier="execute", tier_declared=True), argument("text", "As Python."))
    assert not takes_code(tool(), argument("text", "As Python."))


@pytest.mark.parametrize(
    ("claim", "name", "description", "word", "place"),
    [
        (is_for_local_services, "ask", "Ask a service on localhost.", "localhost", "its description"),
        (is_for_local_services, "intranet_search", "", "intranet", "its name"),
        (is_for_local_services, "ask", "Refuses localhost.", "", ""),
        (is_for_local_services, "health", "Tell whether a web page is up.", "", ""),
        (is_for_local_services, "health", "Tell whether a service is there.", "health", "its name"),
        (looks_at_hosts, "look", "Scan a host.", "Scan", "its description"),
        (tells_of_programs, "program_version", "", "version", "its name"),
        (tells_of_programs, "look", "Show the manual of a program.", "manual", "its description"),
        (tells_of_programs, "look", "Count lines.", "", ""),
    ],
)
def test_a_word_of_a_tool_is_found_where_it_stands(claim, name, description, word, place):
    found = claim(tool(name, description))

    assert (found.word, found.place if word else "") == (word, place)


def test_the_name_stands_for_the_word_where_a_role_decides():
    claim = takes_sql(tool(), Argument("rows", "", Role.SQL))

    assert re.search(r"the word 'rows' in the argument 'rows'", str(claim.not_judged()))


@pytest.mark.parametrize(
    ("description", "properties", "word"),
    [
        ("A Python shell. Use this to execute python commands.", ["query"], "shell"),
        ("Run Python commands.", ["query"], "commands"),
        ("Evaluate an arithmetic expression.", ["query"], ""),
        ("A Python shell. Use this to execute python commands.", ["query", "title"], ""),
    ],
)
def test_a_tool_describes_its_only_argument(description, properties, word):
    facts = tool(description=description, input_schema={"properties": {name: {} for name in properties}})

    found = takes_code(facts, argument("query"))

    assert (found.word, found.place if word else "") == (word, "its description" if word else "")
    assert not takes_code(facts, argument("query", "A line of text."))
