"""Hooks that a project may implement in its conftest.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..cassettes.use.settings import CassetteSettings
    from ..verdict import CheckResult


def pytest_forge_tools(config: pytest.Config) -> list[str]:  # type: ignore[empty-body]  # a specification
    """Return further targets to check, as ``--forge-tools`` takes them."""


def pytest_forge_checks(config: pytest.Config) -> list[str]:  # type: ignore[empty-body]  # a specification
    """Return modules that declare further checks with ``@check``; they are imported before the checks are selected."""


@pytest.hookspec(firstresult=True)
def pytest_forge_prepare(config: pytest.Config) -> str | None:
    """Return a file as ``--forge-prepare`` takes it; the option overrides it.

    The function ``prepare(workspace)`` of the file runs in the sandbox, before the tools are imported there.
    """


def pytest_forge_finding(config: pytest.Config, result: CheckResult) -> None:
    """Called once for each finding, in the process that reports (the controller under xdist)."""


def pytest_forge_configure_vcr(config: pytest.Config, settings: CassetteSettings) -> None:
    """Change the settings of a cassette before the test's marker does; called for each test that has one.

    For example ``settings.redact.append(rule)`` or ``settings.ignore = ("$.metadata",)``.
    """
