from __future__ import annotations

from collections.abc import Iterator

import pytest

from .sample_tools import ToolsOfTests


@pytest.fixture
def made() -> Iterator[ToolsOfTests]:
    made = ToolsOfTests()
    yield made
    made.may_end.set()
