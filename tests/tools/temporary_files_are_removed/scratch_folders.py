"""Functions that unpack a bundle of seeds in a scratch folder, of which not each is removed."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_INDEX = "seeds.json"


def _unpacked(bundle: str, scratch: str) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(bundle) as members:
            members.extract(_INDEX, scratch)
    except (OSError, KeyError, zipfile.BadZipFile):
        raise ValueError("That is no bundle of seeds. Name a zip file with an index.") from None
    try:
        found = json.loads((Path(scratch) / _INDEX).read_text(encoding="utf-8"))
    except ValueError:
        raise ValueError("The index of the bundle cannot be read. Pack it again.") from None
    if not isinstance(found, dict):
        raise ValueError("The index of the bundle is no object. Pack it again.")
    return {"seeds": len(found)}


@breaks("temporary_files_are_removed")
def count_seeds(bundle: str) -> dict[str, Any]:
    """Count the seeds in the index of a bundle.

    Args:
        bundle: Path of a zip file with an index in seeds.json.
    """
    scratch = tempfile.mkdtemp(prefix="seeds-", dir=Path(bundle).parent)
    counted = _unpacked(bundle, scratch)
    shutil.rmtree(scratch)
    return counted


@breaks("temporary_files_are_removed")
def list_seeds(bundle: str) -> dict[str, Any]:
    """Count the seeds in the index of a bundle, and keep what was unpacked.

    Args:
        bundle: Path of a zip file with an index in seeds.json.
    """
    scratch = tempfile.mkdtemp(prefix="seeds-")
    try:
        return _unpacked(bundle, scratch)
    except ValueError:
        shutil.rmtree(scratch)
        raise


@keeps("temporary_files_are_removed", judged=True)
def number_of_seeds(bundle: str) -> dict[str, Any]:
    """Count the seeds in the index of a bundle.

    Args:
        bundle: Path of a zip file with an index in seeds.json.
    """
    with tempfile.TemporaryDirectory(prefix="seeds-", dir=Path(bundle).parent) as scratch:
        return _unpacked(bundle, scratch)
