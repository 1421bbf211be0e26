"""What a module makes while it is imported, and each check finds again."""

from __future__ import annotations

import time

from msgspec.structs import replace

from pytest_forge import sandbox
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.kept_world import KeptWorld
from pytest_forge.sandbox import temporary_sandbox

MAKES_FILES = """
import os, sqlite3, tempfile
FOLDER = tempfile.mkdtemp()
NOTES = os.path.join(FOLDER, "notes.db")
DATABASE = sqlite3.connect(NOTES)
DATABASE.execute("CREATE TABLE notes (text TEXT)")
DATABASE.commit()

def keep(text: str) -> int:
    DATABASE.execute("INSERT INTO notes VALUES (?)", (text,))
    DATABASE.commit()
    with open(os.path.join(FOLDER, "more.txt"), "a") as file:
        file.write(text)
    with sqlite3.connect(NOTES) as again:
        return [again.execute("SELECT count(*) FROM notes").fetchone()[0], os.path.getsize(file.name)]
"""


def test_files_made_at_import_are_there_in_each_check_as_they_were_made(opened, spy):
    with opened(MAKES_FILES) as session:
        seen = [session.run(0, spy)[0].arguments for _ in range(2)]

    assert seen == [{"returned": [1, 5], "raised": "None"}] * 2


#: The first look at the files after the import takes long, as on a busy machine.
LOOKED_AT_SLOWLY = """
import os, time
scandir = os.scandir

def slow(folder):
    os.scandir = scandir
    time.sleep(0.2)
    return scandir(folder)

os.scandir = slow

def keep(text: str) -> list[str]:
    return os.listdir()
"""


def test_files_that_are_set_aside_for_a_second_listing_are_there_in_the_next_check(opened, spy, monkeypatch):
    move = sandbox._move_all

    def moved_slowly(*places):
        move(*places)
        time.sleep(0.5)

    monkeypatch.setattr(sandbox, "_move_all", moved_slowly)
    with opened(LOOKED_AT_SLOWLY) as session:
        session.run(0, all_checks()["schema_is_stable"])
        (seen,) = session.run(0, spy)

    assert seen.arguments == {"returned": [], "raised": "None"}


def test_a_world_that_a_check_makes_anew_holds_the_files_of_the_import() -> None:
    with temporary_sandbox(seed=0) as plain:
        (plain.temp / "notes.db").write_text("made at import")
        world = KeptWorld(plain)
        world.remember()
        kept = replace(plain, restore=world.restore)
        (kept.temp / "notes.db").write_text("changed")
        (kept.workspace / "left").write_text("by a call")

        kept.reset()

        assert (kept.temp / "notes.db").read_text() == "made at import"
        assert list(kept.workspace.iterdir()) == []
