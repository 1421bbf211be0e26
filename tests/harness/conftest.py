"""What the tests of the harness share."""

from __future__ import annotations

import pytest

from forge_harness.workspace.beneath import Backend, has_openat2


@pytest.fixture(params=["openat2", "walk"])
def backend(request: pytest.FixtureRequest) -> Backend:
    if request.param == "openat2" and not has_openat2():
        pytest.skip("this kernel or its sandbox has no openat2")
    return request.param
