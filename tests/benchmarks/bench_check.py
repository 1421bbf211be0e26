"""What `forge check` costs from the command to the verdict, against the imports of the two processes that it needs.

    python tests/benchmarks/bench_check.py [REPEATS]

Processor time of all processes, since the clock also counts what else the machine does; runs are interleaved, and the
figures are medians. The clock is shown beside it: on an idle machine it is what a user waits. Forks are those of the
processes that import us, counted by a module that each of them loads at its start.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_FORGE = (sys.executable, "-m", "forge_harness.cli.main", "check", "--store", "off")
_FLOOR_NAME = "imports of command and host"
_FLOOR = (
    (sys.executable, "-c", "import pytest_forge.commands.check"),
    (sys.executable, "-c", "import pytest_forge.engine.host, pytest_forge.engine.serving"),
)
_TWO_LINES = 'def f(x: int) -> int:\n    """Return the number."""\n    return x\n'
#: Plain tools of five kinds, each with ten names and numbers.
_KINDS = (
    """
def convert_{noun}(amount: float, rate: float = {number}.5) -> dict:
    '''Convert an amount of {noun}.'''
    return {{"{noun}": round(amount * rate, {number} % 4), "rate": rate}}
""",
    """
def find_{noun}(query: str, limit: int = {number}) -> list[str]:
    '''Search the {noun} names by a part of them.'''
    return [name for name in ("red {noun}", "old {noun}", "small {noun}") if query.lower() in name][:limit]
""",
    """
def plan_{noun}(day: Literal["mon", "tue", "wed"], urgent: bool = False) -> str:
    '''Plan a delivery of {noun}.'''
    return f"{noun} on {{day}}" + (" at once" if urgent else " within {number} days")
""",
    """
def count_{noun}(words: list[str]) -> dict[str, int]:
    '''Count the words about {noun}.'''
    return {{"all": len(words), "{noun}": sum("{noun}" in word for word in words)}}
""",
    """
def label_{noun}(name: str, width: int = {number}) -> str:
    '''Write a label for {noun}.'''
    if not 0 < width <= 80:
        raise ValueError("The width must be between 1 and 80.")
    return name[:width].ljust(width, ".")
""",
)
_NOUNS = ("apples", "bolts", "chairs", "doors", "eggs", "flags", "grapes", "hats", "inks", "jars")
_FIFTY = "from typing import Literal\n" + "".join(
    kind.format(noun=noun, number=number) for number, noun in enumerate(_NOUNS, start=3) for kind in _KINDS
)
#: Of each target: the most seconds by the clock, and the most forks; None where there is no target.
_ROWS: dict[str, tuple[float, int | None]] = {
    "two_lines.py:f": (1.5, 10),
    "shop_tools.py": (4.0, None),
    "fifty.py": (25.0, None),
}
_COUNTER = """
import os
_log = os.open({place!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
os.register_at_fork(before=lambda: os.write(_log, b"."))
"""


def run(folder: Path, *command: str) -> tuple[float, float, int]:
    """Return the processor time and the time by the clock of one command in seconds, and its forks."""
    log = folder / "counter" / "forks"
    log.write_bytes(b"")
    # Users keep compiled files.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(log.parent)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode not in (0, 1):
        raise SystemExit(f"{command} exited with code {ended.returncode}.")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, seconds, log.stat().st_size


def main(repeats: int) -> None:
    """Print the floor, and each target with its seconds and forks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "counter").mkdir()
        (folder / "counter" / "sitecustomize.py").write_text(_COUNTER.format(place=str(folder / "counter" / "forks")))
        (folder / "two_lines.py").write_text(_TWO_LINES)
        (folder / "fifty.py").write_text(_FIFTY)
        (folder / "shop_tools.py").write_bytes((_ROOT / "fixtures" / "shop_tools.py").read_bytes())
        run(folder, *_FLOOR[0])
        floors: list[float] = []
        taken: dict[str, list[tuple[float, float, int]]] = {target: [] for target in _ROWS}
        for _ in range(repeats):
            floors.append(sum(run(folder, *command)[0] for command in _FLOOR))
            for target, runs in taken.items():
                runs.append(run(folder, *_FORGE, target))
    floor = statistics.median(floors)
    print(f"{_FLOOR_NAME:<28} {floor:6.2f} s processor time")
    for target, (most_s, most_forks) in _ROWS.items():
        cpu, seconds, forks = (statistics.median(column) for column in zip(*taken[target], strict=True))
        limit = "" if most_forks is None else f", {most_forks} forks"
        print(
            f"{target:<28} {cpu:6.2f} s processor time  {cpu / floor:5.1f} x  {seconds:6.2f} s by the clock  "
            f"{forks:4.0f} forks  (target: at most {most_s:g} s{limit})"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
