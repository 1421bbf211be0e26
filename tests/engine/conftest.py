"""What the tests of the engine share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from pytest_forge.checks import check as check_module
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import Check
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import Session, open_session

SPY = '''
from pytest_forge import CheckFailure, check

@check(family="results", level="MUST", source="tests/engine")
def spy(subject):
    """The tool returns nothing."""
    outcome = subject.call({"text": "hello"})
    raise CheckFailure("spied", arguments={"returned": outcome.returned, "raised": repr(outcome.raised)})
'''

#: Opens a session on a module of this text, in a folder of its own unless named.
Opener = Callable[..., AbstractContextManager[Session]]

BUDGET = Budget(load_s=20, call_s=1.0, check_s=6.0)


@pytest.fixture
def opened(tmp_path: Path) -> Opener:
    def open_text(
        text: str, *, name: str = "tools.py", target: str | None = None, **options
    ) -> AbstractContextManager[Session]:
        base = options.pop("base", tmp_path)
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_text(text)
        return open_session(name if target is None else target, base=base, **{"budget": BUDGET, **options})

    return open_text


@pytest.fixture
def spy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Check]:
    """A check of the project's own, which fails with what the tool returned."""
    folder = tmp_path / "project-checks"
    folder.mkdir()
    (folder / "forge_spy.py").write_text(SPY)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    import forge_spy

    yield all_checks()["spy"]
    import sys

    del sys.modules[forge_spy.__name__]
