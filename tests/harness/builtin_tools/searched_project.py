"""The project that the recorded searches were made in."""

from __future__ import annotations

import os
from pathlib import Path

#: The files that searches may find, newest first.
NEWEST_FIRST = {
    "ctx.txt": "l1\nl2\nhit\nl4\nl5\nl6\nl7\nhit\nl9\n",
    "mb.txt": "m" * (3 * 1024 * 1024 + 5),
    "big.txt": "b" * 2_500,
    "README.md": "# Title\nmain doc\n",
    "bin.dat": "main\0x hit\n",
    ".github/wf.yml": "main: x\n",
    "src/app.test.ts": "const x = 2\n",
    "src/app.ts": "const x = 1\n",
    "lib.go": "package main\n",
    "src/pkg/deep.go": "package pkg\n",
    "main.go": "package main\n\nfunc main() {\n}\n",
    ".hidden.go": "func main(){}\n",
}

#: The folders that no search enters.
SKIPPED_FOLDERS = [".git", "node_modules", "vendor", "__pycache__", ".venv", "dist", "build"]


def make_project(root: Path) -> None:
    skipped = {f"{above}{name}/x.go": "package main // hit\n" for name in SKIPPED_FOLDERS for above in ("", "src/")}
    for age, (path, text) in enumerate({**NEWEST_FIRST, **skipped}.items()):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (1_700_000_000 - age, 1_700_000_000 - age))
