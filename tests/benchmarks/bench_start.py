"""What the command line and the tools cost before they do anything, against a Python that imports argparse and json.

    python tests/benchmarks/bench_start.py [REPEATS]

Processor time, since the clock also counts what else the machine does; runs are interleaved, and each figure is the
median of the pairs' differences on top of the floor's median. `bench_plugin.py` measures the plugin.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
#: Without tokens, and with tokens, whose price the list of `genai-prices` is asked for once.
_CASSETTE = "cassettes/local/responses_refused_500_streamed.yaml"
_PRICED = "cassettes/local/responses_parallel_whole.yaml"
_FLOOR_NAME = 'python -c "import argparse, json"'
_FLOOR = (sys.executable, "-c", "import argparse, json")
_FORGE = (sys.executable, "-m", "forge_harness.cli.main")
_MODEL = "from pydantic import BaseModel\nclass Model(BaseModel):\n    text: str"
_BUILTINS = "import forge_harness\nforge_harness.register_builtins()"
_USED = f"from pytest_forge import use_cassette\nwith use_cassette({_CASSETTE!r}): pass"

#: Command, and the most milliseconds it may take; None where there is no target.
_ROWS: dict[str, tuple[tuple[str, ...], int | None]] = {
    "forge --help": ((*_FORGE, "--help"), 150),
    "forge explain": ((*_FORGE, "explain"), 150),
    "forge explain results_are_json": ((*_FORGE, "explain", "results_are_json"), 150),
    "forge replay CASSETTE": ((*_FORGE, "replay", _CASSETTE), 300),
    "forge replay CASSETTE, with prices": ((*_FORGE, "replay", _PRICED), 300),
    "the same without a cache folder": (("env", "XDG_CACHE_HOME=/dev/null", *_FORGE, "replay", _PRICED), None),
    "first use_cassette": ((sys.executable, "-c", _USED), None),
    "a Pydantic model": ((sys.executable, "-c", _MODEL), None),
    "register_builtins()": ((sys.executable, "-c", _BUILTINS), 150),
}


def milliseconds(command: tuple[str, ...]) -> float:
    """Return the processor time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def main(repeats: int) -> None:
    """Print the floor, and each row with its target."""
    for command, _ in _ROWS.values():
        milliseconds(command)
    floors: list[float] = []
    pairs: dict[str, list[float]] = {name: [] for name in _ROWS}
    for _ in range(repeats):
        for name, (command, _) in _ROWS.items():
            floor = milliseconds(_FLOOR)
            floors.append(floor)
            pairs[name].append(milliseconds(command) - floor)
    bottom = statistics.median(floors)
    print(f"{_FLOOR_NAME:<34} {bottom:7.1f} ms")
    for name, (_, most) in _ROWS.items():
        taken = bottom + statistics.median(pairs[name])
        target = "" if most is None else f"  (target: at most {most} ms)"
        print(f"{name:<34} {taken:7.1f} ms  {taken / bottom:5.1f} x{target}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
