"""Functions that take a lock between the read and the write of a file, or before both."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Loan = Annotated[str, Field(pattern=r"^[A-Z]{2}-\d{3}$", description="Number of the book, such as AB-123.")]

_ONE_AT_A_TIME = threading.Lock()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Take the folder's lock, which is a file that only one caller can make."""
    lock = folder / "loans.busy"
    for _ in range(500):
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            time.sleep(0.01)
    else:
        raise TimeoutError("another loan takes too long")
    try:
        yield
    finally:
        lock.unlink()


def _library() -> Path:
    folder = Path("library")
    folder.mkdir(exist_ok=True)
    return folder


def _lines(book: Path) -> list[str]:
    return book.read_text(encoding="utf-8").splitlines() if book.exists() else []


@breaks("calls_at_once_agree")
def lend_book(number: Loan) -> dict[str, int]:
    """Add a loan to the list of loans, and return how many there are."""
    loans = _library() / "loans.txt"
    lines = [*_lines(loans), number]
    with _alone(loans.parent):
        loans.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {"loans": len(lines)}


@keeps("calls_at_once_agree", judged=True)
def lend_book_alone(number: Loan) -> dict[str, int]:
    """Add a loan to the list of loans, and return how many there are."""
    loans = _library() / "loans.txt"
    with _alone(loans.parent):
        lines = [*_lines(loans), number]
        loans.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {"loans": len(lines)}


@keeps("calls_at_once_agree", judged=True)
def lend_one_of_many(number: Loan) -> dict[str, int]:
    """Add a loan to the list of loans, unless it is full, and return how many there are."""
    loans = _library() / "loans.txt"
    if len(_lines(loans)) >= 500:
        raise ValueError("the list of loans is full")
    with _ONE_AT_A_TIME, _alone(loans.parent):
        # Another loan may have been added since.
        lines = [*_lines(loans), number]
        loans.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {"loans": len(lines)}
