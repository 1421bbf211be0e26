"""Which words tell of versions and of the order of pre-releases."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_versions import (
    are_compared_as_texts,
    follows_semver,
    numbered_prereleases,
    tells_of_prereleases,
    tells_of_versions,
)


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


@pytest.mark.parametrize(
    ("says", "templates"),
    [
        ("A pre-release has a stage and a number: ``2.11.0-rc1``.", ["1.0.0-rc{}"]),
        (
            "Pre-releases are numbered upwards, as in v1.2.0-beta3 or v1.2.0-alpha3.",
            ["v1.0.0-beta{}", "v1.0.0-alpha{}"],
        ),
        ("Betas and candidates, such as 1.4.0-b2, are numbered from 1 on.", ["1.0.0-b{}"]),
        ("Such as 1.4rc1. Candidates of a release are numbered.", ["1.0rc{}"]),
        ("Such as 3.1.0b2; rc10 comes after rc9.", ["1.0.0b{}"]),
        ("Versions of gems, such as 3.1.0.rc1, whose suffix is compared numerically.", ["1.0.0.rc{}"]),
        ("Orders versions as in PEP 440.", ["1.0.0rc{}"]),
        ("PEP 440 versions, such as 1.2.0.dev4.", ["1.0.0.dev{}"]),
        ("Versions such as 1.0.0-rc.1.", ["1.0.0-rc.{}"]),
        ("Versions such as 1.0.0-rc1 in the order of Semantic Versioning; candidates are numbered.", []),
        ("Versions such as 1.0.0-rc1.", []),
        ("Versions such as 1.0.0-rc1. The number of a pre-release is ignored.", []),
        ("The number of pre-releases, such as 1.0.0-rc1.", []),
        ("PEP 440 versions such as 1.0rc1, sorted alphabetically.", []),
        ("Weights such as 1.5.0kg2, numbered like labels.", []),
    ],
)
def test_numbers_of_prereleases_are_told(says, templates):
    assert numbered_prereleases(says) == templates


@pytest.mark.parametrize(
    ("says", "is_so"),
    [
        ("Versions are compared as plain strings.", True),
        ("Lists the releases in alphabetical order.", True),
        ("Versions are calendar dates such as 24.04.1.", True),
        ("Return the newest version, by its numbers.", False),
        ("Versions follow PEP 440.", False),
    ],
)
def test_an_order_of_texts_is_told(says, is_so):
    assert are_compared_as_texts(says) is is_so
