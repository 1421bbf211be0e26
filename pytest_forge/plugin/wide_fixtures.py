"""Wide fixtures: fixtures of a class, a module or the session that are used by tests with a cassette.

Such a fixture is set up before the cassette of its first test and outlives it, so its requests belong to no test's
cassette. In a run that replays they must not reach a provider: during set-up and teardown of the fixture, the network
is closed except for a cassette that the fixture opens itself. Registered with the first test that has a cassette, so
that other runs are not slowed down.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest

from ..cassettes.use.settings import CassetteSettings

__all__ = ["WideFixtures"]


class WideFixtures:
    """The plugin of one run.

    Args:
        items: The collected tests that have a cassette; more may come.
        replayed: Returns the settings of such a test; None if it records.
    """

    def __init__(self, items: list[pytest.Item], replayed: Callable[[pytest.Item], CassetteSettings | None]) -> None:
        self._items = items
        self._replayed = cache(replayed)
        self._users: dict[Any, list[pytest.Item]] | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, Any, Any]:
        """Close the network during set-up and teardown of a wide fixture."""
        if fixturedef.scope == "function":
            return (yield)
        users = self._users_of(fixturedef, request)
        if not any(self._replayed(item) for item in users):
            return (yield)
        from ..cassettes.playing.closed_door import closed_door

        who = f"The {fixturedef.scope}-scoped fixture {fixturedef.argname!r}"
        if fixturedef.argname.startswith("_"):
            # pytest generates the names of fixtures for setup_module and similar functions.
            who = f"The set-up of the {fixturedef.scope}"

        def is_allowed(host: str) -> bool:
            return any(
                fnmatch.fnmatchcase(host.lower(), pattern.lower())
                for item in users
                if (settings := self._replayed(item)) is not None
                for pattern in settings.allowed_hosts
            )

        # Finalizers run in reverse order: the fixture's own run between these two.
        end = ExitStack()
        fixturedef.addfinalizer(end.close)
        with closed_door(who, is_allowed):
            result = yield
        fixturedef.addfinalizer(lambda: end.enter_context(closed_door(who, is_allowed)))
        return result

    def _users_of(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Sequence[pytest.Item]:
        """Return the tests with a cassette that use a fixture, whichever of them comes first."""
        if self._users is None:
            self._users = {}
            selected = set(request.session.items)
            for item in self._items:
                known = item._fixtureinfo.name2fixturedefs if item in selected else {}  # type: ignore[attr-defined]  # noqa: SLF001  # it has no other name
                for one in {one for found in known.values() for one in found if one.scope != "function"}:
                    self._users.setdefault(one, []).append(item)
        asking: pytest.Item = request._pyfuncitem  # noqa: SLF001  # the same
        # A fixture requested by name while a test runs is not in that list.
        return self._users.get(fixturedef, [asking] if asking in self._items else [])
