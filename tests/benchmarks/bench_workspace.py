"""What confinement costs: a confined open against an unchecked `os.open(dir_fd)` of the same file.

Run it by hand. Every figure is a ratio to a floor measured in the same run, in turns: a busy machine slows both.

    python tests/benchmarks/bench_workspace.py
"""

from __future__ import annotations

import os
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path

from forge_harness.workspace.beneath import Backend, has_openat2, open_beneath
from forge_harness.workspace.workspace import Workspace

DEPTHS = (1, 5, 20)
TARGETS = {"openat2": 2.5, "walk": 14.0}
CALLS, ROUNDS = 1500, 25
FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def fastest(*calls: Callable[[], object]) -> list[float]:
    """Time calls in turns; the best round of each, in microseconds a call."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            best[index] = min(best[index], timeit.timeit(call, number=CALLS) / CALLS * 1e6)
    return best


def measure(root: Path, path: str, backend: Backend) -> None:
    """Print one line: the floor, the confined open, and what tools call, with their ratios."""
    directory = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    with Workspace(root, backend=backend) as workspace:

        def unchecked() -> None:
            os.close(os.open(path, FLAGS, dir_fd=directory))

        def confined() -> None:
            os.close(open_beneath(directory, workspace.relative(path), FLAGS, backend=backend)[0])

        def unchecked_read() -> bytes:
            with open(os.open(path, FLAGS, dir_fd=directory), "rb") as file:
                return file.read()

        def confined_read() -> bytes:
            return workspace.read_bytes(path)

        def resolved() -> None:
            found = (root / path).resolve()
            found.relative_to(root)
            os.close(os.open(found, FLAGS))

        floor, ours, read_floor, read_ours, peer = fastest(unchecked, confined, unchecked_read, confined_read, resolved)
    os.close(directory)
    verdict = "ok" if ours / floor <= TARGETS[backend] else "OVER"
    print(
        f"{backend:8} {path.count('/') + 1:5} {floor:9.2f} {ours:9.2f} {ours / floor:7.2f} x"
        f"   <= {TARGETS[backend]:4} {verdict:4} {read_ours / read_floor:9.2f} x {peer / floor:12.2f} x"
    )


def main() -> None:
    """Measure every depth with every backend that works here."""
    print("backend  depth  os.open   confined   ratio      target     read_bytes   Path.resolve (not safe)")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for depth in DEPTHS:
            path = Path(*[f"folder{level}" for level in range(depth - 1)], "file.txt")
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("content")
            if has_openat2():
                measure(root, path.as_posix(), "openat2")
            measure(root, path.as_posix(), "walk")


if __name__ == "__main__":
    main()
