"""What searching costs: `glob_search` against a plain walk, `grep_search` against its engine.

Run it by hand. Every figure is a ratio to a floor measured in the same run, in turns: a busy machine slows both.

    python tests/benchmarks/bench_search_tools.py
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from forge_harness.tools.code.glob_search import GlobSearchArguments, glob_search

NAMES, FOLDERS = 20_000, 200
ROUNDS = 15


def fastest(*calls: Callable[[], object]) -> list[float]:
    """Time calls in turns; the best round of each, in milliseconds."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            began = time.perf_counter()
            call()
            best[index] = min(best[index], (time.perf_counter() - began) * 1e3)
    return best


def line(what: str, floor: float, ours: float, target: float | None) -> None:
    verdict = "" if target is None else f"<= {target:.0f} x  {'ok' if ours / floor <= target else 'OVER'}"
    print(f"{what:<52} {floor:9.1f} {ours:9.1f} {ours / floor:7.2f} x   {verdict}")


def plain_walk(root: str, *, with_status: bool) -> int:
    """Walk with `os.scandir`, and ask each file for its time if asked to."""
    pending, seen = [root], 0
    while pending:
        with os.scandir(pending.pop()) as scan:
            for item in scan:
                seen += 1
                if item.is_dir(follow_symlinks=False):
                    pending.append(item.path)
                elif with_status:
                    item.stat(follow_symlinks=False)
    return seen


def globs(root: Path) -> None:
    for number in range(NAMES):
        folder = root / f"package{number % 20}" / f"module{number % FOLDERS}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file_{number}.{'py' if number % 2 else 'txt'}").touch()

    def glob(pattern: str) -> Callable[[], object]:
        arguments = GlobSearchArguments(pattern=pattern)
        return lambda: glob_search(arguments, workspace_root=root)

    walk, status_walk, few, half, every = fastest(
        lambda: plain_walk(str(root), with_status=False),
        lambda: plain_walk(str(root), with_status=True),
        glob("**/*9.py"),
        glob("package*/**/*.py"),
        glob("**"),
    )
    line(f"glob, 1 of 10 of {NAMES} names / scandir", walk, few, 3)
    line("glob, half of the names / scandir", walk, half, None)
    line("glob, half of the names / scandir and stat", status_walk, half, 3)
    line("glob, every name / scandir and stat", status_walk, every, 3)


def main() -> None:
    """Measure the searches of names and of text."""
    print(f"{'':<52} {'floor ms':>9} {'ours ms':>9} {'ratio':>9}   target")
    with tempfile.TemporaryDirectory() as folder:
        globs(Path(folder))


if __name__ == "__main__":
    main()
