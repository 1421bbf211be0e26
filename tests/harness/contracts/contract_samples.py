"""Contracts for tests: sampled from a schema, and then changed in one place."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

#: A contract with what must be there, and nothing else.
SMALLEST: dict[str, Any] = {
    "fluidVersion": "0.7.2",
    "kind": "DataProduct",
    "id": "sales.orders",
    "name": "Orders",
    "metadata": {"owner": {}},
    "exposes": [
        {
            "exposeId": "orders",
            "kind": "table",
            "contract": {"schema": []},
            "binding": {"platform": "local", "format": "csv", "location": {}},
        }
    ],
}

#: What the params of a task of Airflow hold, whatever it runs.
TASK_PARAMS = {"contract_path": "contract.yaml", "command": "run", "callable": "run"}


def sampled(node: dict[str, Any], random: Random, fullness: float = 0.3) -> Any:
    """Return a value that fits *node*, a schema without references; optional fields are there with the given chance."""
    if "enum" in node:
        return random.choice(node["enum"])
    kind = node.get("type", "object")
    match random.choice(kind) if isinstance(kind, list) else kind:
        case "string":
            return random.choice(node["examples"]) if "examples" in node else random.choice(["a", "1 b", "é"])
        case "integer":
            return random.randint(int(node.get("minimum", -2)), int(node.get("maximum", 9)))
        case "number":
            return random.choice([node.get("minimum", 0), node.get("maximum", 1), 0.5])
        case "boolean":
            return random.random() < 0.5
        case "array":
            least = node.get("minItems", 0)
            most = 1 if node.get("uniqueItems") else least + 1
            item = node.get("items", {"type": "boolean"})
            return [sampled(item, random, fullness) for _ in range(random.randint(least, most))]
    return _object(node, random, fullness)


def _object(node: dict[str, Any], random: Random, fullness: float) -> dict[str, Any]:
    fields = node.get("properties", {})
    if not fields and isinstance(node.get("additionalProperties"), dict):
        return {
            key: sampled(node["additionalProperties"], random, fullness) for key in ("k", "l")[: random.randint(0, 2)]
        }
    required = {*node.get("required", []), *random.choice(node.get("anyOf", [{}])).get("required", [])}
    found = {
        name: sampled(held, random, fullness) if held else random.choice([None, 1, "x"])
        for name, held in fields.items()
        if name in required or random.random() < fullness
    }
    if "taskId" in found and "params" in fields and "type" in fields:
        found |= {"params": dict(TASK_PARAMS), "provider": "local", "action": "a.b"}
    if "engine" in fields and "pattern" in fields:
        found.pop("properties", None)
        for rule in node.get("allOf", []):
            if rule["if"]["properties"]["pattern"]["const"] == found.get("pattern"):
                found["properties"] = sampled(rule["then"]["properties"]["properties"], random, fullness)
    return found


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each value within *value*, itself included."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*path, key))


#: What is done to a value: each returns the new one, or None where it does not apply.
MUTATIONS: dict[str, Callable[[Any, Random], Any]] = {
    "another kind": lambda value, random: random.choice([None, True, 0, 1, 1.5, -1, "", "x", [], {}, ["x"], {"x": 1}]),
    "an unknown field": lambda value, random: (
        {**value, random.choice(["x", "domain", "tags", "id"]): "x"} if isinstance(value, dict) else None
    ),
    "a field less": lambda value, random: _without(value, random) if isinstance(value, dict) and value else None,
    "an item less": lambda value, random: value[1:] if isinstance(value, list) and value else None,
    "an item twice": lambda value, random: (
        [*value, copy.deepcopy(value[-1])] if isinstance(value, list) and value else None
    ),
    "other letters": lambda value, random: (
        random.choice(
            [
                value.upper(),
                value.title(),
                f"{value}!",
                f"-{value}",
                f" {value} ",
                value[:-1],
                f"{value}.",
                f"{value}-1",
            ]
        )
        if isinstance(value, str)
        else None
    ),
    "another number": lambda value, random: (
        random.choice([value + 1, -value, value * 200, float(value), value / 3])
        if isinstance(value, int | float) and not isinstance(value, bool)
        else None
    ),
}


def _without(value: dict[str, Any], random: Random) -> dict[str, Any]:
    left_out = random.choice(sorted(value))
    return {key: inner for key, inner in value.items() if key != left_out}


def mutated(contract: dict[str, Any], random: Random) -> tuple[str, Any]:
    """Return a copy of *contract* that is changed in one place, and how it was changed."""
    found = list(places(contract))
    while True:
        path = random.choice(found)
        name = random.choice(list(MUTATIONS))
        own = copy.deepcopy(contract)
        holder: Any = {"": own}
        *before, last = ("", *path)
        for key in before:
            holder = holder[key]
        changed = MUTATIONS[name](holder[last], random)
        if changed is not None or name == "another kind":
            holder[last] = changed
            return f"{name} at {path}", own if path else changed
