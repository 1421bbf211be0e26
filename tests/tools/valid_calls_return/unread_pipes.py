"""Functions that start a program and wait for it: some read its output only when it has ended."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from ..marks import breaks, keeps


def _file(name: str) -> Path:
    root = Path.cwd().resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise ValueError("there is no such file")
    return path


@breaks("valid_calls_return")
def number_lines(file: str) -> str:
    """Return the lines of a file with their numbers.

    Args:
        file: Path of a text file.
    """
    process = subprocess.Popen(["cat", "-n", "--", str(_file(file))], stdout=subprocess.PIPE)
    while process.poll() is None:
        time.sleep(0.01)
    output, _ = process.communicate()
    return output.decode("utf-8", "replace")[:2_000]


@breaks("valid_calls_return")
def sort_words(words: str) -> str:
    """Sort words, each on a line of its own.

    Args:
        words: The words.
    """
    process = subprocess.Popen(["sort"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(words.encode("utf-8", "replace"))
    process.stdin.close()
    process.wait()
    return process.stdout.read().decode("utf-8", "replace")[:2_000]


@breaks("valid_calls_return")
async def reverse_lines(text: str) -> str:
    """Return the lines of a text, the last one first.

    Args:
        text: The text.
    """
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text.encode("utf-8", "replace"))
        file.flush()
        process = await asyncio.create_subprocess_exec("tac", file.name, stdout=asyncio.subprocess.PIPE)
        await asyncio.wait_for(process.wait(), timeout=5)
        assert process.stdout is not None
        return (await process.stdout.read()).decode("utf-8", "replace")[:2_000]


@keeps("valid_calls_return", judged=True)
def show_ends(file: str) -> str:
    """Return the lines of a file, each with a sign at its end.

    Args:
        file: Path of a text file.
    """
    process = subprocess.Popen(["cat", "-E", "--", str(_file(file))], stdout=subprocess.PIPE)
    output, _ = process.communicate(timeout=20)
    return output.decode("utf-8", "replace")[:2_000]


@keeps("valid_calls_return", judged=True)
def sort_names(names: str) -> str:
    """Sort names, each on a line of its own.

    Args:
        names: The names.
    """
    process = subprocess.Popen(["sort"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    output: list[bytes] = []
    reader = threading.Thread(target=lambda: output.append(process.stdout.read()))  # type: ignore[union-attr]
    reader.start()
    process.stdin.write(names.encode("utf-8", "replace"))
    process.stdin.close()
    process.wait()
    reader.join()
    process.stdout.close()
    return output[0].decode("utf-8", "replace")[:2_000]


@keeps("valid_calls_return", judged=True)
def count_words(text: str) -> int:
    """Count the words of a text.

    Args:
        text: The text.
    """
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text.encode("utf-8", "replace"))
        file.flush()
        with subprocess.Popen(["wc", "-w", file.name], stdout=subprocess.PIPE) as process:
            process.wait()
            assert process.stdout is not None
            return int(process.stdout.read().split()[0])
