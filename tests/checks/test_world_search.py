"""The files and the call with which a tool works, searched where no ordinary call of it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge_harness.tools.code.file_edit import file_edit
from pytest_forge.oracles.line_coverage import LineCoverage
from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.strategies.mined_constants import author_codes
from pytest_forge.targets.functions import function_tool

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


def _parts(number: dict[str, int]) -> dict[str, int]:
    try:
        first = number["first"]
        return {"first": first, "last": number["last"]}
    except (KeyError, TypeError):
        first = 0
        last = 0
        return {"first": first, "last": last}


def test_an_exception_that_is_handled_is_no_progress() -> None:
    tool, made = function_tool(_parts), []
    for number in ({"first": 1, "last": 2}, {"first": 1}):
        coverage = LineCoverage(OwnCode(tool))
        coverage.wrap(tool).run(tool.validate({"number": number}), workspace_root=None)
        made.append(coverage)

    right, wrong = made
    assert len(wrong) > len(right)
    assert wrong.progress < right.progress


def test_a_thread_that_a_call_has_left_behind_does_not_disturb_the_count_of_steps() -> None:
    tool = function_tool(_parts)

    def call(number: dict[str, int]) -> None:
        coverage.wrap(tool).run(tool.validate({"number": number}), workspace_root=None)

    class Meanwhile(OwnCode):
        def is_in_handler(self, file: str, line: int) -> bool:
            call({"first": 1})
            return super().is_in_handler(file, line)

    coverage = LineCoverage(Meanwhile(tool))
    call({"first": 1, "last": 2})

    assert coverage.progress > 0


PREVIEW = '''
import hashlib
from pathlib import Path

def _plan(ending: str) -> str:
    return hashlib.sha256((ending + Path("data.csv").read_text()).encode()).hexdigest()

def preview(ending: str) -> dict:
    """Show what would be removed."""
    return {"plan": _plan(ending)}

def take(ending: str, plan: str) -> dict:
    """Remove what preview has shown."""
    if plan != _plan(ending):
        raise ValueError("The plan is another one.")
    return {"removed": []}
'''


def test_another_tool_is_asked_with_the_same_arguments(judged: Judged) -> None:
    verdict = judged(PREVIEW, ["results_are_json"])["results_are_json"]

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


RATIO = '''
import re

def take(part: str, whole: str, scale: str) -> dict:
    """Return a part of a whole on a scale.

    Args:
        part: A number such as "4.25".
        whole: A number, written likewise.
        scale: A number, written likewise.
    """
    numbers = []
    for text in (part, whole, scale):
        if not re.fullmatch(r"[0-9]{1,4}[.][0-9]{2}", text):
            raise ValueError("A number has two digits behind its point.")
        numbers.append(float(text))
    return {"ratio": round(numbers[0] / (numbers[1] or 1) * numbers[2], 4)}
'''


def test_all_texts_may_have_to_be_of_one_form(judged: Judged) -> None:
    verdict = judged(RATIO, ["results_are_json"])["results_are_json"]

    assert (verdict.status, verdict.message) == ("passed", "")
