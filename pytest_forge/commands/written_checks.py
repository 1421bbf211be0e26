"""WrittenCheck: a check as its source declares it, read without importing it.

Importing every check takes several times as long as anything else that `forge explain` does. A declaration consists of
constants above a function with a docstring, so the source says the same; a test compares the two.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Collection, Iterator, Mapping
from importlib import resources
from typing import Any

from msgspec import Struct, field

from ..checks.check import FAMILIES
from ..regex import regex

__all__ = ["WrittenCheck", "written_checks"]

_DECLARATION = regex(r'^@check\(.*?^def \w+\(.*?:\n    r?""".*?"""', re.DOTALL | re.MULTILINE)
#: Modules of the same room: `from . import a, b`, or `from .a import …`.
_IMPORT = regex(r"^from \.(?: import (\w+(?:, \w+)*$|\([^)]*\))|(\w+) import )", re.MULTILINE)


class WrittenCheck(Struct):
    """The texts of a check; the attributes are those of `Check`."""

    id: str
    family: str
    level: str
    source: str
    promise: str
    reason: str
    codes: Mapping[str, str] = field(default_factory=dict)
    advice: Collection[str] = ()
    unseen: str = ""
    foreign: str = ""


def written_checks() -> dict[str, WrittenCheck]:
    """Return every check of this package by id, in the order of `all_checks`."""
    found: list[WrittenCheck] = []
    for room in FAMILIES:
        source = "\n".join(_modules(room))
        found += [_read(declaration.group(), source) for declaration in _DECLARATION.finditer(source)]
    return {check.id: check for family in FAMILIES for check in found if check.family == family}


def _modules(room: str) -> list[str]:
    """Return the source of each module of *room*, in the order in which Python runs them."""
    package = resources.files("pytest_forge.checks")
    if not (package / room).is_dir():
        return [(package / f"{room}.py").read_text(encoding="utf-8")]
    entered: set[str] = set()

    def modules(name: str) -> Iterator[str]:
        if name not in entered:
            entered.add(name)
            text = (package / room / f"{name}.py").read_text(encoding="utf-8")
            for names in _IMPORT.findall(text):
                for imported in re.findall(r"\w+", "".join(names)):
                    yield from modules(imported)
            yield text

    return list(modules("__init__"))


def _read(declaration: str, room: str) -> WrittenCheck:
    function = ast.parse(declaration).body[0]
    assert isinstance(function, ast.FunctionDef)  # noqa: S101  # by the pattern
    decorator = function.decorator_list[0]
    assert isinstance(decorator, ast.Call)  # noqa: S101  # the same
    promise, reason = _split(ast.get_docstring(function) or "")
    given = {str(word.arg): _value(word.value, room) for word in decorator.keywords}
    return WrittenCheck(function.name, promise=promise, reason=reason, **given)


def _split(docstring: str) -> tuple[str, str]:
    first, _, rest = inspect.cleandoc(docstring).partition("\n")
    return first, rest.strip()


def _value(node: ast.expr, room: str) -> Any:
    """Return the value of a literal, which may name constants of its family."""
    if isinstance(node, ast.Name):
        written = re.search(rf"^{node.id} = (.*?)^(?=[^\s)\]}}])", room, re.DOTALL | re.MULTILINE)
        return None if written is None else ast.literal_eval(written[1].strip())
    if isinstance(node, ast.Dict):
        value: dict[str, str] = {}
        for key, item in zip(node.keys, node.values, strict=True):
            value |= _value(item, room) if key is None else {ast.literal_eval(key): ast.literal_eval(item)}
        return value
    return ast.literal_eval(node)
