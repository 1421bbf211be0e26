"""`forge completion`: bash is asked as it is at a prompt; the other scripts name the same words."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from pytest_forge.commands.completion import command_levels
from pytest_forge.commands.completion_scripts import SCRIPTS

LEVELS = command_levels()


@pytest.fixture(scope="module")
def completed():
    """Completes the last of the given words in bash."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed here")
    ask = 'eval "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _forge; printf "%s\\n" "${COMPREPLY[@]}"'
    script = SCRIPTS["bash"](LEVELS)

    def complete(*words: str) -> list[str]:
        run = ["bash", "--norc", "-c", ask, "bash", script, "forge", *words]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("ch",), ["check"]),
        (("cassettes", "l"), ["lint"]),
        (("check", "--bud"), ["--budget"]),
        (("check", "--budget", ""), ["quick", "standard", "deep"]),
        (("check", "--budget", "=", "d"), ["deep"]),
        (("check", "x.py", "--checks", "sql_v"), ["sql_values_are_bound"]),
        (("check", "--skip", "effects,sql_v"), ["effects,sql_values_are_bound"]),
        (("check", "--baseline", ""), []),
        (("check", "my"), []),
        (("explain", "sql_v"), ["sql_values_are_bound"]),
        (("cassettes", "lint", "--format", "j"), ["json"]),
        (("completion", "z"), ["zsh"]),
    ],
)
def test_bash_completes_what_is_known_and_leaves_files_to_the_shell(completed, words, expected):
    assert completed(*words) == expected


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_every_script_names_every_command_option_and_value(forge, shell):
    code, out, err = forge("completion", shell)

    assert (code, err) == (0, "")
    named = set(re.findall(r"[\w-]+", out))
    for level in LEVELS:
        assert {name for name, _ in level.commands} | set(level.values) <= named
        for option in level.options:
            assert {name.lstrip("-") for name in option.names} <= {name.lstrip("-") for name in named}
            assert {part for value in option.values for part in re.findall(r"[\w-]+", value)} <= named


def test_fish_quotes_what_a_help_contains():
    line = next(line for line in SCRIPTS["fish"](LEVELS).splitlines() if "-l level" in line and "/check" in line)

    assert (
        line
        == r"complete -c forge -n '__forge_at /check' -l level -x -a 'must should' -d '\'must\' skips SHOULD checks'"
    )


def test_an_unknown_shell_is_refused(refused):
    assert "Argument shell: invalid choice: 'tcsh'" in refused("completion", "tcsh")
