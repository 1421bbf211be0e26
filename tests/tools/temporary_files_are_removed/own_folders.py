"""A function that fills a folder of its own with the files that it reads."""

from __future__ import annotations

from pathlib import Path

from ..marks import keeps

_SONGS = {"dawn": "la la\n", "noon": "lo lo lo\n", "dusk": "lu\n"}


@keeps("temporary_files_are_removed", judged=True)
def words_of(song: str) -> dict[str, object]:
    """Count the words of a song. The folder "songbook" is filled at the first call.

    Args:
        song: "dawn", "noon" or "dusk".
    """
    if song not in _SONGS:
        return {"error": "unknown_song", "message": "The songs are dawn, noon and dusk."}
    folder = Path("songbook")
    try:
        folder.mkdir(exist_ok=True)
        for name, text in _SONGS.items():
            path = folder / f"{name}.txt"
            if not path.exists():
                path.write_text(text, encoding="utf-8")
        return {"song": song, "words": len((folder / f"{song}.txt").read_text(encoding="utf-8").split())}
    except OSError:
        return {"error": "unusable", "message": "The songbook cannot be used now."}
