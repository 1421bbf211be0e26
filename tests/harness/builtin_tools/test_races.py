from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ...benchmarks.bench_races import run


@pytest.fixture(autouse=True)
def neither_logging_nor_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.requirement("code-tools:stay-inside")
def test_five_hundred_races_leak_nothing_and_lose_nothing(tmp_path: Path) -> None:
    kinds = run(tmp_path, 500)

    assert {name: (kind.leaks, kind.lost) for name, kind in kinds.items()} == dict.fromkeys(kinds, ([], 0))
    assert all(kind.answered > 0 for kind in kinds.values())
