"""Functions with a confirmation, without which nothing is to happen."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Album = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Album, for example summer.")]
_Repeated = Annotated[str, Field(max_length=60, description="The album's name once more.")]


def _albums() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(Path("albums.json").read_text())
    return found


@breaks("dry_runs_change_nothing")
def drop_album(album: _Album, confirm: _Repeated = "") -> dict[str, object]:
    """Delete an album for good, once its name was repeated."""
    albums = _albums()
    if album not in albums:
        raise LookupError("There is no such album.")
    if confirm and confirm != album:
        raise PermissionError("The confirmation is another name.")
    del albums[album]
    Path("albums.json").write_text(json.dumps(albums))
    return {"deleted": album}


@breaks("dry_runs_change_nothing")
def empty_trash(confirmed: bool = False) -> dict[str, object]:
    """Delete all drafts in the trash, if that was confirmed."""
    drafts = sorted(Path().glob("*.md"))
    for draft in drafts:
        draft.unlink()
    return {"deleted": [draft.name for draft in drafts], "confirmed": confirmed}


@keeps("dry_runs_change_nothing", judged=True)
def remove_album(album: _Album, confirm: _Repeated = "") -> dict[str, object]:
    """Delete an album for good, once its name was repeated."""
    albums = _albums()
    if album not in albums:
        raise LookupError("There is no such album.")
    if confirm != album:
        raise PermissionError("The confirmation is another name.")
    del albums[album]
    Path("albums.json").write_text(json.dumps(albums))
    return {"deleted": album}


@keeps("dry_runs_change_nothing", judged=True)
def clear_trash(confirmed: bool = False) -> dict[str, object]:
    """Delete all drafts in the trash, if that was confirmed."""
    drafts = sorted(Path().glob("*.md"))
    for draft in drafts if confirmed else ():
        draft.unlink()
    return {"drafts": [draft.name for draft in drafts], "confirmed": confirmed}


@keeps("dry_runs_change_nothing")
def ask_to_drop(album: _Album, confirmation: str = "") -> dict[str, object]:
    """Delete an album with the confirmation that a call without one returns.

    Args:
        album: The album.
        confirmation: What the first call has returned.
    """
    albums, asked = _albums(), Path("asked.json")
    known = json.loads(asked.read_text()) if asked.exists() else {}
    if album not in albums:
        raise LookupError("There is no such album.")
    if not confirmation:
        known[album] = secrets.token_hex(8)
        asked.write_text(json.dumps(known))
        return {"confirmation": known[album]}
    if confirmation != known.get(album):
        raise PermissionError("The confirmation is not that of the album.")
    del albums[album]
    Path("albums.json").write_text(json.dumps(albums))
    return {"deleted": album}


@keeps("dry_runs_change_nothing")
def rename_user(user: _Album, confirm_mail: bool = True) -> dict[str, object]:
    """Rename all notes of a user.

    Args:
        user: The user.
        confirm_mail: Whether the user gets a mail.
    """
    for note in sorted(Path().glob("*.md")):
        note.rename(note.with_name(f"{user}-{note.name}"))
    return {"user": user, "mail": confirm_mail}


@keeps("dry_runs_change_nothing", judged=False)
def remove_titled(album: _Album, confirm: _Repeated = "") -> dict[str, object]:
    """Delete an album for good, once its first picture was named, which no call knows."""
    albums = _albums()
    if album not in albums:
        raise LookupError("There is no such album.")
    if not albums[album] or confirm != secrets.token_hex(8):
        raise PermissionError("The confirmation is another name.")
    del albums[album]
    Path("albums.json").write_text(json.dumps(albums))
    return {"deleted": album}
