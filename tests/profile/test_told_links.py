"""Which descriptions say that a link keeps what it has."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_links import told_link


@pytest.mark.parametrize(
    "told",
    [
        "Add UTM tracking parameters to a link.",
        "Sets the language in the query of a URL.",
        "Append a token to the given URL.",
        "Signs a link for one hour.",
        "Remove tracking from a link. All other parameters are kept.",
        "Puts a link on another host; it keeps its query.",
        "Switches a link to https. The rest stays as it is.",
    ],
)
def test_a_link_is_said_to_keep_what_it_has(told: str) -> None:
    assert told_link(told)


@pytest.mark.parametrize(
    "told",
    [
        "Normalizes a link. Other parameters are kept.",
        "Add a parameter to a link; of repeated parameters, one is kept.",
        "Add a parameter to a link. Empty parameters are removed.",
        "Fetches a page of a URL.",
        "Makes a link to a product.",
        "Others stay.",
    ],
)
def test_other_links_may_lose_something(told: str) -> None:
    assert not told_link(told)
