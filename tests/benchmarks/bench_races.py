"""Races over the file tools: 10,000 calls while somebody swaps folders and files for links, or edits the same file.

Prints what the tools let out of the workspace, and what they lost; both must be 0.

    python tests/benchmarks/bench_races.py [RACES]
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from forge_harness import ToolSettings, dispatch_forge_tool
from forge_harness.tools.catalog import builtin_tools, code_agent_tools

CANARY = "canary: nobody reads this through a tool"
EDITORS = 4
TOOLS = {tool.name: tool for tool in (*builtin_tools(ToolSettings()), *code_agent_tools(ToolSettings()))}

#: Calls of every file tool that aim at what is swapped; a number makes new names.
CALLS: dict[str, Callable[[int], dict[str, Any]]] = {
    "file_read": lambda number: {"path": ("data/orders.txt", "data")[number % 2]},
    "file_write": lambda number: {
        "path": ("data/orders.txt", f"data/new{number % 7}.txt")[number % 2],
        "content": "ours",
    },
    "file_edit": lambda number: {"path": "data/orders.txt", "old_text": "inside", "new_text": "inside"[::-1]},
    "file_patch": lambda number: {
        "operations": [
            {"action": "add", "path": f"data/patched{number}.txt", "content": "ours"},
            {"action": "update", "path": "data/orders.txt", "content": "inside"},
            {"action": "move", "path": f"data/patched{number}.txt", "new_path": f"data/moved{number}.txt"},
            {"action": "delete", "path": f"data/moved{number}.txt"},
        ]
    },
    "glob_search": lambda number: {"pattern": "**/*", "path": ("data", ".")[number % 2]},
    "grep_search": lambda number: {"pattern": "canary|inside", "path": ("data", "data/orders.txt", ".")[number % 3]},
    "directory_tree": lambda number: {"path": ("data", ".")[number % 2]},
    "file_create": lambda number: {"filename": "orders.txt", "content": "ours"},
}


@dataclass
class Outcome:
    """What a number of races came to."""

    races: int = 0
    answered: int = 0
    leaks: list[str] = field(default_factory=list)
    lost: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        leaks = self.leaks + other.leaks
        return Outcome(self.races + other.races, self.answered + other.answered, leaks, self.lost + other.lost)


def call(name: str, arguments: dict[str, Any], root: Path) -> dict[str, Any]:
    """Call a tool as a model would, and return what the model would see."""
    payload = dispatch_forge_tool(TOOLS[name], arguments, workspace_root=root).llm_payload()
    return payload if isinstance(payload, dict) else {"payload": payload}


def swapped(top: Path, names: list[str], races: int) -> Outcome:
    """Call the tools while their folder, their file and the hidden folder are swapped for links to the outside."""
    outside, root = top / "outside", top / "work"
    for folder in ("data", ".forge/files", "files"):
        (outside / folder).mkdir(parents=True)
        (outside / folder / "orders.txt").write_text(CANARY)
        (outside / folder / "canary.txt").write_text(CANARY)
    (root / "data").mkdir(parents=True)
    (root / "data" / "orders.txt").write_text("inside")
    (root / ".forge" / "files").mkdir(parents=True)
    before = snapshot(outside)
    outcome = Outcome()
    with swapping(root):
        for number in range(races):
            name = names[number % len(names)]
            payload = call(name, CALLS[name](number // len(names)), root)
            outcome.races += 1
            outcome.answered += "error" not in payload
            if "canary" in str(payload):
                outcome.leaks.append(f"{name} told {payload}")
    after = snapshot(outside)
    outcome.leaks += [f"outside: {name}" for name in before.keys() | after if before.get(name) != after.get(name)]
    return outcome


@contextlib.contextmanager
def swapping(root: Path) -> Iterator[None]:
    """Swap what the tools use for links to the outside and back, over and over, on a thread."""
    stop = threading.Event()
    places = [("data", "../outside/data"), ("data/orders.txt", "../../outside/data/orders.txt")]
    places += [(".forge", "../outside/.forge"), (".forge/files", "../../outside/files")]

    # From less than a system call to a whole call, so that links come and go at every point of one.
    pause = partial(random.Random(7).choice, (0.0, 0.00001, 0.0001, 0.0003))

    def swap() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            place, target = places[number % len(places)]
            with contextlib.suppress(OSError):
                (root / place).rename(root / "aside")
            with contextlib.suppress(OSError):
                (root / place).symlink_to(target)
                time.sleep(pause())
                (root / place).unlink()
            if not os.path.lexists(root / "aside"):
                continue
            try:
                (root / "aside").rename(root / place)
            except OSError:  # a tool has made it again
                remove(root / place)
                with contextlib.suppress(OSError):
                    (root / "aside").rename(root / place)
                remove(root / "aside")
            time.sleep(pause())

    thread = threading.Thread(target=swap, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def remove(path: Path) -> None:
    """Remove a file, a link or a folder."""
    with contextlib.suppress(OSError):
        path.unlink()
    shutil.rmtree(path, ignore_errors=True)


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    """Everything in *folder*: inode and time of change."""
    found = [(path, path.lstat()) for path in (folder, *folder.rglob("*"))]
    return {str(path): (status.st_ino, status.st_mtime_ns) for path, status in found}


def edited(top: Path, races: int) -> Outcome:
    """Edit different lines of one file at once; every edit must be there at the end."""
    root = top / "edited"
    root.mkdir()
    (root / "notes.txt").write_text("".join(f"editor {number}: 0.\n" for number in range(EDITORS)))
    turns = races // EDITORS
    refused: list[str] = []

    def edit(number: int) -> None:
        for turn in range(turns):
            texts = {"old_text": f"editor {number}: {turn}.", "new_text": f"editor {number}: {turn + 1}."}
            payload = call("file_edit", {"path": "notes.txt", **texts}, root)
            refused.extend([str(payload)] if "error" in payload else [])

    together([lambda number=number: edit(number) for number in range(EDITORS)])
    wanted = "".join(f"editor {number}: {turns}.\n" for number in range(EDITORS))
    found = (root / "notes.txt").read_text()
    missing = sum(line not in found.splitlines() for line in wanted.splitlines())
    return Outcome(turns * EDITORS, turns * EDITORS - len(refused), [], missing + len(refused))


def patched(top: Path, races: int) -> Outcome:
    """Patch at once, in folders that are made and removed, a file that is also edited; nothing may be lost or left."""
    root = top / "patched"
    root.mkdir()
    (root / "notes.txt").write_text("".join(f"editor {number}: 0.\n" for number in range(EDITORS)))
    turns = races // EDITORS
    refused: list[str] = []

    def patch(number: int) -> None:
        for turn in range(turns):
            operations = [
                {"action": "add", "path": f"made{turn % 3}/{number}-{turn}.txt", "content": "new"},
                {"action": "add", "path": f"passing/{number}/x.txt", "content": "gone"},
                {"action": "delete", "path": f"passing/{number}/x.txt"},
                {"action": "delete", "path": f"passing/{number}"},
            ]
            if number == 0:
                arguments: dict[str, Any] = {"path": "notes.txt", "old_text": f"editor 0: {turn}."}
                payload = call("file_edit", {**arguments, "new_text": f"editor 0: {turn + 1}."}, root)
            else:
                payload = call("file_patch", {"operations": operations}, root)
            refused.extend([str(payload)] if "error" in payload else [])

    together([lambda number=number: patch(number) for number in range(EDITORS)])
    made = len(list(root.glob("made*/*.txt")))
    wanted = turns * (EDITORS - 1)
    lost = wanted - made + (f"editor 0: {turns}." not in (root / "notes.txt").read_text()) + len(refused)
    lost += (root / ".forge").exists() + len(list(root.glob("passing/*")))
    return Outcome(turns * EDITORS, turns * EDITORS - len(refused), [], lost)


def together(calls: list[Callable[[], None]]) -> None:
    """Run the calls on threads, and wait for them."""
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run(top: Path, races: int) -> dict[str, Outcome]:
    """Run that many races in all: six tenths against swaps, three against edits, one against patches."""
    names = [name for name in CALLS if name in TOOLS]
    kinds = {"swapped for links": swapped(top, names, races * 6 // 10), "edited at once": edited(top, races * 3 // 10)}
    if "file_patch" in TOOLS:
        kinds["patched at once"] = patched(top, races // 10)
    return kinds


def main() -> None:
    """Print a line for each kind of race, and the sum."""
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    # The log of refused calls, and waiting for the disk, are not what is measured.
    logging.disable()
    os.fsync = lambda descriptor: None
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        kinds = run(Path(folder).resolve(), races)
    print(f"{'race':20} {'calls':>7} {'answered':>9} {'leaks':>6} {'lost updates':>13}")
    for name, kind in {**kinds, "in all": sum(kinds.values(), Outcome())}.items():
        print(f"{name:20} {kind.races:7} {kind.answered:9} {len(kind.leaks):6} {kind.lost:13}")
        for leak in kind.leaks[:5]:
            print(f"  {leak[:200]}")
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
