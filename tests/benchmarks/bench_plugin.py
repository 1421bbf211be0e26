"""What loading the plugin adds to a pytest run that does not use it, against the same run without it.

    python tests/benchmarks/bench_plugin.py [REPEATS]

Processor time, since the clock also counts what else the machine does; runs are interleaved, and the figure is the
difference of the medians.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

#: No other plugin of this environment, so that what ours imports is not there already.
_WORDS = (
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
    "-p",
    "no:hypothesispytest",
    "-p",
    "no:xdist",
    "-p",
    "no:anyio",
)


def milliseconds(folder: Path, *words: str) -> float:
    """Return the processor time of one pytest run in *folder*."""
    # Users keep compiled files, pytest's rewritten ones included.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", *_WORDS, *words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def main(repeats: int) -> None:
    """Print both medians and their difference."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_nothing.py").write_text("def test_nothing(): pass\n")
        milliseconds(folder)
        pairs = [(milliseconds(folder, "-p", "no:forge"), milliseconds(folder)) for _ in range(repeats)]
    bare, loaded = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"pytest without the plugin  {bare:7.1f} ms")
    print(f"pytest with the plugin     {loaded:7.1f} ms")
    print(f"the plugin costs           {loaded - bare:7.1f} ms  (target: at most 30 ms)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
