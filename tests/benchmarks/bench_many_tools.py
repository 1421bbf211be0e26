"""What a run of many tools costs: one worker, two workers, and two shards put together, with equal results.

    python tests/benchmarks/bench_many_tools.py [TOOLS] [BUDGET]

TOOLS is 200 unless given, BUDGET quick. A fifth of the tools has a defect. Returns 1 if the reports differ in anything
but the time. Processor time and memory are those of all processes. The shards run one after the other; on two machines
they take the time of the longer one.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_FORGE = (sys.executable, "-m", "forge_harness.cli.main")
_HEAD = '''
"""Tools of a shop."""
import json
import os
import sqlite3
from pathlib import Path
from typing import Literal
'''
_KINDS = (
    '''
def convert_{name}(amount: float, rate: float = {number}.5) -> dict:
    """Convert an amount of {name}."""
    return {{"{name}": round(amount * rate, {number} % 4), "rate": rate}}
''',
    '''
def find_{name}(query: str, limit: int = {number}) -> list[str]:
    """Search the names of {name} by a part of them."""
    return [name for name in ("red {name}", "old {name}") if query.lower() in name][:limit]
''',
    '''
def read_{name}(file: str) -> str:
    """Read a note about {name} from the folder of notes."""
    notes = Path("notes").resolve()
    place = (notes / file).resolve()
    if not place.is_relative_to(notes) or not place.is_file():
        raise ValueError("There is no such note. Name a file in the folder of notes.")
    return place.read_text()
''',
    '''
def plan_{name}(day: Literal["mon", "tue", "wed"], urgent: bool = False) -> str:
    """Plan a delivery of {name}."""
    return f"{name} on {{day}}" + (" at once" if urgent else " within {number} days")
''',
    # Five defects in turn: a crash, a path out of the folder, SQL, an unstable result, a missing description.
    (
        '''
def share_{name}(total: int, parts: int) -> float:
    """Divide a total of {name} into parts."""
    return total / parts
''',
        '''
def show_{name}(file: str) -> str:
    """Read a note about {name} from the folder of notes."""
    return open("notes/" + file).read()
''',
        '''
def list_{name}(owner: str) -> list:
    """List the {name} of an owner."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE owned (owner TEXT, name TEXT)")
    base.execute("INSERT INTO owned VALUES ('ann', 'first')")
    return base.execute("SELECT name FROM owned WHERE owner = '" + owner + "'").fetchall()
''',
        '''
def sort_{name}(words: list[str]) -> list[str]:
    """Return the words about {name}, each once."""
    return list(set(words))
''',
        """
def note_{name}(text: str) -> str:
    return text
""",
    ),
)


def tools(number: int) -> str:
    """Return a module with that many tools."""
    parts = [_HEAD]
    for place in range(number):
        kind = _KINDS[place % len(_KINDS)]
        text = kind if isinstance(kind, str) else kind[place // len(_KINDS) % len(kind)]
        parts.append(text.format(name=f"item_{place}", number=place % 7 + 2))
    return "\n".join(parts)


def run(folder: Path, *words: str) -> tuple[float, float]:
    """Return the seconds and the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run([*_FORGE, *words], cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode not in (0, 1):
        print(f"exit code {done.returncode}: {done.stderr[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(folder: Path, name: str) -> dict[str, Any]:
    """Return a report without what the clock decides."""
    value = json.loads((folder / name).read_text())
    for timed in (value["summary"], *value["results"]):
        del timed["seconds"]
    return value


def main(number: int, budget: str) -> int:
    """Measure and print; return 1 if the reports differ."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "many.py").write_text(tools(number))
        check = ("check", "many.py", "--store", "off", "--budget", budget, "--format", "json")
        print(f"{number} tools at {budget}", flush=True)
        first = 0.0
        for label, words in (
            ("1 worker", (*check, "--workers", "1", "--output", "one.json")),
            ("2 workers", (*check, "--workers", "2", "--output", "two.json")),
            ("shard 1/2", (*check, "--workers", "1", "--shard", "1/2", "--output", "part1.json")),
            ("shard 2/2", (*check, "--workers", "1", "--shard", "2/2", "--output", "part2.json")),
            ("merge", ("report", "merge", "part1.json", "part2.json", "--format", "json", "--output", "merged.json")),
        ):
            seconds, cpu = run(folder, *words)
            first = first or seconds
            print(f"{label:<12} {seconds:8.1f} s {first / seconds:7.2f} x {cpu:8.1f} s of processor time", flush=True)
        whole = report(folder, "one.json")
        print(whole["summary"])
        print(f"most memory of one process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")
        code = 0
        for other in ("two.json", "merged.json"):
            if report(folder, other) != whole:
                print(f"{other} differs: {_differences(whole, report(folder, other))}")
                code = 1
        return code


def _differences(whole: dict[str, Any], other: dict[str, Any]) -> list[str]:
    theirs = {(one["tool"], one["check"]): one for one in other["results"]}
    ours = {(one["tool"], one["check"]): one for one in whole["results"]}
    differing = [key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)]
    return [f"{key}: {ours.get(key)} {theirs.get(key)}" for key in sorted(differing)[:5]]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "quick"))
