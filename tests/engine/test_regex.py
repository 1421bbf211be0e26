from __future__ import annotations

import re
import subprocess
import sys

from pytest_forge import regex as regexes
from pytest_forge.regex import compile_all, regex

COUNTED = """
import re, sys
made, of_python = [], re.compile
def compiled(*given):
    module = sys._getframe(1).f_globals["__name__"]
    if module.startswith("pytest_forge.") and isinstance(given[0], str):
        made.append(module)
    return of_python(*given)
re.compile = compiled
import pytest_forge.engine.campaign
import pytest_forge.engine.serving
print(sorted(set(made)))
"""


def test_the_imports_of_a_run_compile_no_regular_expression() -> None:
    printed = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True).stdout

    # An interpreter that we do not start runs this module as well.
    assert printed.strip() in ("[]", "['pytest_forge.targets.held_values']")


def test_one_is_compiled_when_it_is_used() -> None:
    word = regex(r"\bto(\w)\b", re.IGNORECASE)

    assert "search" not in vars(word)
    assert word.search("a TOY") is not None
    assert "search" in vars(word)
    assert (word.pattern, word.groups, bool(word.flags & re.IGNORECASE)) == (r"\bto(\w)\b", 1, True)


def test_all_are_compiled_at_once() -> None:
    word = regex("all")

    compile_all()

    assert "search" in vars(word)
    assert regexes._waiting == []
