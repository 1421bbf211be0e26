"""Functions whose texts show examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Seat = Annotated[str, Field(pattern=r"^[0-9]{1,2}[A-K]$")]


@breaks("defaults_fit_the_schema")
def tide_table(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description='Day, such as "24.12.2025".')],
) -> str:
    """Return the name of the sheet with the tides of a day."""
    return f"tides of {day}"


@keeps("defaults_fit_the_schema", judged=True)
def tide_sheet(
    day: Annotated[
        str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Day, e.g. 2025-12-24 for 24.12.2025, not 2025/12/24.")
    ],
) -> str:
    """Return the name of the sheet with the tides of a day."""
    return f"tides of {day}"


@breaks("defaults_fit_the_schema")
def knit_rows(
    yarn: Annotated[Literal["lace", "worsted"], Field(description="Weight of the yarn, for example `bulky`.")],
    rows: Annotated[int, Field(ge=1, le=200, description="How many rows.")],
) -> float:
    """Return the length of a piece in centimetres."""
    return rows * (0.2 if yarn == "lace" else 0.45)


@breaks("defaults_fit_the_schema")
def purl_rows(rows: Annotated[int, Field(ge=1, le=200, description="How many rows (e.g. 250).")]) -> float:
    """Return the length of a piece in centimetres."""
    return rows * 0.45


@keeps("defaults_fit_the_schema", judged=True)
def crochet_rows(
    yarn: Annotated[Literal["lace", "worsted"], Field(description="Weight of the yarn; lace is for e.g. `shawls`.")],
    rows: Annotated[int, Field(ge=1, le=200, description="How many rows, e.g. 150 for a scarf of 1500 stitches.")],
    gap_mm: Annotated[int, Field(ge=0, le=9, description="Gap between rows, e.g. 4 mm.")] = 0,
) -> float:
    """Return the length of a piece in centimetres."""
    return rows * (0.2 if yarn == "lace" else 0.45) + rows * gap_mm / 10


@breaks("defaults_fit_the_schema")
def seats_of(seats: Annotated[list[Seat], Field(max_length=9, description="Seats, e.g. `A12`, `B12`.")]) -> int:
    """Return how many seats are named."""
    return len(set(seats))


@breaks("defaults_fit_the_schema")
def hue_of(color: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$", examples=["#FF8800"], description="Colour.")]) -> int:
    """Return the red part of a colour."""
    return int(color[1:3], 16)


@keeps("defaults_fit_the_schema", judged=True)
def slot_name(
    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,20}$", description="Name with an ending such as `_9`.")],
    label: Annotated[
        str,
        Field(
            pattern=r"^[a-z0-9_]{1,20}$",
            description="Label as in the address, e.g. https://a.example/labels/top_row. Signs such as `-` become `_`.",
        ),
    ] = "top_row",
    code: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d{4}$", description="Code, e.g. YYY-NNNN or <code>.")] = "ABC-1234",
) -> str:
    """Return the full name of a slot, e.g. TOP-12345 in the plan."""
    return f"{label}/{name}/{code}"


@keeps("defaults_fit_the_schema", judged=True)
def find_shelf(
    word: Annotated[
        str, Field(max_length=12, description="Word on the shelf, unlike the long title (e.g. `A history of tea`).")
    ],
    floor: Annotated[int, Field(ge=0, le=9, description="Floor, e.g. 3, from the plan of floor 14.")] = 0,
    kind: Annotated[Literal["csv", "txt"], Field(description="Kind of the list, e.g. CSV.")] = "csv",
) -> str:
    """Return the shelf with a word, for example A-12."""
    return f"{floor}:{word}:{kind}"


Shelf = Annotated[str, Field(pattern=r"^[A-F][0-9]{2}$", description="Code on the label of the shelf.")]


@breaks("defaults_fit_the_schema")
def put_on_shelf(shelf: Shelf, title: str) -> dict:
    """Put a book on a shelf; heavy ones belong low, for instance on `C7`.

    Args:
        shelf: Code on the label of the shelf.
        title: Title of the book.
    """
    return {"shelf": shelf, "title": title}


@keeps("defaults_fit_the_schema", judged=True)
def lay_on_shelf(shelf: Shelf, title: str) -> dict:
    """Lay a book on a shelf; heavy ones belong low, for instance on `C07`, beside the cable of type B5.

    Args:
        shelf: Code on the label of the shelf.
        title: Title of the book, e.g. "The Voyage Out".
    """
    return {"shelf": shelf, "title": title}


@keeps("defaults_fit_the_schema")
def send_to_shelf(shelf: Shelf, note: str) -> dict:
    """Send a book to a shelf with a note, for instance about seat B5.

    Args:
        shelf: Code on the label of the shelf.
        note: Any words.
    """
    return {"shelf": shelf, "note": note}
