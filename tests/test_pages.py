"""Every code block of the pages has a test that runs or reads it, and every command that a sentence names exists."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from forge_harness import read_project_file
from forge_harness.cli.main import main
from pytest_forge.commands.completion import command_levels

from .test_recipes import PLAIN_SERVER

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class NotRun:
    """A block that no test runs, and why."""

    reason: str


README, AUTOMATION, RECIPES, HERE = "test_readme", "test_automation", "test_recipes", "test_pages"
WHOLE = NotRun("it installs the project and runs the whole suite, which is what runs this test")
STYLE = NotRun("it runs the linters over the repository, which the pipeline does beside the tests")
#: The blocks of each page in order, each with the test that runs it, reads it, or compares it with what is printed.
TESTED: dict[str, tuple[str | NotRun, ...]] = {
    "README.md": (
        f"{README}:test_the_main_job_finds_what_the_readme_shows",
        f"{README}:test_the_main_job_finds_what_the_readme_shows",
        f"{README}:test_a_project_is_set_up_as_printed",
        f"{README}:test_the_tool_and_its_call_run_as_printed",
        f"{README}:test_the_tool_and_its_call_run_as_printed",
        f"{README}:test_the_suite_passes_as_printed",
        f"{README}:test_each_command_runs_as_printed",
        f"{README}:test_the_test_command_runs_this_suite",
        f"{HERE}:test_the_tree_of_the_readme_names_the_folders_that_there_are",
    ),
    "CONTRIBUTING.md": (
        WHOLE,
        STYLE,
        NotRun("it installs an environment with the oldest VCR.py, in which the tests of cassettes are run"),
    ),
    "docs/agents.md": (f"{HERE}:test_the_settings_of_a_program_are_read_as_printed",),
    "docs/cassettes.md": (
        f"{README}:test_the_cassette_is_recorded_once_and_played_without_a_model",
        f"{README}:test_pytest_recording_takes_its_settings_as_printed",
        f"{README}:test_the_cassette_is_recorded_once_and_played_without_a_model",
    ),
    "docs/checking-tools.md": (
        f"{HERE}:test_a_server_is_checked_as_printed",
        f"{HERE}:test_definitions_are_locked_and_compared_as_printed",
    ),
    "docs/ci.md": (
        f"{AUTOMATION}:test_the_readme_uses_the_action_and_the_hooks_that_there_are",
        f"{README}:test_one_run_writes_every_report_as_printed",
        f"{AUTOMATION}:test_the_readme_uses_the_action_and_the_hooks_that_there_are",
    ),
    "docs/own-tests.md": (
        f"{README}:test_the_check_of_your_own_is_made_as_printed",
        f"{README}:test_the_rule_and_its_suite_run_as_printed",
        f"{README}:test_the_properties_hold_as_printed",
    ),
    "docs/pytest.md": (f"{README}:test_the_settings_are_read_as_printed",),
    "docs/script-tools.md": (
        f"{README}:test_the_script_is_a_tool_as_printed",
        f"{HERE}:test_the_tools_of_a_folder_are_listed_as_printed",
        f"{README}:test_the_script_is_a_tool_as_printed",
    ),
    "docs/recipes/from-langchain-standard-tests.md": (
        *(f"{RECIPES}:test_a_tool_moves_from_the_standard_tests_of_langchain_as_printed",) * 6,
    ),
    "docs/recipes/from-pytest-recording.md": (
        *(f"{RECIPES}:test_a_suite_moves_from_pytest_recording_as_printed",) * 7,
    ),
    "docs/recipes/mcp-server-in-ci.md": (*(f"{RECIPES}:test_a_server_is_checked_in_ci_as_printed",) * 8,),
}
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
#: Options in sentences that are those of another program.
OF_OTHERS = {"--block-network", "--allowed-hosts", "--record-mode"}


def blocks(page: str) -> list[str]:
    return [body for _, body in FENCE.findall((ROOT / page).read_text())]


def sentences(page: str) -> str:
    """The text of a page without its blocks."""
    return FENCE.sub("", (ROOT / page).read_text())


@pytest.fixture
def forge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def run(line: str, *more: str) -> tuple[int, str]:
        program, *words = shlex.split(line, comments=True)
        assert program == "forge"
        code = main([*words, *more])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


# --- every block ----------------------------------------------------------------------------------


def test_every_page_is_listed() -> None:
    assert set(PAGES) == set(TESTED)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_a_page_has_a_test_or_a_reason(page: str) -> None:
    tested = TESTED[page]

    assert len(blocks(page)) == len(tested)
    for one in tested:
        if isinstance(one, NotRun):
            assert one.reason
        else:
            module, _, name = one.partition(":")
            assert callable(getattr(import_module(f"{__package__}.{module}"), name)), one


# --- every command in a sentence ------------------------------------------------------------------


def test_every_command_that_a_sentence_names_has_these_options() -> None:
    levels = {level.words: {name for option in level.options for name in option.names} for level in command_levels()}
    named = 0
    for page in PAGES:
        for code in re.findall(r"`((?:[^`\n]|\n(?!\n))*)`", sentences(page)):
            for line in re.findall(r"(?:^|[\s(/])forge (?!-)([^)]*)", code.replace("\n", " ")):
                words = shlex.split(line.replace("…", ""))
                command = next((tuple(words[:length]) for length in (2, 1) if tuple(words[:length]) in levels), None)
                assert command is not None, f"{page}: `forge {line}` is no command"
                options = {word.partition("=")[0] for word in words if word.startswith("--")}
                assert options <= levels[command], f"{page}: `forge {line}`"
                named += 1

    assert named > 30


def test_every_option_that_a_sentence_names_exists(pytestconfig: pytest.Config) -> None:
    ours = {name for level in command_levels() for option in level.options for name in option.names}
    of_pytest = {name for option in pytestconfig._parser._anonymous.options for name in option.names()}
    for group in pytestconfig._parser._groups:
        of_pytest |= {name for option in group.options for name in option.names()}
    count = 0
    # CONTRIBUTING.md names the options of scripts.
    for page in (page for page in PAGES if page != "CONTRIBUTING.md"):
        named = set(re.findall(r"(?<![\w-])--[a-z][\w-]+\w", " ".join(re.findall(r"`([^`]*)`", sentences(page)))))
        unknown = named - ours - of_pytest - OF_OTHERS

        assert not unknown, f"{page}: {sorted(unknown)}"
        count += len(named)

    assert count > 60


# --- blocks that no other test runs ---------------------------------------------------------------


def test_the_tree_of_the_readme_names_the_folders_that_there_are() -> None:
    tree = blocks("README.md")[-1]
    named = re.findall(r"^([\w/]+)/ ", tree, re.MULTILINE)

    assert all((ROOT / folder).is_dir() for folder in named), named
    for below in re.findall(r"(\w+)/ (?:lists|measures)", tree):
        assert (ROOT / "tests" / below).is_dir(), below


def test_the_settings_of_a_program_are_read_as_printed(tmp_path: Path) -> None:
    (settings,) = blocks("docs/agents.md")
    (tmp_path / "forge.yaml").write_text(settings)

    cli = read_project_file(tmp_path).tool_settings().cli

    assert list(cli.allowed_binaries) == ["git", "curl", "jq", "python3"]
    assert (list(cli.code_runners), list(cli.network_binaries)) == (["git", "python3"], ["curl"])
    assert dict(cli.variables["git"]) == {"GIT_CONFIG_NOSYSTEM": "1"}


def test_a_server_is_checked_as_printed(forge, tmp_path: Path) -> None:
    (tmp_path / "my_server.py").write_text(PLAIN_SERVER)

    code, out = forge(blocks("docs/checking-tools.md")[0], "--checks", "valid_calls_return,fields_are_described")

    assert (code, "find_notes" in out, "fields_are_described" in out) == (1, True, True), out


def test_definitions_are_locked_and_compared_as_printed(forge, tmp_path: Path) -> None:
    lock, compare = blocks("docs/checking-tools.md")[1].splitlines()
    place = tmp_path / "tools.json"
    definition = '{"name": "ping", "description": "Answer a ping.", "input_schema": {"type": "object"}}'
    place.write_text(definition)

    assert forge(lock)[0] == 0
    assert (tmp_path / "forge.lock.json").is_file()
    assert forge(compare, "--checks", "locked_texts_are_kept")[0] == 0
    place.write_text(definition.replace("Answer a ping", "Another text"))
    code, out = forge(compare, "--checks", "locked_texts_are_kept")
    assert (code, "locked_texts_are_kept" in out) == (1, True), out


def test_the_tools_of_a_folder_are_listed_as_printed(forge, tmp_path: Path) -> None:
    script, commands, _ = blocks("docs/script-tools.md")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "tool_mine.py").write_text(script)

    code, out = forge(commands.splitlines()[0])

    assert (code, "my_custom_tool" in out) == (0, True), out
