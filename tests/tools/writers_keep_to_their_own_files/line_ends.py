"""Functions that change one line of a file: some rewrite the ends of the others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Herb = Annotated[str, Field(pattern="^[a-z]{2,20}$", description="Name of the herb.")]
Grams = Annotated[int, Field(ge=1, le=500, description="How much there is.")]

_FILE = Path("herbs.txt")


def _line(herb: str, grams: int, end: str) -> str:
    return f"{herb} {grams}{end}"


@breaks("writers_keep_to_their_own_files")
def weigh_herb(herb: Herb, grams: Grams) -> dict:
    """Note in herbs.txt how much there is of a herb. All other lines stay as they are."""
    lines = _FILE.read_text(encoding="utf-8").splitlines() if _FILE.exists() else []
    kept = [line for line in lines if line.split(" ")[0] != herb]
    _FILE.write_text("".join(f"{line}\n" for line in [*kept, f"{herb} {grams}"]), encoding="utf-8")
    return {"herb": herb, "lines": len(kept) + 1}


@breaks("writers_keep_to_their_own_files")
def add_herb(herb: Herb, grams: Grams) -> dict:
    """Add a herb to herbs.txt. The rest of the file is not touched."""
    with _FILE.open("ab") as file:
        file.write(_line(herb, grams, "\n").encode())
    return {"herb": herb}


@keeps("writers_keep_to_their_own_files")
def weigh_one_herb(herb: Herb, grams: Grams) -> dict:
    """Note in herbs.txt how much there is of a herb. All other lines stay as they are."""
    lines = _FILE.read_bytes().decode().splitlines(keepends=True) if _FILE.exists() else []
    for at, line in enumerate(lines):
        if line.split(" ")[0] == herb:
            lines[at] = _line(herb, grams, line[len(line.rstrip("\r\n")) :])
            break
    else:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        lines.append(_line(herb, grams, "\n"))
    _FILE.write_bytes("".join(lines).encode())
    return {"herb": herb, "lines": len(lines)}


@keeps("writers_keep_to_their_own_files")
def weigh_and_sort(herb: Herb, grams: Grams) -> dict:
    """Note in herbs.txt how much there is of a herb. The file is sorted, and other herbs are kept."""
    lines = _FILE.read_text(encoding="utf-8").splitlines() if _FILE.exists() else []
    kept = [line for line in lines if line.split(" ")[0] != herb]
    _FILE.write_text("".join(f"{line}\n" for line in sorted([*kept, f"{herb} {grams}"])), encoding="utf-8")
    return {"herb": herb, "lines": len(kept) + 1}
