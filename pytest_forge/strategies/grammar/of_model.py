"""Grammar of a Pydantic model: the grammar of its schema, with each field tested by the model.

A schema declares ``date`` where the model requires one in the past, and ``uri`` where it requires ``file:``. Tested
field by field, few values are lost; tested as a whole, nearly all would be.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, TypeAdapter

from .grammar import Checked, Choice, Node, Object, Reference, children, settle
from .random_driver import NoValueError, RandomCompiler

__all__ = ["hold_fields", "model_accepts"]

_PROBES = 20


def model_accepts(model: type[BaseModel]) -> Callable[[Any], bool]:
    """Return a test of whether *model* accepts arguments, as Python values or as JSON."""
    return _accepts(lambda value: model.model_validate(value), lambda text: model.model_validate_json(text))


def hold_fields(root: Node, model: type[BaseModel]) -> None:
    """Add tests to the fields of the settled grammar *root* for which *model* is stricter than its schema."""
    tests = dict(_field_tests(model))
    compiler, source = RandomCompiler(), random.Random("fields")  # noqa: S311  # repeatable on purpose
    for node in _roots(root):
        for name, part in node.fields.items():
            test = tests.get(name)
            if test is not None and not _always_passes(compiler, part, test, source):
                checked = Checked(part, test)
                checked.height = part.height
                node.fields[name] = checked
    settle(root)


def _roots(root: Node) -> list[Object]:
    """Return the objects at the top, which are whole calls."""
    found: list[Object] = []
    waiting: list[Node] = [root]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Object):
            found.append(node)
        elif isinstance(node, Choice | Checked | Reference):
            waiting += children(node)
    return found


def _field_tests(model: type[BaseModel]) -> list[tuple[str, Callable[[Any], bool]]]:
    tests = []
    for name, field in model.model_fields.items():
        try:
            typed: Any = Annotated[field.annotation, field]
            adapter: TypeAdapter[Any] = TypeAdapter(
                typed, config=None if _has_config(field.annotation) else model.model_config
            )
        except Exception:  # noqa: BLE001, S112  # a field that cannot be tested alone is tested with its model
            continue
        test = _accepts(adapter.validate_python, adapter.validate_json)
        alias = field.validation_alias if isinstance(field.validation_alias, str) else field.alias
        tests += [(key, test) for key in {name, alias or name}]
    return tests


def _has_config(annotation: Any) -> bool:
    return isinstance(annotation, type) and (
        issubclass(annotation, BaseModel) or hasattr(annotation, "__annotations__")
    )


def _always_passes(compiler: RandomCompiler, node: Node, test: Callable[[Any], bool], source: random.Random) -> bool:
    make = compiler.compiled(node)
    try:
        return all(test(make(source, 2)) for _ in range(_PROBES))
    except NoValueError:
        return False


def _accepts(validate: Callable[[Any], Any], validate_json: Callable[[str], Any]) -> Callable[[Any], bool]:
    def accepts(value: Any) -> bool:
        try:
            validate(value)
        except Exception:  # noqa: BLE001  # the author's validators may raise anything
            # A strict model accepts a date as text only from JSON, which is how arguments arrive.
            try:
                validate_json(json.dumps(value))
            except Exception:  # noqa: BLE001  # as above
                return False
        return True

    return accepts
