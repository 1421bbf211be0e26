"""Functions that put a draft beside the file that they replace, and get a text or a number that cannot be written."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Bed = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Name of the bed, such as 'roses'.")]
Plan = Annotated[str, Field(description="What grows in the bed.")]
Depth = Annotated[float, Field(description="Depth of the soil in metres.")]


def _folder() -> Path:
    folder = Path.home() / ".beds"
    folder.mkdir(exist_ok=True)
    return folder


@breaks("temporary_files_are_removed")
def plan_bed(bed: Bed, plan: Plan) -> dict[str, str]:
    """Replace the plan of a bed."""
    draft = Path(f"{bed}-{secrets.token_hex(4)}.new")
    try:
        draft.write_text(plan, encoding="utf-8")
        draft.replace(f"{bed}.plan")
    except PermissionError as error:
        draft.unlink(missing_ok=True)
        raise ValueError("the plan cannot be replaced") from error
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise ValueError("the plan cannot be written") from error
    return {"bed": bed}


@keeps("temporary_files_are_removed", judged=True)
def replan_bed(bed: Bed, plan: Plan) -> dict[str, str]:
    """Replace the plan of a bed."""
    text = plan.encode()
    draft = Path(f"{bed}-{secrets.token_hex(4)}.new")
    try:
        draft.write_bytes(text)
        draft.replace(f"{bed}.plan")
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise ValueError("the plan cannot be written") from error
    return {"bed": bed}


@breaks("temporary_files_are_removed")
def measure_bed(bed: Bed, depth: Depth) -> dict[str, object]:
    """Write down how deep the soil of a bed is."""
    handle, draft = tempfile.mkstemp(dir=_folder(), suffix=".unfinished")
    try:
        with os.fdopen(handle, "w") as out:
            out.write(json.dumps({"bed": bed, "depth": depth}, allow_nan=False))
        os.replace(draft, _folder() / f"{bed}.json")
    except OSError:
        os.unlink(draft)
        raise
    return {"bed": bed, "depth": depth}


@keeps("temporary_files_are_removed", judged=True)
def sound_bed(bed: Bed, depth: Depth) -> dict[str, object]:
    """Write down how deep the soil of a bed is."""
    handle, draft = tempfile.mkstemp(dir=_folder(), suffix=".unfinished")
    try:
        with os.fdopen(handle, "w") as out:
            out.write(json.dumps({"bed": bed, "depth": depth}, allow_nan=False))
        os.replace(draft, _folder() / f"{bed}.json")
    finally:
        Path(draft).unlink(missing_ok=True)
    return {"bed": bed, "depth": depth}


@keeps("temporary_files_are_removed", judged=True)
def add_remark(bed: Bed, remark: Plan) -> dict[str, str]:
    """Add a remark on a bed, a file of its own; those that came to nothing are empty."""
    Path(f"{bed}-{time.time_ns()}.remark").write_text(remark, encoding="utf-8")
    return {"bed": bed}
