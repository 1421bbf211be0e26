import os
import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points, version

import pytest

from forge_harness.cli import main as main_module


def test_the_version_is_printed(forge):
    assert forge("--version") == (0, f"forge-harness {version('forge-harness')}\n", "")


def test_help_lists_every_command(forge):
    code, out, _ = forge("--help")

    assert code == 0
    assert all(f"    {name} " in out for name in ("check", "explain", "tool"))


def test_no_words_show_the_help_and_are_a_mistake(forge):
    code, out, _ = forge()

    assert code == 2
    assert "COMMAND" in out


def test_an_unknown_command_names_the_known_ones(refused):
    assert "The command 'chekc' is unknown. The commands are build, cassettes, check, " in refused("chekc")


@pytest.mark.parametrize(
    "words", [("--nonsense",), ("check", "--nonsense", "x"), ("tool",), ("tool", "nonsense"), ("explain", "a", "b")]
)
def test_a_wrong_word_points_to_the_help(refused, words):
    assert "--help'." in refused(*words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check", "x.py", "--chekcs", "x"), "'--chekcs' is not an option of 'forge check'. Did you mean '--checks'?"),
        (("cassettes", "lint", "--formt=json"), "of 'forge cassettes lint'. Did you mean '--format'?"),
        (("explain", "a", "b"), "Unrecognized arguments: b. See 'forge explain --help'."),
    ],
)
def test_a_misspelt_option_is_told_with_the_closest_one(refused, words, told):
    assert told in refused(*words)


def test_a_hostile_word_is_not_repeated_raw(refused):
    assert "\\x1b" in refused("check", "tools.json", "\x1b[31m", "--nonsense\x1b")
    assert "\\x1b" in refused("\x1b[31m")


@pytest.fixture
def with_a_broken_command(monkeypatch):
    broken = [
        EntryPoint("broken", "no_such_package.command", "forge_harness.commands"),
        EntryPoint("function", "os:getcwd", "forge_harness.commands"),
    ]
    monkeypatch.setattr(main_module, "entry_points", lambda group: [*entry_points(group=group), *broken])


@pytest.mark.usefixtures("with_a_broken_command")
def test_a_broken_command_of_somebody_else_is_told_and_the_others_work(forge, refused):
    assert "The command 'broken' cannot be loaded" in refused("broken")
    assert "is not a module" in refused("function")
    code, out, err = forge("--help")
    assert code == 0
    assert "    check " in out
    assert err.count("forge: The command") == 2
    assert forge("explain", "call_returns")[0] == 0


def run(*words: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "forge_harness.cli.main", *words]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=120, check=False, **options)


@pytest.mark.parametrize("words", [("explain",), ("--help",), ("explain", "--format", "json")])
def test_a_reader_that_goes_away_is_no_reason_to_complain(words):
    # The pipe has no reader from the start, so that the order of events is certain.
    import os

    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(*words, stdout=writer)
    finally:
        os.close(writer)

    # argparse shows its help whether or not anybody reads it.
    assert done.returncode == (0 if words == ("--help",) else 2)
    assert done.stderr == ""


def test_a_full_disk_is_told_in_two_sentences():
    with open("/dev/full", "w") as full:
        done = run("explain", stdout=full)

    assert done.returncode == 2
    assert done.stderr.startswith("forge: The report cannot be written to standard output (No space left on device). ")


@pytest.mark.parametrize(
    ("words", "variables", "is_coloured"),
    [
        (("--color=always", "explain"), {}, True),
        (("--color", "always", "explain"), {"NO_COLOR": "1"}, True),
        (("explain", "--color=never"), {"FORCE_COLOR": "1"}, False),
        (("explain", "--color", "auto"), {"FORCE_COLOR": "1"}, True),
        (("explain",), {}, False),
    ],
)
def test_an_option_overrides_the_variables_for_colours(forge, monkeypatch, words, variables, is_coloured):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    code, out, _ = forge(*words)

    assert (code, "\x1b[" in out) == (0, is_coloured)
    assert {name: os.environ[name] for name in ("NO_COLOR", "FORCE_COLOR") if name in os.environ} == variables


def test_actions_take_the_option_for_colours_too(forge):
    code, out, _ = forge("tool", "list", "--color=always")

    assert (code, "\x1b[1m" in out) == (0, True)


def test_an_unknown_choice_of_colours_is_refused(refused):
    assert "'sometimes'" in refused("explain", "--color=sometimes")
