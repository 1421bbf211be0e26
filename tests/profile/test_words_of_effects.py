"""Which words say that a tool reaches the network, changes the process, starts something or holds no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_forge.profile.confirmations import confirming_flags, confirming_texts
from pytest_forge.profile.file_types import file_type_word
from pytest_forge.profile.home_folders import is_of_libraries, is_of_other_programs
from pytest_forge.profile.lasting import hands_over, starts_something
from pytest_forge.profile.makers import makes_things, needs_new_names, takes_things_away
from pytest_forge.profile.network import asks, reaches_out, tells_only, tells_only_by_host
from pytest_forge.profile.overwriting import overwrite_switches, told_keeping
from pytest_forge.profile.process_settings import changes_setting
from pytest_forge.profile.process_settings import is_of_libraries as configures_a_library
from pytest_forge.profile.secrets import secret_argument
from pytest_forge.targets.facts import ToolFacts


def tool(name: str, description: str = "", *arguments: str, tier: str = "write", **declared: bool) -> ToolFacts:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in arguments}}
    return ToolFacts(name, "tools.py", "function", description, schema, tier=tier, declared=declared)


@pytest.mark.parametrize(
    ("facts", "word", "place"),
    [
        (tool("weather_of"), "weather", "its name"),
        (tool("take", "Reads web pages."), "web", "its description"),
        (tool("take", "", "url"), "url", "the argument 'url'"),
        (tool("take", "Reads files.", "path"), "", ""),
    ],
)
def test_a_tool_that_speaks_of_a_network_may_reach_it(facts, word, place):
    claim = reaches_out(facts)

    assert (claim.word, claim.place) == (word, place)


@pytest.mark.parametrize(
    ("name", "method", "url", "word"),
    [
        ("take", "POST", "https://a.example/v1/search", "search"),
        ("take", "POST", "https://a.example/graphql/v2", "graphql"),
        ("translate_text", "POST", "https://a.example/v2", "translate"),
        ("take", "POST", "https://a.example/orders", ""),
        ("take", "DELETE", "https://a.example/search", ""),
        ("take", "POST", "https://telemetry.example/search", ""),
    ],
)
def test_a_post_asks_by_its_address_or_by_the_verb_of_the_tool(name, method, url, word):
    assert asks(tool(name), method=method, url=url, body="").word == word


def test_no_declaration_makes_a_question_of_a_delete():
    assert not asks(tool("take", posts_questions=True), method="DELETE", url="https://a.example/1", body="")


@pytest.mark.parametrize(
    ("facts", "setting", "word"),
    [
        (tool("set_timezone"), "environment", "timezone"),
        (tool("set_timezone"), "umask", ""),
        (tool("show_timezone"), "environment", ""),
        (tool("set_timezone", tier="read"), "environment", ""),
        (tool("take", "Installs a plugin."), "tool registries", "installs"),
    ],
)
def test_a_tool_named_for_a_setting_may_change_it(facts, setting, word):
    assert changes_setting(facts, setting).word == word


@pytest.mark.parametrize(
    ("name", "tier", "word"),
    [("watch_file", "write", "watch"), ("watch_file", "read", ""), ("rewatch", "write", "")],
)
def test_a_tool_that_starts_something_says_so_first(name, tier, word):
    assert starts_something(tool(name, tier=tier)).word == word


def test_a_token_that_names_a_page_is_no_secret():
    facts = tool("take", "", "password", "page_token", "name")

    found = {name: secret_argument(facts, name, {"type": "string"}) for name in ("password", "page_token", "name")}

    assert {name: None if claim is None else claim.word for name, claim in found.items()} == {
        "password": "",
        "page_token": "page",
        "name": None,
    }


def test_what_is_declared_beats_every_word():
    facts = tool("open_url", "", "page_token", open_world=False, starts_lasting=False, takes_no_secrets=False)

    assert not reaches_out(facts)
    assert not starts_something(facts)
    assert not secret_argument(facts, "page_token", {"type": "string"})


def test_who_makes_and_who_takes_away_is_told_by_names():
    told = {}
    for name in ("make_page", "save_page", "drop_page"):
        facts = tool(name)
        told[name] = (makes_things(facts), needs_new_names(facts), takes_things_away(facts))

    assert told == {
        "make_page": (True, True, False),
        "save_page": (True, False, False),
        "drop_page": (False, False, True),
    }


def test_what_lies_in_home_is_of_libraries_of_others_or_the_tools_own():
    home = Path("/home/me")

    assert is_of_libraries(home / ".npm/_logs/a", home, is_folder=False)
    assert is_of_libraries(home / ".local", home, is_folder=True)
    assert not is_of_libraries(home / ".local", home, is_folder=False)
    assert is_of_other_programs(home / ".ssh/config", home)
    assert not is_of_other_programs(home / ".taker/notes", home)


def test_a_type_of_files_is_a_word_of_its_own():
    assert file_type_word(tool("load_csv")) == "csv"
    assert file_type_word(tool("load_file")) == ""


@pytest.mark.parametrize(
    ("url", "by_path", "by_host"),
    [
        ("https://a.example/webhook", True, False),
        ("https://telemetry.example/v1", True, True),
        ("https://a.example/eventful", False, False),
        ("https://statistics.example/rows", False, False),
    ],
)
def test_an_address_that_only_takes_reports_is_known_by_a_whole_word(url, by_path, by_host):
    assert (tells_only(url), tells_only_by_host(url.split("/")[2])) == (by_path, by_host)


def test_what_is_opened_for_the_user_needs_no_owner():
    assert [hands_over(tool(name)) for name in ("open_page", "launch_editor", "start_job", "reopen")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_variable_of_a_library_is_known_by_its_prefix():
    assert configures_a_library("HF_HOME")
    assert not configures_a_library("HFS_HOME")
    assert not configures_a_library("MY_TF_LEVEL")


@pytest.mark.parametrize(
    ("name", "description", "is_one"),
    [
        ("overwrite", "", True),
        ("replace_existing", "", True),
        ("force", "Replace an existing draft.", True),
        ("force", "Existing files are overwritten.", True),
        ("force", "Skip the confirmation.", False),
        ("no_overwrite", "", False),
        ("upper", "Whether to write capitals.", False),
    ],
)
def test_a_switch_may_allow_a_call_to_replace_what_is_there(name, description, is_one):
    schema = {"properties": {name: {"type": "boolean", "description": description}}}

    assert list(overwrite_switches(schema)) == [name] * is_one


@pytest.mark.parametrize(
    ("name", "kind", "tool_name", "confirms"),
    [
        ("confirm", "boolean", "drop", True),
        ("confirmed", "boolean", "drop", True),
        ("confirm_drop", "boolean", "drop_board", True),
        ("confirm_mail", "boolean", "drop_board", False),
        ("confirm", "string", "drop", True),
        ("confirm_name", "string", "drop", True),
        ("drop_confirmation", "string", "drop", True),
        ("confirmation_mail", "string", "drop", False),
        ("name", "string", "confirm", False),
        ("confirm_board", ["string", "null"], "drop_board", True),
    ],
)
def test_an_argument_confirms_a_call_by_its_name(name, kind, tool_name, confirms):
    schema = {"properties": {name: {"type": kind, "description": "Needed to confirm it."}}}

    assert [*confirming_flags(schema, tool_name), *confirming_texts(schema)] == [name] * confirms


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("Saves a page. An existing page is never\noverwritten.", "An existing page is never overwritten"),
        ("Never replaces what exists. Spaces are replaced by hyphens.", "Never replaces what exists"),
        ("Saves a page; nothing is ever replaced.", "nothing is ever replaced"),
        ("An existing page is never overwritten unless it is empty.", ""),
        ("Existing pages of others are never replaced.", ""),
        ("Replaces the page. An existing template is never overwritten.", ""),
        ("Saves a page. Never replaces tabs.", ""),
    ],
)
def test_a_tool_promises_to_keep_what_is_there(description, sentence):
    assert told_keeping(tool("take", description)) == sentence
