"""What the tests of MCP servers share: servers in plain Python, and sessions on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import Session, open_session
from pytest_forge.targets.mcp.address import read_address
from pytest_forge.targets.mcp.server import McpServer

SERVERS = Path(__file__).parent / "servers"
#: A call of these servers takes a millisecond, unless it hangs.
BUDGET = Budget(load_s=20, call_s=0.5, check_s=10)

#: How servers are started, spoken to, seen and prepared for: tested by each commit. The other modules have samples for
#: judges, like the corpus of functions, and are taken in turns.
WHOLE = frozenset(
    (
        *("test_datagrams", "test_http_target", "test_inside", "test_lost_servers", "test_prepared_calls"),
        *("test_protocol", "test_restarts", "test_served_calls", "test_served_checks", "test_served_target"),
        *("test_server_files", "test_server_mistakes", "test_starved_servers", "test_template", "test_unfurnished"),
        *("test_unseen_replies",),
    )
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what is judged in turns."""
    if item.path.parent == SERVERS.parent and item.path.stem not in WHOLE:
        item.add_marker(pytest.mark.in_turns)


#: Opens a session on the server of that file, with these words behind it.
Served = Callable[..., AbstractContextManager[Session]]


def target(name: str, *words: str, python: str = "python") -> str:
    return " ".join([f"mcp:{python} {SERVERS / name}", *words])


def silent_target(name: str, *words: str) -> str:
    """The server in an interpreter that ignores PYTHONPATH, and so reports nothing: like one in another language."""
    return target(name, *words, python="python -E")


@pytest.fixture
def served(tmp_path: Path) -> Served:
    def open_server(name: str, *words: str, **options) -> AbstractContextManager[Session]:
        return open_session(target(name, *words), **{"budget": BUDGET, "base": tmp_path, **options})

    return open_server


@pytest.fixture
def reached(tmp_path: Path) -> Callable[..., McpServer]:
    """Returns the server of a target, not started, without a host around it."""

    def make(word: str, **options) -> McpServer:
        given = {"environment": {"PATH": os.environ["PATH"]}, "start_s": 20.0, **options}
        return McpServer(word, read_address(word), base=tmp_path, workspace=tmp_path, scratch=tmp_path, **given)

    return make


@pytest.fixture(scope="session")
def good() -> Iterator[Session]:
    with open_session(target("good.py", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="session")
def threaded() -> Iterator[Session]:
    with open_session(target("threaded.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="session")
def broken() -> Iterator[Session]:
    with open_session(target("broken.py", "all", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session
