"""The published schemas of Fluid 0.7.2 and OSI, which judge ours: read out of a wheel, which is not installed.

    python tests/tools/fluid_judge.py

downloads the wheel into the folder FORGE_JUDGES names (default: forge-judges in ~/.cache), with `pip download`. Tests
that need it are skipped where it is not.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

__all__ = ["published_osi", "published_schema", "wheel"]

DISTRIBUTION = "data-product-forge==0.23.0"


def folder() -> Path:
    """Return the folder in which the wheel is looked for."""
    return Path(os.environ.get("FORGE_JUDGES") or Path.home() / ".cache" / "forge-judges")


def wheel() -> Path | None:
    """Return the wheel; None if it is not there."""
    found = sorted(folder().glob("data_product_forge-0.23.0-*.whl"))
    return found[0] if found else None


def published_schema() -> dict[str, Any] | None:
    """Return the schema of Fluid contracts; None if the wheel is not there."""
    return _read("fluid-schema-0.7.2.json")


def published_osi() -> dict[str, Any] | None:
    """Return the schema of OSI documents; None if the wheel is not there."""
    return _read("ossie-osi-schema.json")


@functools.cache
def _read(name: str) -> dict[str, Any] | None:
    place = wheel()
    if place is None:
        return None
    with zipfile.ZipFile(place) as archive:
        schema: dict[str, Any] = json.loads(archive.read(f"fluid_build/schemas/{name}"))
    return schema


if __name__ == "__main__":
    folder().mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder()), DISTRIBUTION]
    subprocess.run(command, check=True)
    print(wheel())
