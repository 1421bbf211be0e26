"""How many schemas arguments can be made for, how many of them are accepted, and how fast both drivers are.

    python tests/benchmarks/bench_arguments.py [CORPUS] [--values N]

CORPUS is the folder that holds ``tool_schemas`` and ``json_schemas``; FORGE_CORPUS unless given. Acceptance is
jsonschema's, formats included. Speed is measured on 60 tool schemas, the best of three, beside two floors of the same
run: `st.builds` on equivalent Pydantic models, and a plain random walk over the schema.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any, Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.validators import validator_for
from pydantic import Field, create_model

from pytest_forge import UnsupportedSchemaError
from pytest_forge.strategies.grammar.hypothesis_driver import compile_hypothesis
from pytest_forge.strategies.grammar.of_schema import schema_grammar
from pytest_forge.strategies.grammar.random_driver import compile_random, random_values
from pytest_forge.strategies.schemas.foreign_types import with_json_types
from pytest_forge.targets.definitions import load_definitions
from pytest_forge.targets.target_error import TargetError

ROUNDS = 3
TIMED_SCHEMAS = 60
_DRAFTS = {
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
QUIET = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}


def main(corpus: Path, values: int) -> int:
    """Measure and print; return 1 if a value was refused or a ratio is below its target."""
    tools = list(_tool_schemas(corpus / "tool_schemas"))
    sets = {
        "tool schemas": (tools, True),
        "JSONSchemaBench": (list(_bench_schemas(corpus / "json_schemas" / "jsonschemabench")), False),
        "recorded output schemas": (list(_recorded(corpus / "json_schemas" / "recorded_output_schemas.jsonl")), False),
        "JSON Schema Test Suite": (list(_suite(corpus / "json_schemas" / "json_schema_test_suite")), False),
    }
    refused = 0
    print(f"{'':26}{'schemas':>9}{'supported':>11}{'share':>8}{'values':>9}{'refused':>9}{'checked':>9}")
    for name, (schemas, as_object) in sets.items():
        refused += _cover(name, schemas, values, as_object=as_object)
    slow, fast = _speed(tools)
    return 1 if refused or slow < 0.8 or fast < 0.3 else 0


def _cover(name: str, schemas: list[Any], values: int, *, as_object: bool) -> int:
    supported = made = refused = inexact = 0
    reasons: dict[str, int] = {}
    for schema in schemas:
        try:
            grammar = schema_grammar(schema, as_object=as_object)
        except UnsupportedSchemaError as error:
            reason = str(error).split(":")[0].split(",")[0][:60]
            reasons[reason] = reasons.get(reason, 0) + 1
            continue
        supported += 1
        inexact += not grammar.is_exact
        accepts = _judge(schema)
        found = list(random_values(grammar.root, seed=1, limit=values)) + _drawn(grammar.root, values)
        made += len(found)
        refused += sum(not accepts(value) for value in found)
    share = supported / max(1, len(schemas))
    print(f"{name:26}{len(schemas):>9,}{supported:>11,}{share:>8.1%}{made:>9,}{refused:>9,}{inexact:>9,}")
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"    {count:>5}  {reason}")
    return refused


def _judge(schema: Any) -> Callable[[Any], bool]:
    validator = validator_for(schema, default=Draft202012Validator)(schema, format_checker=FormatChecker())

    def accepts(value: Any) -> bool:
        try:
            return bool(validator.is_valid(value))
        except Exception as error:  # patterns that Python does not know
            return type(error).__name__ == "error"

    return accepts


def _drawn(root: Any, count: int) -> list[Any]:
    found: list[Any] = []

    @settings(max_examples=count, **QUIET)
    @given(compile_hypothesis(root))
    def collect(value: Any) -> None:
        found.append(value)

    try:
        collect()
    except Exception as error:  # too few examples are a figure, not the end
        if type(error).__name__ not in ("Unsatisfiable", "FailedHealthCheck"):
            raise
    return found


def _tool_schemas(folder: Path) -> Iterator[Any]:
    for file in sorted(path for path in folder.rglob("*.json*") if path.is_file()):
        try:
            facts = load_definitions(f"definitions:{file.name}", base=file.parent)
        except TargetError:
            continue
        for tool in facts:
            if isinstance(tool.input_schema, dict):
                yield with_json_types(tool.input_schema)


def _bench_schemas(folder: Path) -> Iterator[Any]:
    for file in sorted(folder.rglob("*.json")):
        yield json.loads(file.read_text())["schema"]


def _recorded(file: Path) -> Iterator[Any]:
    for line in file.read_text().splitlines():
        entry = json.loads(line)
        yield with_json_types(entry.get("schema", entry))


def _suite(folder: Path) -> Iterator[Any]:
    for file in sorted(folder.rglob("*.json")):
        groups = json.loads(file.read_text()) if "remotes" not in file.parts else []
        for group in groups if isinstance(groups, list) else []:
            # What no value fits, or none but what is in other files, is not asked for.
            if any(test["valid"] for test in group["tests"]) and "localhost:1234" not in json.dumps(group["schema"]):
                drafted = isinstance(group["schema"], dict) and file.parts[-2] in _DRAFTS
                yield {"$schema": _DRAFTS[file.parts[-2]], **group["schema"]} if drafted else group["schema"]


def _speed(tools: list[Any]) -> tuple[float, float]:
    """Print both drivers' rates beside their floors; return the ratios."""
    chosen = []
    for schema in tools[:: max(1, len(tools) // 400)]:
        if (
            len(chosen) < TIMED_SCHEMAS
            and len(schema.get("properties") or {}) >= 2
            and "$ref" not in json.dumps(schema)
        ):
            try:
                chosen.append((schema_grammar(schema, as_object=True), schema, _builds(schema, "Model")))
            except (UnsupportedSchemaError, _NotPlain):
                continue
    warm = chosen[:2]
    _hypothesis_rate([grammar_strategy(entry) for entry in warm], 20)
    _hypothesis_rate([entry[2] for entry in warm], 20)
    ours = max(_hypothesis_rate([grammar_strategy(entry) for entry in chosen], 100) for _ in range(ROUNDS))
    builds = max(_hypothesis_rate([entry[2] for entry in chosen], 100) for _ in range(ROUNDS))
    makers = [compile_random(entry[0].root) for entry in chosen]
    fast = max(_rate([lambda source, make=make: make(source) for make in makers]) for _ in range(ROUNDS))
    walks = [lambda source, schema=schema: _walk(schema, source) for _, schema, _ in chosen]
    walk = max(_rate(walks) for _ in range(ROUNDS))
    print(f"\nspeed on {len(chosen)} tool schemas, examples a second of processor time")
    print(f"Hypothesis driver      {ours:>10,.0f}   {ours / builds:.2f} x st.builds; target 0.8")
    print(f"st.builds (floor)      {builds:>10,.0f}")
    print(f"random driver          {fast:>10,.0f}   {fast / walk:.2f} x the walk; target 0.3")
    print(f"random walk (floor)    {walk:>10,.0f}")
    return ours / builds, fast / walk


def grammar_strategy(entry: Any) -> st.SearchStrategy[Any]:
    """Return the strategy of an entry's grammar."""
    return compile_hypothesis(entry[0].root)


def _hypothesis_rate(strategies: list[st.SearchStrategy[Any]], count: int) -> float:
    made, started = 0, process_time()
    for strategy in strategies:

        @settings(max_examples=count, **QUIET)
        @given(strategy)
        def draw(value: Any) -> None:
            nonlocal made
            made += 1

        draw()
    return made / (process_time() - started)


def _rate(makers: list[Callable[[random.Random], Any]], count: int = 1_000) -> float:
    source, started = random.Random(1), process_time()
    for make in makers:
        for _ in range(count):
            make(source)
    return len(makers) * count / (process_time() - started)


class _NotPlain(Exception):
    """The schema has no plain equivalent in Pydantic."""


def _builds(schema: dict[str, Any], name: str) -> st.SearchStrategy[Any]:
    """Return `st.builds` on a model equivalent to *schema*, every field given."""
    fields, strategies = {}, {}
    required = schema.get("required") or []
    for index, (key, node) in enumerate((schema.get("properties") or {}).items()):
        annotation, strategy = _field(node, f"{name}{index}")
        fields[f"f{index}"] = (annotation, Field(...) if key in required else Field(None))
        strategies[f"f{index}"] = strategy
    model = create_model(name, **fields)
    return st.builds(model, **strategies)


def _field(node: dict[str, Any], name: str) -> tuple[Any, st.SearchStrategy[Any]]:
    kind = node.get("type")
    if "enum" in node:
        return Literal[tuple(node["enum"])], st.sampled_from(node["enum"])
    if set(node) & {"anyOf", "oneOf", "allOf", "$ref", "pattern", "format", "const", "multipleOf", "not", "if"}:
        raise _NotPlain
    if kind == "string":
        return str, st.text(min_size=node.get("minLength", 0), max_size=node.get("maxLength"))
    if kind == "integer":
        return int, st.integers(node.get("minimum"), node.get("maximum"))
    if kind == "number":
        low, high = node.get("minimum"), node.get("maximum")
        return float, st.floats(low, high, allow_nan=False, allow_infinity=False)
    if kind == "boolean":
        return bool, st.booleans()
    if kind == "array" and isinstance(node.get("items"), dict):
        inner, strategy = _field(node["items"], name)
        return list[inner], st.lists(strategy, min_size=node.get("minItems", 0), max_size=node.get("maxItems"))  # type: ignore[valid-type]
    if kind == "object" and node.get("properties"):
        strategy = _builds(node, name)
        return Any, strategy
    raise _NotPlain


def _walk(node: Any, source: random.Random) -> Any:
    """Return a value by the plainest walk over the schema there is."""
    if "enum" in node:
        return source.choice(node["enum"])
    kind = node.get("type")
    if kind == "object":
        required = node.get("required", ())
        return {
            name: _walk(part, source)
            for name, part in (node.get("properties") or {}).items()
            if name in required or source.random() < 0.5
        }
    if kind == "array":
        return [_walk(node.get("items") or {}, source) for _ in range(source.randint(0, 4))]
    if kind == "integer":
        return source.randint(node.get("minimum", -1000), node.get("maximum", 1000))
    if kind == "number":
        return source.uniform(node.get("minimum", -1000), node.get("maximum", 1000))
    if kind == "boolean":
        return source.random() < 0.5
    least = node.get("minLength", 0)
    count = source.randint(least, min(node.get("maxLength", least + 12), least + 12))
    return "".join(source.choices("abcdefghijklmnopqrstuvwxyz0123456789 _-", k=count))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", nargs="?", default=os.environ.get("FORGE_CORPUS"))
    parser.add_argument("--values", type=int, default=20)
    asked = parser.parse_args()
    if not asked.corpus:
        sys.exit("No corpus is named. Give its folder, or set FORGE_CORPUS.")
    warnings.simplefilter("ignore")
    sys.exit(main(Path(asked.corpus), asked.values))
