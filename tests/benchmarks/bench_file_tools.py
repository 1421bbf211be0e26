"""What the file tools cost: an edit of 10 MB against reading and writing it, and the memory for 10 lines of 5 GB.

Run it by hand. Times are processor times, as ratios to a floor measured in the same run, in turns; the memory is that
of a process of its own, less what it had before the call.

    python tests/benchmarks/bench_file_tools.py
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.file_edit import file_edit
from forge_harness.tools.code.file_read import file_read

LINE = "a line of some forty characters, or more\n"
EDIT_TARGET, MEMORY_TARGET_MIB = 10.0, 64.0
ROUNDS = 15
NEWLINES = {"LF": "\n", "CRLF": "\r\n", "one line": ""}


def fastest(*calls: Callable[[], object]) -> list[float]:
    """Time calls in turns; the best round of each, in milliseconds of the processor."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            start = time.process_time()
            call()
            best[index] = min(best[index], (time.process_time() - start) * 1e3)
    return best


def measure_edit(root: Path, name: str, newline: str) -> None:
    """Print one line: reading and writing 10 MB, and an edit near the end of the file, with the ratio."""
    file, copy = root / "edited.txt", root / "copy.txt"
    text = (LINE * (10_000_000 // len(LINE))).replace("\n", newline)
    file.write_bytes(f"{text}first{newline}second{newline}{text[:1000]}".encode())
    words = [f"{one}\n{other}" if newline else one + other for one, other in (("first", "second"), ("third", "fourth"))]

    def floor() -> None:
        # As safe as the tool: a reader sees the old content or the new, and it is on the disk.
        with copy.open("wb") as written:
            written.write(file.read_bytes())
            written.flush()
            os.fsync(written.fileno())
        copy.replace(root / "written.txt")

    def edit() -> None:
        arguments = {"path": file.name, "old_text": words[0], "new_text": words[1]}
        result = dispatch_forge_tool(file_edit, arguments, workspace_root=root)
        assert result.ok, result.error_message
        words.reverse()

    least, ours = fastest(floor, edit)
    verdict = "ok" if ours / least <= EDIT_TARGET else "OVER"
    print(f"edit of 10 MB, {name:9} {least:8.1f} {ours:8.1f} ms {ours / least:6.1f} x  <= {EDIT_TARGET:4} {verdict}")


def measure_memory(root: Path) -> None:
    """Print one line: what a process grows by when it reads 10 lines of a sparse file of 5 GB."""
    (root / "large.txt").write_text(LINE * 100_000)
    os.truncate(root / "large.txt", 5_000_000_000)
    child = os.fork()
    if child == 0:
        before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
        result = dispatch_forge_tool(file_read, {"path": "large.txt", "limit": 10}, workspace_root=root)
        seconds = time.perf_counter() - start
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        assert result.value["text"] == LINE * 10
        verdict = "ok" if grown <= MEMORY_TARGET_MIB else "OVER"
        print(f"10 lines of 5 GB: {grown:.1f} MiB in {seconds:.2f} s  <= {MEMORY_TARGET_MIB} MiB {verdict}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)


def main() -> None:
    """Measure every kind of file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        # First: a process that has read 10 MB has room for more.
        measure_memory(root)
        print("                          read+write     edit    ratio     target")
        for name, newline in NEWLINES.items():
            measure_edit(root, name, newline)


if __name__ == "__main__":
    main()
