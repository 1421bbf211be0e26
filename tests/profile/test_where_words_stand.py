"""Word lists stand in profile/: no check and no oracle holds a table of words from which it guesses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "pytest_forge"
ROOMS = ("checks", "oracles")
#: Words of a table; fewer are a detail of a function.
ENOUGH = 8

#: Tables of words that do not guess, and why.
NO_GUESSES = {
    "checks/arguments/validation.py _SCHEMA_KINDS": "kinds of errors of Pydantic",
    "checks/calls/bugs.py _SURROUNDINGS": "functions of the standard library",
    "checks/calls/worlds/own_world.py _READING": "functions of the standard library",
    "checks/calls/only_computes.py _COMPUTING": "modules of the standard library",
    "checks/calls/only_computes.py _OPENING": "functions of the standard library",
    "checks/check.py FAMILIES": "families of checks",
    "checks/check.py Family": "families of checks",
    "checks/definition/schema_validity.py FOREIGN_TYPES": "types of other languages, as values of a keyword",
    "checks/errors/told_details/error_texts.py _PATH": "folders of the system",
    "checks/injection/sql_names.py _ALIKE": "keywords of SQL",
    "checks/results/provocations.py places": "functions of the standard library",
    "checks/robustness/event_loop.py _WAITING": "functions of the standard library",
    "checks/robustness/equal_calls/hash_order.py _WORDS": "values of arguments",
    "oracles/audit.py Action": "actions of the audit log",
    "oracles/audit.py _EVENTS": "actions of the audit log",
    "oracles/audit.py _NATIVE_STARTERS": "functions of the C library",
    "oracles/code_log.py _LOADING_MODULES": "names of libraries",
    "oracles/fault_errors.py _DRIVERS": "names of libraries",
    "oracles/network_use.py _PACKAGES": "names of libraries",
    "oracles/own_raises.py _IMPLICIT": "operators of Python",
    "oracles/process_state.py _SHARED_MODULES": "modules of the standard library",
    "oracles/program_state.py _C_MODULES": "modules written in C",
    "oracles/program_state.py _SETTLED": "modules whose objects keep no state",
    "oracles/secret_glance.py _ADDRESS": "schemes of addresses",
    "oracles/statement_log.py _METHODS": "methods of drivers, as names in code",
    "oracles/statement_log.py _SQL": "keywords of SQL",
}


def tables(source: str) -> dict[str, int]:
    """Return the tables of words in a module, by the name each is assigned to, or by its line."""
    tree = ast.parse(source)
    names = {id(part): name for name, value in _assignments(tree) for part in ast.walk(value)}
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        count = _words(node) + _alternatives(node)
        if count and names.get(id(node)) != "__all__":
            name = names.get(id(node), f"line {getattr(node, 'lineno', 0)}")
            found[name] = found.get(name, 0) + count
    return {name: count for name, count in found.items() if count >= ENOUGH}


def _assignments(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            yield ast.unparse(node.targets[0]), node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield ast.unparse(node.target), node.value


def _words(node: ast.AST) -> int:
    """Return the number of plain words in a collection."""
    if not isinstance(node, ast.Set | ast.Tuple | ast.List):
        return 0
    texts = [item.value for item in node.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return sum(re.fullmatch(r"[a-z]{2,}", text) is not None for text in texts)


def _alternatives(node: ast.AST) -> int:
    """Return the number of alternatives with a word in a text that may be a pattern."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and "|" in node.value):
        return 0
    plain = re.sub(r"\\.|\[[^\]]*\]", " ", node.value)
    return sum(re.search(r"[A-Za-z]{3,}", part) is not None for part in re.split(r"[|()]", plain))


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('_ASKS = frozenset({"get", "find", "list", "show", "count", "read", "look", "tell"})', ["_ASKS"]),
        ('_ASKS = re.compile(r"\\b(?:get|find|list|show|count|read|look|tell)\\b")', ["_ASKS"]),
        ('_A = r"get|find|list|show"\n_B = re.compile(f"{_A}|count|read")', []),
        ('def f(x):\n    return re.search("get|find|list|show|count|read|look|tell", x)', ["line 2"]),
        ('_DATA = ("a.txt", "b.csv", "GET", "PUT", "--all", "x=1", "{mark}", "1 + 1", "ok")', []),
        ('"""get|find|list"""', []),
    ],
)
def test_a_table_is_known_by_its_number_of_plain_words(source, names):
    assert list(tables(source)) == names


@pytest.mark.parametrize("room", ROOMS)
def test_no_table_outside_profile_guesses(room):
    found = {
        f"{path.relative_to(ROOT)} {name}"
        for path in (ROOT / room).rglob("*.py")
        if "examples" not in path.parts
        for name in tables(path.read_text())
    }

    assert found == {place for place in NO_GUESSES if place.startswith(f"{room}/")}
