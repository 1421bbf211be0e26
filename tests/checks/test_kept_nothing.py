"""Which functions leave nothing behind that a later call could depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

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
_ASKING = """
import json, os
import words
from pytest_forge.checks.calls.kept_nothing import keep_nothing
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.subject import Subject

found = {}
for name in ("count_letters", "length_kept", "length_cached", "word_of_file"):
    with temporary_sandbox(seed=0) as sandbox:
        os.chdir(sandbox.workspace)
        tool = function_tool(getattr(words, name))
        subject = Subject(found_facts(tool, name, "function"), tool, sandbox=sandbox)
        found[name] = keep_nothing(subject, [{"word": "ada"}])
        os.chdir("/")
print(json.dumps(found))
"""


def test_a_function_that_changes_its_memory_or_asks_for_files_keeps_something(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(_MODULE)

    # In a process of its own, as a host has: what other tests have loaded may be more than is looked at.
    done = subprocess.run([sys.executable, "-c", _ASKING], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == {
        "count_letters": True,
        "length_kept": False,
        "length_cached": False,
        "word_of_file": False,
    }
