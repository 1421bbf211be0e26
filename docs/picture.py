"""Record the terminal that README.md shows: python docs/picture.py writes docs/terminal.svg.

The commands run in a terminal of a fixed width, on the example of `forge demo`. Their colours become classes of the
picture, which has a light and a dark palette.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import threading
from collections.abc import Callable, Iterator
from html import escape
from importlib import resources
from pathlib import Path

#: Words, folder, descriptor of a terminal -> exit code.
Run = Callable[[list[str], Path, int], int]

PLACE = Path(__file__).parent / "terminal.svg"
TITLE = "forge check finds two defects, and forge replay shows a drift"
DESCRIPTION = (
    "A terminal with two commands. The first, forge check, judges three tools of a shop. It finds that split_bill "
    "raises ZeroDivisionError for zero guests and that find_orders puts its argument into an SQL statement, each with "
    "the call that shows it and the command that repeats it. The second, forge replay, makes the calls of a recorded "
    "session again and finds that the price of a bread was 300 cents when it was recorded, and is 320 today."
)
COMMANDS = (
    "forge check shop_tools.py --checks sql_values_are_bound,valid_calls_do_not_crash",
    "forge replay session.yaml --tools shop_tools.py",
)
COLUMNS = 100
#: Palettes; `plain` is what has no colour. Each has a contrast of at least 4.5 to its ground.
LIGHT = {
    "ground": "#ffffff",
    "plain": "#1f2328",
    "dim": "#59636e",
    "red": "#b3261e",
    "green": "#116329",
    "yellow": "#7d4e00",
}
DARK = {
    "ground": "#0d1117",
    "plain": "#e6edf3",
    "dim": "#9198a1",
    "red": "#ff8a80",
    "green": "#56d364",
    "yellow": "#e3b341",
}

_EXAMPLE = "pytest_forge.commands.demo_project"
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_CELL, _LINE, _MARGIN, _FONT = 8, 19, 20, 13
_CLASSES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow"}
_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def recorded(run: Run | None = None) -> str:
    """Run the commands and return what the terminal shows, with the prompts and the codes of the colours.

    Args:
        run: Runs `forge` with some words in a folder, writes to the descriptor, and returns the exit code; by default
            in a process of its own.
    """
    run = run or _run_forge
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("shop_tools.py", "session.yaml"):
            shutil.copy(str(resources.files(_EXAMPLE) / file), folder)
        shown = [f"\x1b[1m$ {line}\x1b[0m\n\n{_output(shlex.split(line)[1:], folder, run)}" for line in COMMANDS]
    return "\n".join(shown)


def picture(text: str, *, columns: int = COLUMNS) -> str:
    """Return *text* as an SVG.

    Args:
        text: As a terminal gets it, with the codes of `Paint`.
        columns: Width of the terminal; a longer line goes on below.

    Raises:
        ValueError: If the text has another escape sequence.
    """
    rows = [row for line in text.splitlines() for row in _rows(list(_runs(line)), columns)]
    width, height = columns * _CELL + 2 * _MARGIN, len(rows) * _LINE + 2 * _MARGIN
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title description">',
        f'<title id="title">{escape(TITLE)}</title>',
        f'<desc id="description">{escape(DESCRIPTION)}</desc>',
        "<style>",
        f"text {{ font: {_FONT}px {_FONTS}; white-space: pre; fill: var(--plain); }}",
        "rect { fill: var(--ground); stroke: var(--dim); }",
        ".bold { font-weight: 700; }",
        *(f"text.{name} {{ fill: var(--{name}); }}" for name in ("dim", "red", "green", "yellow")),
        _palette(LIGHT),
        f"@media (prefers-color-scheme: dark) {{ {_palette(DARK)} }}",
        "</style>",
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
    ]
    for number, row in enumerate(rows):
        y, column = _MARGIN + _LINE * number + _FONT, 0
        for classes, piece in row:
            words = f' class="{classes}"' if classes else ""
            # The length keeps the columns, whatever font the reader has.
            place = f'x="{_MARGIN + column * _CELL}" y="{y}" textLength="{len(piece) * _CELL}"'
            if piece.strip():
                lines.append(f"<text {place}{words}>{escape(piece)}</text>")
            column += len(piece)
    return "\n".join([*lines, "</svg>", ""])


def _output(words: list[str], folder: Path, run: Run) -> str:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    pieces: list[bytes] = []
    # A terminal holds a few thousand bytes; whoever writes more waits for a reader.
    reader = threading.Thread(target=lambda: pieces.extend(_read(ours)))
    reader.start()
    try:
        code = run([*words, "--color=always"], folder, theirs)
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)
    if code > 1:
        raise SystemExit(f"'forge {shlex.join(words)}' exited with {code}. Mend what it tells, and record again.")
    return b"".join(pieces).decode().replace("\r\n", "\n")


def _run_forge(words: list[str], folder: Path, terminal: int) -> int:
    # The store of earlier findings is the reader's own.
    variables = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-m", "forge_harness.cli.main", *words]
    return subprocess.run(command, cwd=folder, env=variables, stdout=terminal, check=False).returncode


def _read(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(descriptor, 65536)
        except OSError:
            # So a terminal ends on Linux.
            return
        if not data:
            return
        yield data


def _runs(line: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a line, each with its classes."""
    active: list[str] = []
    for number, part in enumerate(_CODE.split(line)):
        if number % 2:
            codes = [code for code in part.split(";") if code not in ("", "0")]
            unknown = [code for code in codes if code not in _CLASSES]
            if unknown:
                raise ValueError(f"The colour {unknown[0]!r} is unknown. Give it a class and a place in both palettes.")
            active = [*active, *(_CLASSES[code] for code in codes)] if codes else []
        elif "\x1b" in part:
            raise ValueError(f"{part!r} has an escape sequence that is not a colour. Print it for a plain terminal.")
        elif part:
            yield " ".join(active), part


def _rows(runs: list[tuple[str, str]], columns: int) -> list[list[tuple[str, str]]]:
    """Break a line where the terminal does."""
    rows: list[list[tuple[str, str]]] = [[]]
    left = columns
    for classes, text in runs:
        rest = text
        while rest:
            if not left:
                rows.append([])
                left = columns
            piece, rest = rest[:left], rest[left:]
            rows[-1].append((classes, piece))
            left -= len(piece)
    return rows


def _palette(colours: dict[str, str]) -> str:
    return f"svg {{ {' '.join(f'--{name}: {colour};' for name, colour in colours.items())} }}"


if __name__ == "__main__":
    PLACE.write_text(picture(recorded()))
    sys.stdout.write(f"Wrote {PLACE}.\n")
