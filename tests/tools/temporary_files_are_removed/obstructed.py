"""Functions that put a draft beside the file that they replace, and what they do with it when they cannot finish."""

from __future__ import annotations

import json
import os
import time
import uuid
import zipfile
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Herd = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Name of the herd, such as 'highland'.")]
Count = Annotated[int, Field(ge=0, le=9_999, description="Number of animals.")]


def _herds() -> Path:
    folder = Path.home() / ".herds"
    folder.mkdir(exist_ok=True)
    return folder


@breaks("temporary_files_are_removed")
def count_herd(herd: Herd, animals: Count) -> dict[str, object]:
    """Write down how many animals a herd has."""
    draft = _herds() / f"{herd}.{time.time_ns()}.part"
    try:
        draft.write_text(json.dumps({"animals": animals}))
        draft.rename(_herds() / f"{herd}.json")
    except OSError:
        return {"error": "not_written", "message": "The count could not be written."}
    return {"herd": herd, "animals": animals}


@keeps("temporary_files_are_removed", judged=True)
def recount_herd(herd: Herd, animals: Count) -> dict[str, object]:
    """Write down how many animals a herd has."""
    draft = _herds() / f"{herd}.{time.time_ns()}.part"
    try:
        draft.write_text(json.dumps({"animals": animals}))
        draft.rename(_herds() / f"{herd}.json")
    except OSError:
        draft.unlink(missing_ok=True)
        return {"error": "not_written", "message": "The count could not be written."}
    return {"herd": herd, "animals": animals}


@keeps("temporary_files_are_removed", judged=True)
def note_sighting(herd: Herd, animals: Count) -> dict[str, object]:
    """Add a sighting of a herd, a file of its own."""
    sighting = _herds() / f"{uuid.uuid4()}.json"
    try:
        sighting.write_text(json.dumps({"herd": herd, "animals": animals}))
    except OSError:
        return {"error": "not_written", "message": "The sighting could not be written."}
    return {"herd": herd, "animals": animals}


@breaks("temporary_files_are_removed")
def pack_herd(herd: Herd) -> dict[str, object]:
    """Pack the papers of a herd into an archive in the workspace."""
    unfinished = Path(f"~{uuid.uuid4().hex}")
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            archive.writestr("papers.txt", herd)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    os.replace(unfinished, f"{herd}.zip")
    return {"packed": f"{herd}.zip"}


@keeps("temporary_files_are_removed", judged=True)
def repack_herd(herd: Herd) -> dict[str, object]:
    """Pack the papers of a herd into an archive in the workspace."""
    unfinished = Path(f"~{uuid.uuid4().hex}")
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            archive.writestr("papers.txt", herd)
        os.replace(unfinished, f"{herd}.zip")
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    return {"packed": f"{herd}.zip"}
