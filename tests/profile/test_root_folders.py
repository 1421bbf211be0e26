"""Names of arguments that are the folder in which a tool works."""

from __future__ import annotations

import pytest

from pytest_forge.profile.root_folders import takes_root
from pytest_forge.targets.facts import ToolFacts


def tool(**declared: bool) -> ToolFacts:
    return ToolFacts("count", "tools.py", "function", "Counts.", {"type": "object"}, declared=declared)


@pytest.mark.parametrize(
    ("name", "word"),
    [("workspace", "workspace"), ("workspaceDir", "workspace"), ("project_root", "root"), ("path", ""), ("rooted", "")],
)
def test_a_root_is_known_by_a_word_of_its_name(name, word):
    assert takes_root(tool(), name).word == word


def test_a_declaration_replaces_the_guess():
    assert not takes_root(tool(takes_root=False), "workspace")
    assert takes_root(tool(takes_root=True), "path").source == "declared"
