"""Functions that tell how many bytes or units of UTF-16 a text has: some count its characters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Verse = Annotated[str, Field(description="The verse.")]
_Poem = Annotated[str, Field(description='The poem, e.g. "poem.txt".')]


@breaks("common_rules_hold")
def engrave(verse: _Verse) -> dict[str, Any]:
    """Engrave a verse. Returns {"file": its name, "bytes_written": size of the file}."""
    Path("verse.txt").write_text(verse, encoding="utf-8")
    return {"file": "verse.txt", "bytes_written": len(verse)}


@keeps("common_rules_hold", judged=True)
def engrave_well(verse: _Verse) -> dict[str, Any]:
    """Engrave a verse. Returns {"file": its name, "bytes_written": size of the file}."""
    data = verse.encode()
    Path("verse.txt").write_bytes(data)
    return {"file": "verse.txt", "bytes_written": len(data)}


@keeps("common_rules_hold")
def engrave_plain(verse: _Verse) -> dict[str, Any]:
    """Engrave a verse. Returns {"file": its name, "bytes_written": size of the file}."""
    data = verse.encode("latin-1", errors="replace")
    Path("verse.txt").write_bytes(data)
    return {"file": "verse.txt", "bytes_written": len(data)}


@breaks("common_rules_hold")
def poem_size(poem: _Poem) -> dict[str, int]:
    """Measure a poem. Returns {"size": its size in bytes, "lines": number of its lines}."""
    text = Path(poem).read_text(encoding="utf-8")
    return {"size": len(text), "lines": text.count("\n")}


@keeps("common_rules_hold", judged=True)
def real_poem_size(poem: _Poem) -> dict[str, int]:
    """Measure a poem. Returns {"size": its size in bytes, "signs": number of its characters}."""
    data = Path(poem).read_bytes()
    return {"size": len(data), "signs": len(data.decode())}


@keeps("common_rules_hold")
def poem_length(poem: _Poem) -> dict[str, int]:
    """Measure a poem. Returns {"size": how many characters it has, not bytes}."""
    return {"size": len(Path(poem).read_text(encoding="utf-8"))}


@breaks("common_rules_hold")
def verse_end(verse: _Verse) -> dict[str, int]:
    """Tell where a verse ends. Returns {"line": number of the last line, "column": in UTF-16 code units, from 0}."""
    lines = verse.split("\n")
    return {"line": len(lines), "column": len(lines[-1])}


@keeps("common_rules_hold", judged=True)
def verse_end_in_units(verse: _Verse) -> dict[str, int]:
    """Tell where a verse ends. Returns {"line": number of the last line, "column": in UTF-16 code units, from 0}."""
    lines = verse.split("\n")
    return {"line": len(lines), "column": len(lines[-1].encode("utf-16-le")) // 2}


@keeps("common_rules_hold")
def verse_end_in_signs(verse: _Verse) -> dict[str, int]:
    """Tell where a verse ends. Returns {"line": its last line, "column": in code points, not in UTF-16 code units}."""
    lines = verse.split("\n")
    return {"line": len(lines), "column": len(lines[-1])}
