"""Which role an argument has, by its format, its name and its description."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.profile.roles import Role, name_words, role_of


def text(**more: Any) -> dict[str, Any]:
    return {"type": "string", **more}


@pytest.mark.parametrize(
    ("name", "schema", "role"),
    [
        ("path", text(), Role.FILE_PATH),
        ("paths", text(), Role.FILE_PATH),
        ("fileName", text(), Role.FILE_PATH),
        ("name", text(description="Name of the note file."), Role.FILE_PATH),
        ("source", text(description="File to copy."), Role.FILE_PATH),
        ("anything", text(format="path"), Role.FILE_PATH),
        ("folder", text(), Role.DIRECTORY),
        ("export_dir", text(format="path"), Role.DIRECTORY),
        ("workspace", text(format="path"), Role.DIRECTORY),
        ("project_root", text(format="path"), Role.DIRECTORY),
        ("site", text(format="path", description="The project's root folder."), Role.DIRECTORY),
        ("site", text(format="path", description="Path of the directory to publish."), Role.DIRECTORY),
        ("site", text(format="path", description="Page in the folder."), Role.FILE_PATH),
        ("log", text(format="path", description="The file in the log folder."), Role.FILE_PATH),
        ("root", text(description="Folder to list."), Role.DIRECTORY),
        ("pattern", text(description="Shell pattern: wren* for a name, 2024/*.txt for a folder."), Role.GLOB),
        ("names", text(description="File name pattern in the folder."), Role.GLOB),
        ("content", text(description="Text to write to the file."), Role.TEXT),
        ("text", text(description="The text to write into the file."), Role.TEXT),
        ("json_path", text(), Role.TEXT),
        ("since", text(description="ISO-8601 date"), Role.DATE),
        ("start", text(description="Start date, YYYY-MM-DD"), Role.DATE),
        ("when", text(description="A timestamp."), Role.DATETIME),
        ("value", {"anyOf": [text(format="uuid4"), {"type": "null"}]}, Role.UUID),
        ("query", text(description="SQL query to run."), Role.SQL),
        ("query", text(description="What to search for."), Role.QUERY),
        ("expression", text(), Role.EXPRESSION),
        ("homepage", text(), Role.URL),
        ("order_id", text(), Role.ID),
        ("timeout_s", {"type": "number"}, Role.DURATION),
        ("date", {"type": "integer"}, Role.NUMBER),
        ("greeting", text(), Role.TEXT),
        # Words that only look alike.
        ("profile", text(), Role.TEXT),
        ("update", text(), Role.TEXT),
        ("curl", text(), Role.TEXT),
        ("file_type", text(), Role.TEXT),
    ],
)
def test_a_role_is_read_from_name_format_and_description(name: str, schema: dict[str, Any], role: Role) -> None:
    assert role_of(name, schema) is role


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fileName", ["file", "name"]),
        ("HTTPServer_url2", ["http", "server", "url", "2"]),
        ("a-b c", ["a", "b", "c"]),
        ("", []),
    ],
)
def test_the_words_of_a_name_are_those_of_its_spelling(name: str, words: list[str]) -> None:
    assert name_words(name) == words
