"""Failures that the sandbox causes are told as its own, with the way out; others in the words of the exception."""

from __future__ import annotations

import sqlite3

import pytest

from forge_harness.programs.landlock import landlock_abi
from pytest_forge.checks.catalogue import all_checks

needs_landlock = pytest.mark.skipif(landlock_abi() < 1, reason="this kernel has no Landlock")


def told(opened, text: str, **options) -> tuple[str, str]:
    with opened(text, **options) as session:
        [result] = session.run(0, all_checks()["results_are_json"])
    return result.status, result.message


def test_an_exception_is_told_in_its_own_words_without_secrets(opened):
    text = """
import os, sqlite3, tempfile
PLACE = os.path.join(tempfile.gettempdir(), "kept", "notes.txt")
def add_note(text: str) -> int:
    table = f"{PLACE} {os.environ['NOTES_KEY']}\\n{os.environ['AWS_SECRET_ACCESS_KEY']}" + " x" * 500
    return sqlite3.connect(":memory:").execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
"""
    status, message = told(opened, text, environment={"NOTES_KEY": "a-key-of-mine"})

    assert status == "error"
    assert "OperationalError: no such table: {tmp}/kept/notes.txt $NOTES_KEY $AWS_SECRET_ACCESS_KEY x x" in message
    assert len(message) < 500
    assert "a-key-of-mine" not in message


@needs_landlock
@pytest.mark.parametrize("opener", ["Path(PLACE).write_text(text)", "os.mkdir(PLACE + '-folder')"])
def test_a_file_that_the_sandbox_protects_is_named_with_a_way_out(opened, tmp_path, opener):
    place = tmp_path / "notes.txt"
    text = f"""
import os
from pathlib import Path
PLACE = {str(place)!r}
def add_note(text: str) -> int:
    return {opener}
"""
    status, message = told(opened, text)

    assert status == "error"
    assert f"'{place}" in message
    assert "the sandbox lets tools write" in message
    assert "--env NAME={workspace}/" in message


@needs_landlock
@pytest.mark.parametrize("at_import", [False, True])
def test_a_database_that_the_sandbox_protects_is_named(opened, tmp_path, at_import):
    place = tmp_path / "notes.db"
    with sqlite3.connect(place) as database:
        database.execute("CREATE TABLE notes (text TEXT)")
    opening = f"database = sqlite3.connect({str(place)!r})"
    text = f"""
import sqlite3
{opening if at_import else ""}
def add_note(text: str) -> int:
    {"" if at_import else opening}
    with database:
        return database.execute("INSERT INTO notes VALUES (?)", (text,)).rowcount
"""
    status, message = told(opened, text)

    assert status == "error"
    assert f"'{place}'" in message
    assert "readonly database" in message
    assert "--env NAME={workspace}/" in message


def test_a_closed_network_is_told_as_the_sandboxs(opened):
    text = """
import socket
def look_up(city: str) -> str:
    return socket.create_connection(("192.0.2.1", 80)).recv(1).decode()
"""
    _, message = told(opened, text)

    assert "The sandbox has no network" in message


def test_a_variable_may_lead_to_the_workspace(opened):
    text = """
import os
from pathlib import Path
def add_note(text: str) -> int:
    return Path(os.environ["NOTES"]).write_text(text)
"""
    status, message = told(opened, text, environment={"NOTES": "{workspace}/notes.txt"})

    assert (status, message) == ("passed", "")
