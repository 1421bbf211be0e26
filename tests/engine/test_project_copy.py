"""A module that keeps files beside itself does so in the sandbox, and reads what the project has."""

from __future__ import annotations

from pytest_forge.checks.catalogue import all_checks

KEEPS_BESIDE = """
import json
from pathlib import Path
from words import WORDS

BOOK = Path(__file__).resolve().with_name("book.json")

def keep(text: str) -> dict:
    book = json.loads(BOOK.read_text()) if BOOK.exists() else []
    BOOK.write_text(json.dumps([*book, text]))
    below = Path(__file__).parent.joinpath("data", "units.txt").read_text()
    large = (Path(__file__).parent / "large.txt").stat().st_size
    found = {"book": json.loads(BOOK.read_text()), "words": json.loads(WORDS.read_text())}
    return {**found, "below": below, "large": large}
"""

CRASHES = """
from pathlib import Path
PLACE = Path(__file__).parent

def halve(text: str) -> int:
    return 1 // len(text.split("a", 1)[1:])
"""

WORDS = """
from pathlib import Path
WORDS = Path(__file__).resolve().parent / "words.json"
WORDS.write_text('["changed"]')
"""


def project(folder):
    (folder / "data").mkdir()
    (folder / "data/units.txt").write_text("kg")
    (folder / "words.py").write_text(WORDS)
    (folder / "words.json").write_text("[]")
    (folder / "large.txt").write_text("x" * 100_000)
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_tool_keeps_its_file_beside_its_module_and_the_users_folder_stays_as_it_is(opened, spy, tmp_path):
    before = project(tmp_path)

    with opened(KEEPS_BESIDE) as session:
        seen = [session.run(0, spy)[0].arguments for _ in range(2)]

    returned = {"book": ["hello"], "below": "kg", "words": ["changed"], "large": 100_000}
    assert seen == [{"returned": returned, "raised": "None"}] * 2
    del before[tmp_path / "words.json"]
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path in before}
    assert after == before
    assert (tmp_path / "words.json").read_text() == "[]"
    assert not (tmp_path / "book.json").exists()


def test_files_that_the_project_has_can_be_replaced_in_the_copy_only(opened, spy, tmp_path):
    (tmp_path / "book.json").write_text('["first"]')
    project(tmp_path)

    with opened(KEEPS_BESIDE) as session:
        result = session.run(0, spy)[0]

    assert result.arguments["returned"]["book"] == ["first", "hello"]
    assert (tmp_path / "book.json").read_text() == '["first"]'


def test_a_line_of_the_module_is_that_of_the_users_file(opened, tmp_path):
    with opened(CRASHES) as session:
        results = session.run(0, all_checks()["valid_calls_do_not_crash"])

    assert "at line 6" in results[0].message


def test_a_module_that_does_not_ask_for_its_file_gets_no_copy(opened, spy, tmp_path):
    lists_home = "import os\ndef look(text: str) -> list:\n    return sorted(os.listdir(os.environ['HOME']))\n"
    with opened(lists_home) as session:
        result = session.run(0, spy)[0]

    assert result.arguments["returned"] == [".aws", ".config", ".ssh"]


def test_a_folder_deep_in_a_large_project_can_be_written_to(opened, spy, tmp_path):
    for number in range(80):
        (tmp_path / f"notes-{number:02}").mkdir()
        (tmp_path / f"notes-{number:02}/note.txt").write_text("a note")
    for folder in ("shop", "shop/orders"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    keeps = "from pathlib import Path\nPLACE = Path(__file__).with_name('kept.txt')\n"
    keeps += "def keep(text: str) -> int:\n    return PLACE.write_text(text)\n"

    with opened(keeps, name="shop/orders/keeping.py") as session:
        result = session.run(0, spy)[0]

    assert result.arguments == {"returned": 5, "raised": "None"}
    assert not (tmp_path / "shop/orders/kept.txt").exists()
