"""Functions that give the first free desk of an office away; a file for each desk holds who sits there."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps

_DESKS = range(1, 10)


@breaks("calls_at_once_agree")
def take_desk(office: str, person: str) -> dict[str, int]:
    """Take the first free desk of an office. A desk is that of one person.

    Args:
        office: Folder of the office, which is made if it is missing.
        person: Who sits there, in one word.

    Raises:
        ValueError: If all desks are taken.
    """
    folder = Path(office)
    folder.mkdir(parents=True, exist_ok=True)
    for desk in _DESKS:
        place = folder / f"desk-{desk}.txt"
        if not place.is_file():
            place.write_text(person, encoding="utf-8", errors="replace")
            return {"desk": desk}
    raise ValueError("All desks are taken. Try another office.")


@keeps("calls_at_once_agree")
def book_desk(office: str, person: str) -> dict[str, int]:
    """Take the first free desk of an office. A desk is that of one person.

    Args:
        office: Folder of the office, which is made if it is missing.
        person: Who sits there, in one word.

    Raises:
        ValueError: If all desks are taken.
    """
    folder = Path(office)
    folder.mkdir(parents=True, exist_ok=True)
    for desk in _DESKS:
        try:
            with (folder / f"desk-{desk}.txt").open("x", encoding="utf-8", errors="replace") as place:
                place.write(person)
        except FileExistsError:
            continue
        return {"desk": desk}
    raise ValueError("All desks are taken. Try another office.")
