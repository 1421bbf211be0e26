"""Which words tell of versions and of the order of pre-releases."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_versions import follows_semver, tells_of_prereleases, tells_of_versions


@pytest.mark.parametrize(
    ("says", "is_semver", "has_prereleases"),
    [
        ("Versions rank as in Semantic Versioning.", True, True),
        ("Compare two SemVer strings.", True, True),
        ("Sort semantic versions.", True, True),
        ("A pre-release is older than its release.", False, True),
        ("Release candidates come before the release.", False, True),
        ("Versions such as 1.4.0-beta.2.", False, True),
        ("Semantic versions, whose labels are compared as texts.", False, False),
        ("Sort semantic versions alphabetically.", False, False),
        ("Compare two versions.", False, False),
    ],
)
def test_the_order_of_prereleases_is_told(says, is_semver, has_prereleases):
    assert (follows_semver(says), tells_of_prereleases(says)) == (is_semver, has_prereleases)


@pytest.mark.parametrize(
    ("says", "is_about"),
    [("latest_version", True), ("Pick the newest tag.", False), ("Is this release newer?", True), ("Add two.", False)],
)
def test_versions_are_told_of(says, is_about):
    assert tells_of_versions(says) == is_about
