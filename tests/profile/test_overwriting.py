"""What descriptions say of things that are there already."""

from __future__ import annotations

import pytest

from pytest_forge.profile.overwriting import tells_of_earlier


@pytest.mark.parametrize(
    ("description", "tells"),
    [
        ("Registers a name; one that is taken already is left alone.", True),
        ("Adds a bib. A second call for it has no effect.", True),
        ("Registers a runner for a bib.", False),
    ],
)
def test_a_description_may_speak_of_what_is_there(description, tells):
    assert tells_of_earlier(description) == tells
