"""Which functions leave nothing behind that a later call could depend on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.checks.calls.kept_nothing import keep_nothing
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.subject import Subject

_FOUND: dict[str, int] = {}


def count_letters(word: str) -> dict[str, int]:
    """Count letters."""
    found: dict[str, int] = {}
    for letter in word:
        found[letter] = found.get(letter, 0) + 1
    return found


def length_kept(word: str) -> int:
    """Count letters, once for each word."""
    return _FOUND.setdefault(word, len(word))


@functools.lru_cache
def length_cached(word: str) -> int:
    """Count letters, once for each word."""
    return len(word)


def word_of_file(word: str) -> bool:
    """Tell whether there is a file of a name."""
    return Path(word).exists()


@pytest.mark.parametrize(
    ("function", "keeps"),
    [(count_letters, True), (length_kept, False), (length_cached, False), (word_of_file, False)],
)
def test_a_function_that_changes_its_memory_or_asks_for_files_is_not_pure(
    function: Callable[..., Any], keeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with temporary_sandbox(seed=0) as sandbox:
        monkeypatch.chdir(sandbox.workspace)
        tool = function_tool(function)
        subject = Subject(found_facts(tool, function.__name__, "function"), tool, sandbox=sandbox)

        assert keep_nothing(subject, [{"word": "ada"}]) is keeps
