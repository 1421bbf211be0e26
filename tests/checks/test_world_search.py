"""The files and the call with which a tool works, searched where no ordinary call of it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge_harness.tools.code.file_edit import file_edit
from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.strategies.mined_constants import author_codes

if TYPE_CHECKING:
    from .conftest import Judge, Judged


def test_our_own_tools_have_code_of_an_author() -> None:
    own = OwnCode(file_edit)

    assert [file.rpartition("/")[2] for file in own.files] == ["file_edit.py"]
    assert {code.co_filename for code in author_codes(file_edit)} == own.files


def test_an_edit_that_works_only_once_is_judged(judge: Judge) -> None:
    # The text to replace is looked up in a file; after the first call it is not there any more.
    verdict = judge("forge_harness.tools.code.file_edit:file_edit", "file_edit", "text_is_not_executed")

    assert (verdict.status, verdict.message) == ("passed", "")


PLAYLIST = '''
from xml.etree import ElementTree

def take(playlist: str) -> dict:
    """Count the tracks of a playlist."""
    try:
        root = ElementTree.fromstring(playlist[:9_000])
    except ElementTree.ParseError:
        raise ValueError("That is not a playlist.") from None
    if root.tag != "playlist":
        raise ValueError("That is not a playlist.")
    return {"tracks": len(root.findall("track"))}
'''


def test_a_text_gets_the_document_that_the_code_parses(judged: Judged) -> None:
    # Without a call that works, the check does not apply.
    verdict = judged(PLAYLIST, ["results_are_json"])["results_are_json"]

    assert (verdict.status, verdict.message) == ("passed", "")


INVOICES = '''
import json
from pathlib import Path

def _invoice(name: str) -> dict:
    try:
        data = json.loads(Path("invoices", f"{name}.json").read_text())
        return {"customer": str(data["customer"]), "text": str(data["text"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}

def take(name: str) -> dict:
    """Show an invoice."""
    found = _invoice(name)
    if not found:
        raise ValueError("There is no such invoice.")
    return found
'''


def test_an_exception_that_is_handled_is_no_progress(judged: Judged) -> None:
    # A document of the wrong shape takes more steps than the right one: those of the handler.
    verdict = judged(INVOICES, ["results_are_json"])["results_are_json"]

    assert (verdict.status, verdict.message) == ("passed", "")


RECORDINGS = '''
import re
from pathlib import Path

_RECORDING = re.compile(r"[a-z]{3}-[0-9]{4}\\.ogg")

def take(folder: str = "sounds") -> dict:
    """Return the name of the first recording."""
    names = [path.name for path in Path("sounds").iterdir() if _RECORDING.fullmatch(path.name)]
    if not names:
        raise ValueError("There is no recording.")
    return {"first": min(names)}
'''


def test_files_have_names_that_a_pattern_of_the_code_matches(judged: Judged) -> None:
    verdict = judged(RECORDINGS, ["results_are_json"])["results_are_json"]

    assert (verdict.status, verdict.message) == ("passed", "")
