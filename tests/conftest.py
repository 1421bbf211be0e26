"""What every test of the house may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded schemas, sessions and payloads, which is not part of this repository."""
    if named := os.environ.get("FORGE_CORPUS"):
        folder = Path(named)
        if not folder.is_dir():
            pytest.skip("FORGE_CORPUS names no folder")
        return folder
    found = sorted(Path.home().glob(".cache/forge-corpus/*/corpus"), key=lambda folder: folder.stat().st_mtime)
    if not found:
        pytest.skip("the corpus is not unpacked here; set FORGE_CORPUS to its folder")
    return found[-1]
