"""Fixtures: one line each around the context managers of `isolation`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..testing.isolation import (
    Dispatch,
    RecordedEvents,
    dispatching,
    recorded_events,
    restored_registry,
    restored_rules,
    scripted_model,
    temporary_workspace,
)
from .cassette_items import item_cassette

if TYPE_CHECKING:
    from forge_harness import RuleRegistry, Scratchpad, ScriptedProvider, ToolRegistry

    from ..cassettes.use.cassette import Cassette


@pytest.fixture
def forge_registry() -> Iterator[ToolRegistry]:
    """FORGE_TOOL_REGISTRY; changes of the test to either registry are undone afterwards."""
    with restored_registry() as registry:
        yield registry


@pytest.fixture
def forge_rules() -> Iterator[RuleRegistry]:
    """RULE_REGISTRY, the users' rules of the critics; what the test declares is undone afterwards."""
    with restored_rules() as registry:
        yield registry


@pytest.fixture
def forge_scratchpad() -> Scratchpad:
    """An empty Scratchpad, for the review of a critic: ``CriticAgent().review_logical(draft, scratchpad=...)``."""
    from forge_harness import Scratchpad

    return Scratchpad()


@pytest.fixture
def forge_workspace() -> Iterator[Path]:
    """An empty folder to use as the workspace root, as a resolved path; gone after the test."""
    with temporary_workspace() as root:
        yield root


@pytest.fixture
def forge_dispatch(forge_workspace: Path) -> Iterator[Dispatch]:
    """Calls a tool by name, or the tool itself, in ``forge_workspace``; returns its ToolDispatchResult."""
    with dispatching(forge_workspace) as dispatch:
        yield dispatch


@pytest.fixture
def forge_events() -> Iterator[RecordedEvents]:
    """The events of the event bus during the test: ``.events``, ``.records`` and ``.of_type(name)``."""
    with recorded_events() as recorded:
        yield recorded


@pytest.fixture
def forge_model() -> Iterator[ScriptedProvider]:
    """A model for ``run_agent_loop`` whose answers are given with ``.add(...)``; all of them must be used."""
    with scripted_model() as model:
        yield model


@pytest.fixture
def forge_cassette(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    """The test's cassette: its requests are answered from it, or recorded with ``--forge-record once``."""
    with item_cassette(request) as cassette:
        yield cassette
