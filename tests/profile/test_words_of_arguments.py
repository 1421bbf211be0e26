"""Which arguments name a place, a repository, an archive, a document or a part of a statement."""

from __future__ import annotations

import pytest

from pytest_forge.profile.archives import mentions_archives
from pytest_forge.profile.document_kinds import document_kinds
from pytest_forge.profile.ended_processes import may_end_processes
from pytest_forge.profile.failures import compares_files
from pytest_forge.profile.identifiers import names_new_record, names_record, numbers_something
from pytest_forge.profile.places import names_folder_to_fill, names_new_place, names_old_place
from pytest_forge.profile.repositories import is_for_git, names_repository, names_revision
from pytest_forge.profile.sql import takes_sql_names
from pytest_forge.profile.xml_documents import makes_markup, mentions_xml, takes_documents
from pytest_forge.targets.facts import ToolFacts


def tool(name: str, *arguments: str) -> ToolFacts:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in arguments}}
    return ToolFacts(name, "tools.py", "mcp", "", schema)


@pytest.mark.parametrize(
    ("name", "new", "old", "folder"),
    [
        ("dest_path", True, False, True),
        ("save_as", True, False, False),
        ("src", False, True, False),
        ("where", False, False, True),
        ("newest", False, False, False),
        ("outline", False, False, False),
    ],
)
def test_a_place_is_known_by_a_word_of_its_own(name, new, old, folder):
    assert (names_new_place(name), names_old_place(name), names_folder_to_fill(name)) == (new, old, folder)


@pytest.mark.parametrize(
    ("says", "mentions"),
    [
        ("unpack a file", True),
        ("a .zip file", True),
        ("base64 data", True),
        ("a target", False),
        ("a tarfile", True),
        ("gzipped", True),
        ("start", False),
        ("tariffs", False),
    ],
)
def test_an_archive_is_mentioned_by_its_kind_or_its_use(says, mentions):
    assert mentions_archives(says) == mentions


@pytest.mark.parametrize(
    ("says", "is_xml", "may_be"),
    [
        ("read an rss feed", True, True),
        ("e-invoice", True, True),
        ("the text", False, True),
        ("html markup", False, True),
        ("the name", False, False),
        ("maxml", False, False),
    ],
)
def test_a_document_may_be_xml_without_saying_so(says, is_xml, may_be):
    assert (mentions_xml(says), takes_documents(says)) == (is_xml, may_be)


@pytest.mark.parametrize(
    ("name", "says", "takes"),
    [
        ("sort_by", "", True),
        ("limit", "", True),
        ("value", "which columns to show", True),
        ("sorter", "assorted", False),
        ("text", "what to find", False),
    ],
)
def test_a_part_of_a_statement_is_named_or_described(name, says, takes):
    assert takes_sql_names(name, says) == takes


def test_a_repository_and_its_revisions_are_known_by_name():
    assert [names_repository(name) for name in ("repo_path", "report", "path")] == [True, True, False]
    assert [names_revision(name) for name in ("base_ref", "commit", "reference", "path")] == [True, True, False, False]
    assert is_for_git(["uvx", "mcp-server-git"])
    assert not is_for_git(["uvx", "mcp-server-time"])


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (tool("stop", "pid"), True),
        (tool("stop", "process_id"), True),
        (tool("kill_job", "name"), True),
        (tool("kill_all"), False),
        (tool("skills", "name"), False),
        (tool("stop", "rapid"), False),
    ],
)
def test_a_process_is_ended_by_its_number_or_by_the_name_of_the_tool(facts, may):
    assert may_end_processes(facts) == may


def test_a_number_that_identifies_and_a_tool_that_compares_are_known_by_name():
    assert [numbers_something(name) for name in ("issue_number", "row", "count", "nobody")] == [
        True,
        True,
        False,
        False,
    ]
    assert [compares_files(tool(name)) for name in ("diff_files", "check_file", "different")] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "takes", "gives"),
    [
        ("order_id", True, True),
        ("ids", True, False),
        ("uuid", False, True),
        ("key", False, True),
        ("id_of_order", False, False),
        ("grid", False, False),
    ],
)
def test_an_identifier_is_known_by_the_last_word_of_its_name(name, takes, gives):
    assert (names_record(name), names_new_record(name)) == (takes, gives)


@pytest.mark.parametrize(
    ("name", "description", "kinds"),
    [
        ("csv_text", "", ["csv"]),
        ("text", "A feed, as RSS or XML.", ["rss", "xml"]),
        ("csv_path", "The CSV.", []),
        ("text", "Name of the XML element.", []),
        ("text", "Atomic weights.", []),
    ],
)
def test_a_document_is_known_by_its_kind_and_not_by_its_parts(name, description, kinds):
    assert document_kinds(name, description) == kinds


@pytest.mark.parametrize(
    ("name", "description", "makes"),
    [
        ("render_html", "", True),
        ("badge", "Draw a badge as SVG.", True),
        ("note_for_model", "Return a note between tags.", False),
        ("htmlgrid", "Return a grid.", False),
    ],
)
def test_markup_is_made_by_a_tool_that_mentions_it(name, description, makes):
    assert makes_markup(ToolFacts(name, "tools.py", "mcp", description)) == makes
