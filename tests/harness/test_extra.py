"""The words that install an optional part name its packages, and never the distribution."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import forge_harness
import pytest_forge
from forge_harness import install_extra


def test_the_packages_of_an_extra_are_named():
    assert re.fullmatch(r"pip install 'jinja2>=[\d.]+' \(extra 'html'\)", install_extra("html"))


def test_an_installation_without_metadata_names_the_extra(monkeypatch):
    def missing(_: str) -> list[str]:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", missing)

    assert install_extra("html") == "the packages of the extra 'html'"


def test_no_message_tells_users_to_install_another_project():
    """On PyPI, the name of this distribution is another project's."""
    for package in (forge_harness, pytest_forge):
        for path in Path(package.__file__).parent.rglob("*.py"):
            assert not re.search(r"(install|get|Add|Use) '?forge-harness\b", path.read_text()), path
