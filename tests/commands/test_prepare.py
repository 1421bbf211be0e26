"""`--prepare FILE`: what tools need is there before they are imported and called."""

import runpy
import shlex

import pytest

from pytest_forge.findings.finding import Finding

DESK = """
import os, sqlite3

asked = []

with sqlite3.connect(os.environ["DESK_DB"]) as at_import:
    at_import.execute("CREATE TABLE seen (title TEXT)")

def find_tickets(query: str) -> list[str]:
    '''Find tickets by a part of their title.'''
    with sqlite3.connect(os.environ["DESK_DB"]) as desk:
        found = desk.execute(f"SELECT title FROM tickets WHERE title LIKE '%{query}%'").fetchall()
        desk.execute("DELETE FROM tickets")
    if not asked and not desk.total_changes:
        os._exit(3)
    asked.append(query)
    return [title for title, in found]
"""
SEED = """
import os, sqlite3

def prepare(workspace):
    os.environ["DESK_DB"] = str(workspace / "desk.db")
    with sqlite3.connect("desk.db") as desk:
        desk.execute("CREATE TABLE tickets (title TEXT)")
        desk.execute("INSERT INTO tickets VALUES ('printer')")
"""
HEAD = "def prepare(workspace):\n    "
OPTIONS = ("--store", "off", "--jobs", "1", "--checks")


@pytest.fixture
def desk(folder):
    """A tool that needs a variable and a database, which `seeds/seed.py` creates."""
    (folder / "desk.py").write_text(DESK)
    (folder / "seeds").mkdir()
    (folder / "seeds/seed.py").write_text(SEED)
    return folder


def test_a_prepare_file_seeds_the_sandbox_before_each_check(forge, desk):
    checks = "sql_values_are_bound,schema_is_stable,call_returns"
    code, out, err = forge("check", "desk.py", "--prepare", "seeds/seed.py", *OPTIONS, checks)
    line = next(line for line in out.splitlines() if line.strip().startswith("reproduce"))

    assert (code, err) == (1, "")
    assert out.splitlines()[-1].startswith("1 finding in 1 of 1 tool; 2 passed, 0 not applicable. ")
    assert "SELECT title FROM tickets" in out
    assert shlex.split(line)[-2:] == ["--prepare", "seeds/seed.py"]


def test_a_tool_built_at_import_finds_the_prepared_files(forge, folder):
    (folder / "shelf.py").write_text(
        "from pathlib import Path\n\nTITLES = Path('titles.txt').read_text().split()\n\n"
        "def find_title(part: str) -> list[str]:\n"
        '    """Find titles by a part."""\n    return [title for title in TITLES if part in title]\n'
    )
    (folder / "seed.py").write_text(f"{HEAD}(workspace / 'titles.txt').write_text('emma')\n")
    code, out, err = forge("check", "shelf.py", "--prepare", "seed.py", *OPTIONS, "call_returns")

    assert (code, err) == (0, ""), out


def test_a_written_test_prepares_the_sandbox_and_sets_variables(forge, desk):
    (desk / "pyproject.toml").write_text('[tool.forge]\nprepare = "seeds/seed.py"\nenv = ["OTHER=1"]\n')
    forge("check", "desk.py", *OPTIONS, "fields_are_described", "--write-tests", "test_found.py")
    (test,) = [value for name, value in runpy.run_path("test_found.py").items() if name.startswith("test_")]

    with pytest.raises(Finding, match="fields_are_described"):
        test()


@pytest.mark.parametrize(
    ("seed", "told"),
    [
        (f"{HEAD}1 / 0\n", "prepare() of 'seed.py' raised ZeroDivisionError at line 2: 'division by zero'. Fix it"),
        (f"{HEAD}raise SystemExit(3)\n", "prepare() of 'seed.py' raised SystemExit at line 2: '3'."),
        (f"{HEAD}import os; os.environ['NONE']\n", "Add --env NONE (pytest: --forge-env NONE)."),
        ("import os\nos.environ['NONE']\n", "'seed.py' needs the environment variable 'NONE', which the sandbox"),
        ("def seed(workspace): ...\n", "'seed.py' has no function 'prepare'. Declare 'def prepare(workspace):'"),
        (None, "File 'seed.py' does not exist."),
    ],
)
def test_a_prepare_file_that_fails_ends_the_run(refused, desk, seed, told):
    if seed is not None:
        (desk / "seed.py").write_text(seed)

    assert told in refused("check", "desk.py", "--prepare", "seed.py", *OPTIONS, "call_returns")


@pytest.fixture
def catalog(folder):
    """Tools that are made at import from a file, which `seed.py` creates."""
    (folder / "catalog.py").write_text(
        "from pathlib import Path\n\n"
        "def find(title: str) -> str:\n    return title\n\n"
        "find.__doc__ = Path('text.txt').read_text()\nTOOLS = [find]\n"
    )
    (folder / "seed.py").write_text(f"{HEAD}(workspace / 'text.txt').write_text('Find a book.')\n")
    return folder


@pytest.mark.parametrize("words", [("tool", "list"), ("tool", "describe"), ("lock",)])
def test_every_command_that_loads_tools_prepares_the_sandbox(forge, catalog, words):
    without, _, _ = forge(*words, "catalog.py")
    code, out, _ = forge(*words, "catalog.py", "--prepare", "seed.py")

    assert (without, code) == (2, 0)
    assert "find" in out + "".join(path.read_text() for path in catalog.glob("*.lock.json"))


def test_a_lock_takes_the_targets_and_the_sandbox_of_the_project(forge, catalog, monkeypatch):
    (catalog / "pyproject.toml").write_text('[tool.forge]\ntargets = ["catalog.py"]\nprepare = "seed.py"\n')

    assert forge("lock")[0] == 0
    assert "catalog.py" in (catalog / "forge.lock.json").read_text()
    (catalog / "below").mkdir()
    monkeypatch.chdir(catalog / "below")
    code, _, err = forge("lock")
    assert (code, "Run 'forge lock' in the folder of that file." in err) == (2, True)


def test_a_lock_without_targets_is_refused(refused):
    assert "No TARGET was given" in refused("lock")
