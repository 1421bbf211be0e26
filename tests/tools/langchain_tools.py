"""Ten tools of LangChain for `beside_langchain.py`: five without a defect, and five with one each of another class."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

__all__ = ["EXAMPLES"]

Text = Annotated[str, Field(max_length=200)]


@tool(parse_docstring=True)
def add_tax(price: Annotated[int, Field(ge=0, le=10_000_000)]) -> int:
    """Return a price with 20 % of tax added, in cents.

    Args:
        price: Price without tax, in cents.
    """
    return price + price // 5


@tool(parse_docstring=True)
def count_words(text: Text) -> int:
    """Return the number of words of a text.

    Args:
        text: The text whose words are counted.
    """
    return len(text.split())


@tool(parse_docstring=True)
def convert_length(value: Annotated[int, Field(ge=0, le=1_000_000)], unit: Literal["inch", "foot"]) -> int:
    """Return a length in millimetres, rounded down.

    Args:
        value: Length in the given unit.
        unit: Unit of the length.
    """
    return value * {"inch": 254, "foot": 3048}[unit] // 10


@tool(parse_docstring=True)
def name_weekday(day: date) -> str:
    """Return the name of the weekday of a date.

    Args:
        day: Date, as year, month and day.
    """
    return ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[day.weekday()]


@tool(parse_docstring=True)
def find_customer(name: Text) -> list[str]:
    """Return the towns of the customers with a name.

    Args:
        name: Name of a customer, such as 'Ada'.
    """
    with _customers() as database:
        return [town for (town,) in database.execute("SELECT town FROM customers WHERE name = ?", (name,))]


@tool(parse_docstring=True)
def find_supplier(name: Text) -> list[str]:
    """Return the towns of the suppliers with a name.

    Args:
        name: Name of a supplier, such as 'Ada'.
    """
    with _customers() as database:
        return [town for (town,) in database.execute(f"SELECT town FROM customers WHERE name = '{name}'")]


@tool(parse_docstring=True)
def split_bill(cents: Annotated[int, Field(ge=0)], guests: int) -> int:
    """Return what each guest pays of a bill, in cents.

    Args:
        cents: Amount of the bill, in cents.
        guests: Number of guests who share it.
    """
    return cents // guests


@tool(parse_docstring=True)
def compute(expression: Text) -> str:
    """Return the value of an arithmetic expression.

    Args:
        expression: The expression, such as '2 + 3'.
    """
    try:
        return str(eval(expression))
    except Exception:
        return "This is not an expression. Write one, such as 2 + 3."


@tool(parse_docstring=True)
def show_note(name: Text) -> str:
    """Return the text of a note of the folder of notes.

    Args:
        name: Name of the note's file, such as 'today.txt'.
    """
    try:
        return Path("notes", name).read_text()
    except (OSError, ValueError):
        return "There is no such note."


class Article(BaseModel):
    """Arguments of the tool below."""

    article: Text = Field(description="Number of the article, such as 'A-1'.")


class ListLabels(BaseTool):
    """A tool whose answer grows with each call."""

    name: str = "list_labels"
    description: str = "Return the labels of an article."
    args_schema: type[BaseModel] = Article
    seen: list[str] = Field(default_factory=list)

    def _run(self, article: str) -> list[str]:
        self.seen.append(article)
        return self.seen


list_labels = ListLabels()


def _customers() -> sqlite3.Connection:
    """Return a new database with customers."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE customers (name TEXT, town TEXT)")
    database.execute("INSERT INTO customers VALUES ('Ada', 'London'), ('Blaise', 'Paris')")
    return database


#: Each tool with its defect, empty for a good one, and the example that LangChain's standard tests call it with.
EXAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    "add_tax": ("", {"price": 100}),
    "count_words": ("", {"text": "one two"}),
    "convert_length": ("", {"value": 2, "unit": "foot"}),
    "name_weekday": ("", {"day": "2026-01-05"}),
    "find_customer": ("", {"name": "Ada"}),
    "find_supplier": ("SQL from an argument", {"name": "Ada"}),
    "split_bill": ("division by an argument", {"cents": 100, "guests": 2}),
    "compute": ("code from an argument", {"expression": "2 + 3"}),
    "show_note": ("path that leaves its folder", {"name": "today.txt"}),
    "list_labels": ("state kept between calls", {"article": "A-1"}),
}
