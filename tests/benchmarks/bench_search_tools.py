"""What searching costs: `glob_search` against a plain walk, `grep_search` against its engine.

Run it by hand. Every figure is a ratio to a floor measured in the same run, in turns; the time is that of the
processor, in the program and in the kernel, so that other programs do not count.

    python tests/benchmarks/bench_search_tools.py
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import re2

from forge_harness.tools.code.glob_search import GlobSearchArguments, glob_search
from forge_harness.tools.code.grep_search import GrepSearchArguments, grep_search

NAMES, FOLDERS = 20_000, 200
FILES, FILE_BYTES = 2_000, 10_000
WORDS = "def class return import value total order customer shipment invoice self index result for while if".split()
ROUNDS = 15


def fastest(*calls: Callable[[], object]) -> list[float]:
    """Time calls in turns; the best round of each, in milliseconds."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            began = time.process_time()
            call()
            best[index] = min(best[index], (time.process_time() - began) * 1e3)
    return best


def line(what: str, floor: float, ours: float, target: float | None) -> None:
    verdict = "" if target is None else f"<= {target:.0f} x  {'ok' if ours / floor <= target else 'OVER'}"
    print(f"{what:<64} {floor:9.1f} {ours:9.1f} {ours / floor:7.2f} x   {verdict}")


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


def greps(root: Path) -> None:
    chance = random.Random(1)
    for number in range(FILES):
        text = ""
        while len(text) < FILE_BYTES:
            text += "    " * chance.randint(0, 3) + " ".join(chance.choices(WORDS, k=chance.randint(2, 9))) + "\n"
        (root / f"package{number % 40}").mkdir(exist_ok=True)
        (root / f"package{number % 40}" / f"file_{number}.py").write_text(
            text + "a needle here\n" * (number % 100 == 0)
        )
    paths = list(root.rglob("*.py"))
    held = [path.read_bytes() for path in paths]

    def engine(pattern: str) -> Callable[[], object]:
        search = re2.compile(pattern.encode()).search
        return lambda: [search(data) for data in held]

    def reading(pattern: str) -> Callable[[], object]:
        search = re2.compile(pattern.encode()).search
        return lambda: [search(path.read_bytes()) for path in paths]

    def grep(pattern: str) -> Callable[[], object]:
        arguments = GrepSearchArguments(pattern=pattern)
        return lambda: grep_search(arguments, workspace_root=root)

    size = f"grep, {sum(map(len, held)) // 1_000_000} MB in {FILES} files"
    for pattern in (r"\bneedle\s+\w+", "(?i)needle|pin", "needle"):
        alone, with_reading, ours = fastest(engine(pattern), reading(pattern), grep(pattern))
        line(f"{size}, {pattern} / re2", alone, ours, 3)
        line(f"{size}, {pattern} / reading and re2", with_reading, ours, 3)


def main() -> None:
    """Measure the searches of names and of text."""
    print(f"{'':<64} {'floor ms':>9} {'ours ms':>9} {'ratio':>9}   target")
    with tempfile.TemporaryDirectory() as folder:
        globs(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        greps(Path(folder))


if __name__ == "__main__":
    main()
