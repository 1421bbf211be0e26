from __future__ import annotations

import json
from pathlib import Path

import pytest

from forge_harness.cli.main import main
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.tape.tape_file import write_tape

from ..workers import workers

TESTS = """
import httpx
import pytest

def ask(number):
    assert httpx.get(f"http://model.test/{number}").text == f"answer {number}"

@pytest.mark.forge_cassette
@pytest.mark.parametrize("number", [1, 2])
def test_own(number):
    ask(number)

@pytest.mark.forge_cassette("shared")
def test_first():
    ask(1)

@pytest.mark.forge_cassette("shared")
def test_second():
    ask(2)

def test_without():
    pass
"""


def record(path: Path, *numbers: int) -> None:
    exchanges = [
        Exchange(
            RecordedRequest("GET", f"http://model.test/{number}"),
            RecordedResponse(200, "OK", chunks=(f"answer {number}".encode(),)),
        )
        for number in numbers
    ]
    write_tape(path, exchanges, metadata={"recorded_at": "2026-01-05T10:00:00Z"})


@pytest.fixture
def suite(pytester) -> Path:
    """Five tests whose cassettes are played out, in ``tests``; returns the folder of the cassettes."""
    home = pytester.mkdir("tests")
    (home / "test_chat.py").write_text(TESTS)
    cassettes = home / "cassettes"
    record(cassettes / "shared.yaml", 1, 2)
    for number in (1, 2):
        record(cassettes / "test_chat" / f"test_own[{number}].yaml", number)
    return cassettes


EACH_WAY = pytest.mark.parametrize(
    "workers",
    [(), workers(2)],
    ids=["alone", "two workers"],
)
STRICT = ("--forge-cassettes", "strict", "-p", "no:randomly")


def run(pytester, *words: str) -> pytest.RunResult:
    return pytester.runpytest(*STRICT, *words)


def test_a_suite_that_plays_everything_passes(pytester, suite):
    result = run(pytester)

    result.assert_outcomes(passed=5)
    assert result.ret == 0
    assert "forge cassettes" not in result.stdout.str()


@EACH_WAY
def test_what_is_wrong_with_the_files_fails_a_run_whose_tests_pass(pytester, suite, workers):
    record(suite / "shared.yaml", 1, 2, 3, 4)
    record(suite / "test_chat" / "test_gone.yaml", 1)
    record(suite / "test_away" / "test_any.yaml", 1)
    # Nobody knows who uses a file of such a name.
    record(suite / "test_chat" / "greetings.yaml", 1)
    (suite / "test_chat" / "test_own[3].yaml").write_text("interactions: [")

    result = run(pytester, "--forge-cassettes", "strict,report:run.json", *workers)

    result.assert_outcomes(passed=5)
    assert result.ret == 1
    text = " ".join(result.stdout.str().split())
    for told in (
        "tests/cassettes/shared.yaml: its tests played 2 of 4 interactions (not 3, 4). Record it again, or trim it.",
        "test_own[3].yaml' is neither YAML nor JSON. Record it again, or fix it by hand.",
        "tests/cassettes/test_away/test_any.yaml does not belong to a test. Remove it, or rename it.",
        "tests/cassettes/test_chat/test_gone.yaml does not belong to a test. Remove it, or rename it.",
    ):
        assert told in text
    assert text.count("does not belong to a test") == 2
    assert json.loads((pytester.path / "run.json").read_text()) == {
        "version": 1,
        "complete": True,
        "root": str(pytester.path),
        "cassettes": [
            {"path": "tests/cassettes/shared.yaml", "unplayed": [3, 4], "judged": True},
            *(
                {"path": f"tests/cassettes/test_chat/test_own[{number}].yaml", "unplayed": [], "judged": True}
                for number in (1, 2)
            ),
        ],
        "owned": [
            "tests/cassettes/shared.yaml",
            "tests/cassettes/test_chat/test_own[1].yaml",
            "tests/cassettes/test_chat/test_own[2].yaml",
        ],
        "modules": ["tests/cassettes/test_chat"],
    }


def test_an_unplayed_interaction_of_its_own_fails_the_test(pytester, suite):
    record(suite / "test_chat" / "test_own[1].yaml", 1, 7)

    result = run(pytester)

    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*test_own?1?.yaml: played 1 of 2 interactions (not 2); re-record or trim it.*"])


@pytest.mark.parametrize("words", [("-k", "test_own"), ("tests/test_chat.py::test_first",), ("tests/test_chat.py",)])
def test_a_selection_says_nothing_about_the_rest(pytester, suite, words):
    record(suite / "test_chat" / "test_gone.yaml", 1)

    result = run(pytester, *words)

    assert result.ret == 0
    result.stdout.fnmatch_lines(["Orphans and shared cassettes are not judged: not every test has run. *"])


def test_a_shared_cassette_is_not_judged_where_one_of_its_tests_failed(pytester, suite):
    path = pytester.path / "tests" / "test_chat.py"
    path.write_text(TESTS.replace("def test_second():", "def test_second():\n    raise ValueError"))

    result = run(pytester)

    result.assert_outcomes(passed=4, failed=1)
    assert "its tests played" not in result.stdout.str()


def test_cassettes_of_another_recorder_are_no_orphans(pytester, suite):
    other = "import pytest\n@pytest.mark.vcr\ndef test_theirs():\n    pass\n"
    (pytester.path / "tests" / "test_other.py").write_text(other)
    record(suite / "test_other" / "test_theirs.yaml", 1)
    record(suite / "test_other" / "test_gone.yaml", 1)

    result = run(pytester, "-W", "ignore::pytest.PytestUnknownMarkWarning")

    assert result.ret == 1
    assert "test_theirs.yaml" not in result.stdout.str()
    assert "test_other/test_gone.yaml does not belong to a test" in result.stdout.str()


@pytest.mark.parametrize("folder", ["recordings", "{root}/recordings"])
def test_cassettes_of_another_folder_are_judged_there(pytester, suite, folder):
    base = pytester.path / "recordings" / "tests" if "root" in folder else suite.parent / "recordings"
    base.parent.mkdir(parents=True, exist_ok=True)
    suite.rename(base)
    record(base / "test_chat" / "test_gone.yaml", 1)
    if "root" in folder:
        # A marker's name stands in the folder itself.
        (base / "shared.yaml").rename(base.parent / "shared.yaml")
    pytester.makeini(f"[pytest]\nforge_cassette_folder = {folder.format(root=pytester.path)}\n")

    result = run(pytester)

    result.assert_outcomes(passed=5)
    assert result.stdout.str().count("does not belong to a test") == 1


def test_a_record_tells_lint_what_a_run_has_asked(pytester, suite, capsys):
    record(suite / "shared.yaml", 1, 2, 3)
    record(suite / "test_chat" / "test_own[9].yaml", 1)

    result = pytester.runpytest("--forge-cassettes", "report:run.json")
    capsys.readouterr()
    code = main(["cassettes", "lint", "--run", "run.json", "--format", "json"])

    assert (result.ret, code) == (0, 1)
    report = json.loads(capsys.readouterr().out)
    assert [(Path(one["file"]).name, one["rule"], one["interaction"]) for one in report["findings"]] == [
        ("shared.yaml", "unplayed", 3),
        ("test_own[9].yaml", "orphan", None),
    ]
    assert report["not_judged"] == []


def test_a_record_of_a_selection_says_so(pytester, suite):
    pytester.runpytest("--forge-cassettes", "report:run.json", "-k", "test_first")

    record_of_run = json.loads((pytester.path / "run.json").read_text())
    assert record_of_run["complete"] is False
    assert record_of_run["cassettes"] == [{"path": "tests/cassettes/shared.yaml", "unplayed": [2], "judged": False}]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("tidy", "ERROR: forge_cassettes is 'tidy'. Use strict, plain, or report:FILE."),
        ("report:", "ERROR: forge_cassettes is 'report:'. *"),
        ("strict,report:missing/run.json", "ERROR: forge_cassettes names 'missing/run.json', *"),
    ],
)
def test_a_value_that_means_nothing_is_refused(pytester, word, told):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest("--forge-cassettes", word)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])


BLOCKS = """
import httpx
import pytest
from pathlib import Path
from pytest_forge import use_cassette

HERE = Path(__file__).parent / "cassettes"
HELPER = HERE / "test_blocks" / "test_helper.yaml"

def ask(*numbers):
    for number in numbers:
        assert httpx.get(f"http://model.test/{number}").text == f"answer {number}"

def test_first():
    with use_cassette(HELPER):
        ask(1)

def test_second():
    with use_cassette(HELPER):
        ask(2)

@pytest.fixture(scope="module")
def warm():
    with use_cassette(HERE / "warm.yaml"):
        ask(1)
        yield

def test_third(warm):
    pass
"""


@pytest.fixture
def blocks(pytester) -> Path:
    """Three tests that open files by themselves, in ``tests``; returns the folder of the cassettes."""
    home = pytester.mkdir("tests")
    (home / "test_blocks.py").write_text(BLOCKS)
    record(home / "cassettes" / "test_blocks" / "test_helper.yaml", 1, 2)
    record(home / "cassettes" / "warm.yaml", 1)
    return home / "cassettes"


def test_a_file_that_a_block_plays_out_is_in_use(pytester, blocks):
    result = run(pytester)

    result.assert_outcomes(passed=3)
    assert result.ret == 0
    assert "forge cassettes" not in result.stdout.str()


@EACH_WAY
def test_what_no_block_asked_for_fails_the_run(pytester, blocks, workers):
    record(blocks / "test_blocks" / "test_helper.yaml", 1, 2, 3)
    record(blocks / "warm.yaml", 1, 2)

    result = run(pytester, "--forge-cassettes", "strict,report:run.json", *workers)

    result.assert_outcomes(passed=3)
    assert result.ret == 1
    text = " ".join(result.stdout.str().split())
    assert (
        "tests/cassettes/test_blocks/test_helper.yaml: its tests played 2 of 3 interactions (not 3). "
        "Record it again, or trim it." in text
    )
    assert "tests/cassettes/warm.yaml: its tests played 1 of 2 interactions (not 2)." in text
    assert "does not belong to a test" not in text
    told = json.loads((pytester.path / "run.json").read_text())
    assert [(one["unplayed"], one["judged"]) for one in told["cassettes"]] == [([3], True), ([2], True)]
    assert told["owned"] == ["tests/cassettes/test_blocks/test_helper.yaml", "tests/cassettes/warm.yaml"]


@pytest.mark.parametrize(
    "instead",
    [
        "def test_second():\n    pytest.skip('not today')\n    ",
        "def test_second():\n    assert False\n    ",
        "def test_second():\n    with pytest.raises(IndexError), use_cassette(HELPER):\n        [][0]\nif 0:\n    ",
    ],
)
def test_what_blocks_left_is_not_judged_where_one_did_not_come_to_its_end(pytester, blocks, instead):
    path = pytester.path / "tests" / "test_blocks.py"
    path.write_text(BLOCKS.replace("def test_second():\n    ", instead))

    result = run(pytester)

    assert "its tests played" not in result.stdout.str()
    assert "does not belong to a test" not in result.stdout.str()
