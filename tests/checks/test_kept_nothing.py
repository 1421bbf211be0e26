"""Which functions leave nothing behind that a later call could depend on."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from pytest_forge.checks.calls.kept_nothing import keep_nothing
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.subject import Subject

#: It stands alone, since the state of a function is that of all modules of its project.
_MODULE = '''
import functools
from pathlib import Path

_FOUND = {}


def count_letters(word: str) -> dict[str, int]:
    """Count letters."""
    found = {}
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
'''


@pytest.mark.parametrize(
    ("name", "keeps"),
    [("count_letters", True), ("length_kept", False), ("length_cached", False), ("word_of_file", False)],
)
def test_a_function_that_changes_its_memory_or_asks_for_files_is_not_pure(
    name: str, keeps: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "letters_alone.py"
    file.write_text(_MODULE)
    specification = importlib.util.spec_from_file_location("letters_alone", file)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "letters_alone", module)
    specification.loader.exec_module(module)
    with temporary_sandbox(seed=0) as sandbox:
        monkeypatch.chdir(sandbox.workspace)
        tool = function_tool(getattr(module, name))
        subject = Subject(found_facts(tool, name, "function"), tool, sandbox=sandbox)

        assert keep_nothing(subject, [{"word": "ada"}]) is keeps
