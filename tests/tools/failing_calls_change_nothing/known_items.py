"""Functions that add several records, and fail when one of them is there already."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from ..marks import breaks, keeps


class Book(BaseModel):
    isbn: str = Field(pattern=r"^[0-9]{6}$", description="Number of the book, such as 314159.")
    title: str = Field(min_length=1, max_length=80, description="Title of the book.")
    shape: str = Field(pattern="^(?:bound|paper)$", description="Its binding: bound or paper.")


Books = Annotated[list[Book], Field(min_length=1, max_length=50, description="Books to put on the shelf.")]


def _folder() -> Path:
    folder = Path.home() / ".bookshelf"
    folder.mkdir(exist_ok=True)
    return folder


def _twice(books: list[Book]) -> bool:
    return len({book.isbn for book in books}) < len(books)


@breaks("failing_calls_change_nothing")
def shelve(books: Books) -> dict:
    """Put books on the shelf, all or none."""
    if _twice(books):
        raise ValueError("A book occurs twice.")
    for book in books:
        try:
            with (_folder() / f"{book.isbn}.json").open("x", encoding="utf-8") as opened:
                json.dump({"title": book.title, "shape": book.shape}, opened)
        except FileExistsError:
            raise ValueError("One of the books is on the shelf.") from None
    return {"shelved": len(books)}


@keeps("failing_calls_change_nothing", judged=True)
def put_on_shelf(books: Books) -> dict:
    """Put books on the shelf, all or none."""
    places = [_folder() / f"{book.isbn}.json" for book in books]
    if _twice(books) or any(place.exists() for place in places):
        raise ValueError("One of the books is on the shelf, or occurs twice.")
    for book, place in zip(books, places, strict=True):
        place.write_text(json.dumps({"title": book.title, "shape": book.shape}), encoding="utf-8")
    return {"shelved": len(books)}


@keeps("failing_calls_change_nothing")
def shelve_new(books: Books) -> dict:
    """Put those books on the shelf that are not there yet, and tell which these are."""
    new = [book for book in books if not (_folder() / f"{book.isbn}.json").exists()]
    for book in new:
        place = _folder() / f"{book.isbn}.json"
        place.write_text(json.dumps({"title": book.title, "shape": book.shape}), encoding="utf-8")
    return {"shelved": [book.isbn for book in new]}


_TABLE = "CREATE TABLE IF NOT EXISTS rented (locker INTEGER PRIMARY KEY)"


class Locker(BaseModel):
    locker: int = Field(ge=1, le=999_999_999, description="Number of the locker.")


Lockers = Annotated[list[Locker], Field(min_length=1, max_length=20, description="Lockers to rent.")]


@breaks("failing_calls_change_nothing")
def rent(lockers: Lockers) -> dict:
    """Rent lockers; none of them if one is rented already."""
    with closing(sqlite3.connect("rented.db", timeout=2)) as rented:
        rented.execute(_TABLE)
        for one in lockers:
            try:
                rented.execute("INSERT INTO rented VALUES (?)", (one.locker,))
            except sqlite3.IntegrityError:
                raise ValueError("One of the lockers is rented.") from None
            rented.commit()
    return {"rented": len(lockers)}


@keeps("failing_calls_change_nothing", judged=True)
def rent_all(lockers: Lockers) -> dict:
    """Rent lockers; none of them if one is rented already."""
    with closing(sqlite3.connect("rented.db", timeout=2)) as rented, rented:
        rented.execute(_TABLE)
        try:
            rented.executemany("INSERT INTO rented VALUES (?)", [(one.locker,) for one in lockers])
        except sqlite3.IntegrityError:
            raise ValueError("One of the lockers is rented.") from None
    return {"rented": len(lockers)}
