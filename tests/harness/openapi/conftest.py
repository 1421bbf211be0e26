from __future__ import annotations

from collections.abc import Iterator

import pytest

from .loopback_api import LoopbackApi, loopback_api


@pytest.fixture
def api() -> Iterator[LoopbackApi]:
    with loopback_api() as served:
        yield served
