"""Folders of scripts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

MakeFolder = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def tools(tmp_path: Path) -> MakeFolder:
    """Writes files into the folder `tools` of a new project, and returns that folder."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        folder = tmp_path / "project" / "tools"
        folder.mkdir(parents=True)
        for place, content in files.items():
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return folder

    return make
