"""Own keys: the keys, columns and sections that a tool's own code looks up in data, with the kind of their values."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import CodeType
from typing import Any, Literal

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from .mined_constants import author_functions

__all__ = [
    "ROOM",
    "Kind",
    "asked_value",
    "constant_texts",
    "definition_of",
    "flat_values",
    "key_slot",
    "kind_of_use",
    "naming_values",
    "own_keys",
    "own_variables",
    "texts_of",
]

#: The kind of a value, as far as its use shows it; empty if it does not.
Kind = Literal["number", "text", "list", "object", "flag", ""]

ROOM = 100
"""A number from which a call can take something, and less than a call gives for more than there is."""

_MAX_KEYS, _MAX_CONSTANTS = 24, 12
_MAX_TEXT = 40
_NUMBERS = frozenset({"int", "float", "round", "abs", "Decimal", "sum", "min", "max"})
_TYPES: dict[str, Kind] = {
    "str": "text", "int": "number", "float": "number", "bool": "flag", "list": "list", "tuple": "list", "dict": "object"
}  # fmt: skip
#: What makes one collection of two.
_JOINING = (ast.BitOr, ast.Add)
_ITERATING = frozenset({"len", "sorted", "list", "set", "any", "all", "enumerate"})
_OF_TEXTS = frozenset(
    ("strip", "lower", "upper", "split", "startswith", "endswith", "replace", "casefold", "encode", "splitlines")
)
_OF_OBJECTS = frozenset(("items", "keys", "values", "get"))
#: Methods that look up a key in their first argument.
_LOOK_UPS = frozenset(("get", "pop", "has_section", "getint", "getfloat", "getboolean"))


def own_keys(tool: Tool) -> dict[str, Kind]:
    """Return the keys that a tool's code looks up, with the kind of their values, in order of appearance.

    They are keys of documents, columns of tables, and sections of settings; those of the tool's own tables are among
    them.
    """
    own, found = OwnCode(tool), dict[str, Kind]()
    read: list[tuple[ast.AST, Mapping[str, Any]]] = []
    for function in author_functions(tool):
        tree = own.tree(function.__code__.co_filename)
        node = None if tree is None else definition_of(tree, function.__code__)
        if node is not None:
            read.append((node, function.__globals__))
    told = _told_texts(read)
    for node, names in read:
        for key, kind in _keys_in(node, names, told):
            if key not in found or not found[key]:
                found[key] = kind
    return dict(list(found.items())[:_MAX_KEYS])


def texts_of(argument: ast.expr, known: Mapping[str, list[str]]) -> list[str]:
    """Return the texts that an argument may be: its own, or those of the variable of a loop over texts.

    Args:
        argument: The expression.
        known: The texts of variables, by their name.
    """
    return known.get(argument.id, []) if isinstance(argument, ast.Name) else _texts(argument)


def _told_texts(read: Iterable[tuple[ast.AST, Mapping[str, Any]]]) -> dict[str, dict[int | str, list[str]]]:
    """Return the texts that functions are passed, by their name and by the position or the name of the argument."""
    found: dict[str, dict[int | str, list[str]]] = {}
    for function, names in read:
        listed = _listed_texts(function, names)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for place, value in (*enumerate(node.args), *((word.arg, word.value) for word in node.keywords)):
                    if place is not None and (texts := texts_of(value, listed)):
                        found.setdefault(node.func.id, {}).setdefault(place, []).extend(texts)
    return found


def _listed_texts(function: ast.AST, names: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the texts over which a function runs, by the name of the variable of the loop."""
    listed: dict[str, list[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            listed.setdefault(node.target.id, []).extend(constant_texts(node.iter, names))
    return listed


def flat_values(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a call by name, those of objects in its arguments included; the outer ones count."""
    found = dict(call)
    for value in call.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, Mapping):
                found = {**flat_values(inner), **found}
    return found


def asked_value(key: str, given: Mapping[str, Any]) -> Any:
    """Return the value that a call gives for a key of a record, by its name; None if it gives none."""
    if key not in given and key.lower() == "id":
        # The argument of a tool often names the kind of the record as well.
        return next((value for name, value in given.items() if name.lower().endswith("id")), None)
    return given.get(key)


def naming_values(given: Mapping[str, Any], keys: Collection[str]) -> list[str | int]:
    """Return the values of a call that may name records although no key of the records has the argument's name.

    They are texts, or else whole numbers.
    """
    values = [value for name, value in given.items() if name not in keys and not isinstance(value, bool)]
    texts: list[str | int] = [value for value in values if isinstance(value, str)]
    return list(dict.fromkeys(texts or [value for value in values if isinstance(value, int)]))


def own_variables(tool: Tool) -> list[str]:
    """Return the names of the environment variables that a tool's functions look up when they are called."""
    own, found = OwnCode(tool), dict[str, None]()
    for function in author_functions(tool):
        tree = own.tree(function.__code__.co_filename)
        definition = None if tree is None else definition_of(tree, function.__code__)
        for node in () if definition is None else ast.walk(definition):
            if isinstance(node, ast.Subscript) and _is_environment(node.value):
                found.update(dict.fromkeys(_texts(node.slice)))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                is_look_up = node.func.attr == "getenv" or _is_environment(node.func.value)
                found.update(dict.fromkeys(_texts(node.args[0]) if is_look_up else ()))
    return list(found)


def definition_of(tree: ast.AST, code: CodeType) -> ast.AST | None:
    """Return the definition of a function in the tree of its file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= code.co_firstlineno <= node.lineno:
                return node
    return None


def _keys_in(
    function: ast.AST, names: Mapping[str, Any], told: Mapping[str, Mapping[int | str, list[str]]]
) -> Iterator[tuple[str, Kind]]:
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    listed = _listed_texts(function, names)
    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        # A helper may look up the key that it is passed.
        given = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        for place, texts in told.get(function.name, {}).items():
            name = place if isinstance(place, str) else given[place] if place < len(given) else ""
            listed.setdefault(name, []).extend(texts)
    for node in ast.walk(function):
        slot = key_slot(node)
        keys = [] if slot is None else listed.get(slot.id, []) if isinstance(slot, ast.Name) else _texts(slot)
        for key in keys:
            yield key, "" if isinstance(node, ast.Compare) else kind_of_use(node, parents)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.LtE | ast.GtE | ast.Sub):
            # {"name", "price"} <= row.keys()
            yield from ((key, "") for side in (node.left, *node.comparators) for key in _texts(side))


def key_slot(node: ast.AST) -> ast.expr | None:
    """Return the expression of a key that *node* looks up; None if it is not a look-up."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not _is_environment(node.value):
        return node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return node.args[0] if node.func.attr in _LOOK_UPS and not _is_environment(node.func.value) else None
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        # "name" in row; a name among choices is no key.
        return node.left if isinstance(node.left, ast.Constant) else None
    return None


def _is_environment(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "environ"


def _other_types(value: ast.AST, condition: ast.AST) -> list[str]:
    """Return the types but bool of which a condition asks whether a value has them."""
    asked = [
        part.args[1]
        for part in ast.walk(condition)
        if isinstance(part, ast.Call) and len(part.args) == 2 and ast.dump(part.args[0]) == ast.dump(value)
    ]
    named = [part.id for types in asked for part in ast.walk(types) if isinstance(part, ast.Name)]
    return [name for name in named if name != "bool"]


def _is_refused(condition: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Tell whether code raises where a condition holds."""
    branch = parents.get(condition)
    return isinstance(branch, ast.If) and branch.test is condition and isinstance(branch.body[0], ast.Raise)


def _compared_names(node: ast.AST | None) -> list[str]:
    """Return the names with which a comparison compares something: ``type(value) is int``."""
    sides = node.comparators if isinstance(node, ast.Compare) else []
    return [part.id for side in sides for part in ast.walk(side) if isinstance(part, ast.Name)]


def _texts(node: ast.expr) -> list[str]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return [text for text in texts if _is_key(text)]


def _is_key(text: str) -> bool:
    return text[:1].isalpha() and len(text) <= _MAX_TEXT and text.isprintable()


def constant_texts(node: ast.expr, names: Mapping[str, Any]) -> list[str]:
    """Return the texts of a literal, or of a constant of the module: a text, a collection, or the keys of a map.

    Several may be joined: ``_YES | _NO``, ``(*_OPEN, "done")``.

    Args:
        node: The expression.
        names: The global names around it.
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("keys", "items"):
        node = node.func.value
    joined = [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, _JOINING) else []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        joined = [part.value for part in node.elts if isinstance(part, ast.Starred)]
    if joined:
        own = _texts(node)
        return list(dict.fromkeys([*own, *(text for part in joined for text in constant_texts(part, names))]))
    if not isinstance(node, ast.Name):
        return _texts(node)
    value = names.get(node.id)
    parts = value if isinstance(value, tuple | list | set | frozenset | dict) else [value]
    return sorted(part for part in parts if isinstance(part, str) and _is_key(part))[:_MAX_CONSTANTS]


def kind_of_use(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Kind:
    """Return the kind of an expression's value, as far as its use shows it."""
    parent = parents.get(node)
    if isinstance(parent, ast.Call) and node in parent.args and isinstance(parent.func, ast.Name | ast.Attribute):
        name = parent.func.id if isinstance(parent.func, ast.Name) else parent.func.attr
        if name == "type":
            return next((_TYPES[one] for one in _compared_names(parents.get(parent)) if one in _TYPES), "")
        if name == "isinstance" and node is parent.args[0]:
            named = [part.id for part in ast.walk(parent.args[1]) if isinstance(part, ast.Name)]
            if _is_refused(parent, parents):
                return ""
            if named == ["bool"] and isinstance(parents.get(parent), ast.BoolOp):
                # In "isinstance(value, bool) or not isinstance(value, int)", it is a number.
                named = _other_types(node, parents[parent]) or named
            return next((_TYPES[one] for one in named if one in _TYPES), "")
        return "number" if name in _NUMBERS else "list" if name in _ITERATING else "text" if name == "str" else ""
    if isinstance(parent, ast.Attribute):
        return "text" if parent.attr in _OF_TEXTS else "object" if parent.attr in _OF_OBJECTS else ""
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return "object" if _texts(parent.slice) else ""
    if isinstance(parent, ast.For | ast.comprehension) and parent.iter is node:
        return "list"
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        return "flag"
    if isinstance(parent, ast.BinOp) and not isinstance(parent.op, ast.Mod | ast.Add | ast.BitOr):
        return "number"
    if isinstance(parent, ast.Compare) and not isinstance(parent.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot):
        values = [side.value for side in (parent.left, *parent.comparators) if isinstance(side, ast.Constant)]
        is_ordered = isinstance(parent.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE) and not values
        numbers = is_ordered or any(type(value) in (int, float) for value in values)
        return "number" if numbers else "text" if values else ""
    return ""
