"""Tests of pytest-recording whose settings come from `pytest_forge.vcr`."""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from .options import options_key

if TYPE_CHECKING:
    from vcr import VCR

_SETTINGS = "pytest_forge.vcr"


@pytest.hookimpl(optionalhook=True)
def pytest_recording_configure(vcr: VCR) -> None:
    """Register our matchers where a project has asked for them; a hook of pytest-recording."""
    # A project that does not use them pays for no import.
    if _SETTINGS in sys.modules:
        from ..vcr import register_matchers

        register_matchers(vcr)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """In strict mode, fail a test whose own cassette has unplayed interactions or a secret."""
    __tracebackhide__ = True
    result = yield
    if item.config.stash[options_key].are_cassettes_strict and _SETTINGS in sys.modules and not _is_shared(item):
        cassette = getattr(item, "funcargs", {}).get("vcr")
        if cassette is not None:
            from ..vcr import assert_clean

            try:
                assert_clean(cassette)
            except AssertionError as error:
                pytest.fail(str(error), pytrace=False)
    return result


def _is_shared(item: pytest.Item) -> bool:
    """Whether other tests may play the same interactions: a named cassette, or further files of a marker."""
    return item.get_closest_marker("default_cassette") is not None or any(
        marker.args for marker in item.iter_markers("vcr")
    )
