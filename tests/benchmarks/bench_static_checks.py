"""How many definitions a second all static checks judge, beside the floor: `json.loads` of the same definitions.

    python tests/benchmarks/bench_static_checks.py [CORPUS]

CORPUS is the folder that holds ``tool_schemas``; FORGE_CORPUS unless given. Both figures come from the same run,
the best of five.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.targets.definitions import load_definitions
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.target_error import TargetError
from pytest_forge.verdict import CheckFailure, NotApplicable

ROUNDS = 5


def main(corpus: Path) -> int:
    """Measure and print; return 1 below 1,000 definitions a second."""
    files = sorted(path for path in (corpus / "tool_schemas").rglob("*.json*") if path.is_file())
    tools, texts, read_s = [], [], 0.0
    for file in files:
        started = perf_counter()
        try:
            found = load_definitions(f"definitions:{file.name}", base=file.parent)
        except TargetError:
            continue
        read_s += perf_counter() - started
        tools += found
        texts += [
            json.dumps({"name": t.name, "description": t.description, "parameters": t.input_schema}) for t in found
        ]
    floor_s = min(_decode(texts) for _ in range(ROUNDS))
    judged_s = min(_judge([ToolFacts.from_json(tool.as_json()) for tool in tools]) for _ in range(ROUNDS))
    rate = len(tools) / judged_s
    print(f"definitions            {len(tools):>8,}")
    print(f"static checks          {sum(check.is_static for check in all_checks().values()):>8}")
    print(f"json.loads (floor)     {len(tools) / floor_s:>8,.0f} a second")
    print(f"reading the files      {len(tools) / read_s:>8,.0f} a second")
    print(f"all static checks      {rate:>8,.0f} a second, {judged_s / floor_s:.1f} x the floor; target 1,000 a second")
    return 0 if rate >= 1_000 else 1


def _decode(texts: list[str]) -> float:
    started = perf_counter()
    for text in texts:
        json.loads(text)
    return perf_counter() - started


def _judge(tools: list[ToolFacts]) -> float:
    checks = [check.judge for check in all_checks().values() if check.is_static]
    started = perf_counter()
    for tool in tools:
        for judge in checks:
            try:
                judge(tool)
            except (CheckFailure, NotApplicable):
                pass
    return perf_counter() - started


if __name__ == "__main__":
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FORGE_CORPUS")
    if not named:
        sys.exit("No corpus is named. Give its folder, or set FORGE_CORPUS.")
    sys.exit(main(Path(named)))
