"""Orphans: cassettes named after a test that no longer exists.

    tests/test_chat.py::TestChat::test_hi[a]    <->    tests/cassettes/test_chat/TestChat.test_hi[a].yaml

The source of the test module decides, without being run, and in doubt a test exists: parameters, and tests that a base
class or a call may define. The tests collected by a run are exact; see `run_record`. Files with other names may be used
by any code and are never orphans.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

from ...regex import regex

__all__ = ["is_test_module", "names_a_test", "why_orphan"]

_NAME = regex(r"(?:(?P<classes>\w+(?:\.\w+)*)\.)?(?P<test>test\w*)", re.ASCII)
_MODULE = regex(r"test_\w+|\w+_test", re.ASCII)


def why_orphan(path: Path) -> str | None:
    """Return why a cassette is an orphan, in two sentences; None if its test exists or may exist.

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
            f"The test module {module!r} no longer exists next to its folder. Remove the file, or move it to its test."
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
    return f"The module {module!r} no longer has a test {name[0]!r}. Remove the file, or rename it with its test."


def is_test_module(name: str) -> bool:
    """Whether pytest collects modules of this name by default."""
    return _MODULE.fullmatch(name) is not None


def names_a_test(stem: str) -> bool:
    """Whether a file name, without its suffix, is derived from a test's id."""
    return _NAME.match(stem) is not None


class _Tests:
    """The tests in the source of a module."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions: set[str] = set()
        self.methods: dict[str, set[str]] = {}
        #: Classes that may inherit tests from another module.
        self.open_classes: set[str] = set()
        #: Names in strings and assignments, which may define tests.
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
