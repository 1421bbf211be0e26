"""Orphans: cassettes whose names are a test's id, of a test that is gone.

    tests/test_chat.py::TestChat::test_hi[a]    <->    tests/cassettes/test_chat/TestChat.test_hi[a].yaml

Judged here is what the source of the test module shows without being run, so that nothing is reported that could be
wrong: a parameter, or a test that a base class or a call makes, is taken to be there. What a run has collected is
exact; see `run_record`. Files of other names may be read by anybody, and are nobody's orphan.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

__all__ = ["is_test_module", "names_a_test", "why_orphan"]

_NAME = re.compile(r"(?:(?P<classes>\w+(?:\.\w+)*)\.)?(?P<test>test\w*)", re.ASCII)
_MODULE = re.compile(r"test_\w+|\w+_test", re.ASCII)


def why_orphan(path: Path) -> str | None:
    """Return why the test of a cassette is gone, in two sentences; None if it is there, or cannot be known.

    Args:
        path: ``…/<folder>/<module>/<test>.yaml``, beside the module ``…/<module>.py``.
    """
    module = path.parent.name
    home = path.parent.parent.parent
    name = _NAME.match(path.stem)
    if name is None or path.parent.parent == path.parent:
        return None
    source = home / f"{module}.py"
    if not source.is_file():
        if not is_test_module(module) or not _has_test_modules(home):
            return None
        return (
            f"There is no test module {module!r} beside its folder any more. Remove the file, or move it to its test."
        )
    tests = _tests_of(source)
    if tests is None:
        return None
    classes, test = name["classes"], name["test"]
    if not classes and test in tests.functions:
        return None
    if classes:
        inner = classes.rpartition(".")[2]
        if inner in tests.open_classes or test in tests.methods.get(inner, ()):
            return None
    if test in tests.mentioned:
        return None
    return f"The module {module!r} has no test {name[0]!r} any more. Remove the file, or rename it with its test."


def is_test_module(name: str) -> bool:
    """Whether pytest collects modules of this name, unless it is told otherwise."""
    return _MODULE.fullmatch(name) is not None


def names_a_test(stem: str) -> bool:
    """Whether the name of a file, without its suffix, is one that a test's id makes."""
    return _NAME.match(stem) is not None


class _Tests:
    """What the source of a module shows of its tests."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions: set[str] = set()
        self.methods: dict[str, set[str]] = {}
        #: Classes that may have tests of a class that is not seen.
        self.open_classes: set[str] = set()
        #: Names in texts and assignments, with which tests can be made.
        self.mentioned: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.add(node.name)
            elif isinstance(node, ast.ClassDef):
                own = {one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
                self.methods.setdefault(node.name, set()).update(own)
                if node.bases or node.keywords:
                    self.open_classes.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.mentioned.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                self.mentioned.add(node.value)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                self.mentioned.update(alias.asname or alias.name for alias in node.names)


@lru_cache(maxsize=512)
def _tests_of(source: Path) -> _Tests | None:
    try:
        tree = ast.parse(source.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree)):
        return None
    return _Tests(tree)


def _has_test_modules(home: Path) -> bool:
    return any(is_test_module(file.stem) for file in home.glob("*.py"))
