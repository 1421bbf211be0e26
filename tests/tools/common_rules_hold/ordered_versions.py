"""Versions given in lists, records, objects and two arguments, which are compared by their numbers or as texts."""

from __future__ import annotations

import re
from typing import Any

from ..marks import breaks, keeps

_FORM = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?")


def _parsed(version: str) -> tuple[tuple[int, ...], list[str]]:
    found = _FORM.fullmatch(version)
    if found is None:
        raise ValueError("This is no version.")
    return tuple(map(int, found.groups()[:3])), (found[4] or "").split(".") if found[4] else []


def _rank(version: str) -> tuple:
    numbers, label = _parsed(version)
    parts = [(1, part) if not part.isdecimal() else (0, f"{len(part):03}{part}") for part in label]
    return numbers, not label, parts


def _rank_with_texts(version: str) -> tuple:
    numbers, label = _parsed(version)
    return numbers, not label, label


def _rank_of_label(version: str) -> tuple:
    numbers, label = _parsed(version)
    return numbers, [(1, part) if not part.isdecimal() else (0, f"{len(part):03}{part}") for part in label]


@breaks("common_rules_hold")
def compare_plugins(mine: str, theirs: str) -> str:
    """Tell whether the version of my plugin is older or newer than theirs, by Semantic Versioning.

    Args:
        mine: Version of my plugin, such as "2.4.1-beta.3".
        theirs: Version of their plugin, such as "2.4.1".
    """
    one, other = _rank_with_texts(mine), _rank_with_texts(theirs)
    return "same" if one == other else "older" if one < other else "newer"


@keeps("common_rules_hold", judged=True)
def compare_ranked_plugins(mine: str, theirs: str) -> str:
    """Tell whether the version of my plugin is older or newer than theirs, by Semantic Versioning.

    Args:
        mine: Version of my plugin, such as "2.4.1-beta.3".
        theirs: Version of their plugin, such as "2.4.1".
    """
    one, other = _rank(mine), _rank(theirs)
    return "same" if one == other else "older" if one < other else "newer"


@keeps("common_rules_hold")
def compare_labels_of_plugins(mine: str, theirs: str) -> str:
    """Tell whether the version of my plugin is older or newer than theirs; labels of pre-releases count alphabetically.

    Args:
        mine: Version of my plugin, such as "2.4.1-beta.3".
        theirs: Version of their plugin, such as "2.4.1".
    """
    one, other = _rank_with_texts(mine), _rank_with_texts(theirs)
    return "same" if one == other else "older" if one < other else "newer"


@breaks("common_rules_hold")
def firmware_is_outdated(installed_version: str, offered_version: str) -> dict[str, bool]:
    """Tell whether a device needs the firmware that is offered.

    Args:
        installed_version: Version of the installed firmware, such as "1.4.0".
        offered_version: Version of the offered firmware, such as "1.5.2".
    """
    return {"outdated": installed_version < offered_version}


@keeps("common_rules_hold", judged=True)
def firmware_is_older(installed_version: str, offered_version: str) -> dict[str, bool]:
    """Tell whether a device needs the firmware that is offered.

    Args:
        installed_version: Version of the installed firmware, such as "1.4.0".
        offered_version: Version of the offered firmware, such as "1.5.2".
    """
    return {"outdated": _rank(installed_version) < _rank(offered_version)}


@breaks("common_rules_hold")
def builds_newest_first(builds: list[dict[str, str]]) -> list[dict[str, str]]:
    """Sort builds, the newest one first. A pre-release comes before its release, as in semver.

    Args:
        builds: The builds, such as [{"name": "nightly", "version": "1.3.0-rc.1"}].
    """
    return sorted(builds, key=lambda build: _rank_with_texts(build["version"]), reverse=True)


@keeps("common_rules_hold", judged=True)
def ranked_builds_newest_first(builds: list[dict[str, str]]) -> list[dict[str, str]]:
    """Sort builds, the newest one first. A pre-release comes before its release, as in semver.

    Args:
        builds: The builds, such as [{"name": "nightly", "version": "1.3.0-rc.1"}].
    """
    return sorted(builds, key=lambda build: _rank(build["version"]), reverse=True)


@breaks("common_rules_hold")
def oldest_module(versions: dict[str, str], stable_only: bool = True) -> str | None:
    """Name the module with the oldest version by Semantic Versioning.

    Args:
        versions: The version of each module, such as {"core": "1.2.0", "web": "1.3.0-rc.1"}.
        stable_only: Whether pre-releases are left out.
    """
    names = [name for name, version in versions.items() if not (stable_only and "-" in version)]
    return min(names, key=lambda name: _rank_of_label(versions[name]), default=None)


@keeps("common_rules_hold", judged=True)
def oldest_ranked_module(versions: dict[str, str], stable_only: bool = True) -> str | None:
    """Name the module with the oldest version by Semantic Versioning.

    Args:
        versions: The version of each module, such as {"core": "1.2.0", "web": "1.3.0-rc.1"}.
        stable_only: Whether pre-releases are left out.
    """
    names = [name for name, version in versions.items() if not (stable_only and "-" in version)]
    return min(names, key=lambda name: _rank(versions[name]), default=None)


@keeps("common_rules_hold")
def kind_of_change(before: str, after: str) -> dict[str, Any]:
    """Tell which part of a semantic version changes first, and whether a pre-release is involved.

    Args:
        before: The version before, such as "1.0.0-rc.1".
        after: The version after, such as "1.0.0".
    """
    one, other = _parsed(before), _parsed(after)
    parts = [name for name, x, y in zip(("major", "minor", "patch"), one[0], other[0], strict=True) if x != y]
    return {"part": parts[0] if parts else "label", "prerelease": bool(one[1] or other[1])}


@breaks("common_rules_hold")
def list_snapshots(with_previews: bool = True) -> list[dict[str, str]]:
    """List the releases and pre-releases of the editor, the newest first."""
    versions = ["2.0.0-rc.9", "2.0.0-rc.10", "1.9.0", "2.0.0-rc.2", "2.0.0"]
    kept = [version for version in versions if with_previews or "-" not in version]
    return [{"version": version} for version in sorted(kept, key=_rank_with_texts, reverse=True)]


@keeps("common_rules_hold", judged=True)
def list_ranked_snapshots(with_previews: bool = True) -> list[dict[str, str]]:
    """List the releases and pre-releases of the editor, the newest first."""
    versions = ["2.0.0-rc.9", "2.0.0-rc.10", "1.9.0", "2.0.0-rc.2", "2.0.0"]
    kept = [version for version in versions if with_previews or "-" not in version]
    return [{"version": version} for version in sorted(kept, key=_rank, reverse=True)]


_CANDIDATE = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?(?:-?(b|rc)(\d+))?")


def _candidate(release: str) -> tuple[tuple[int, ...], str, str]:
    found = _CANDIDATE.fullmatch(release)
    if found is None:
        raise ValueError("This is no release.")
    return (int(found[1]), int(found[2]), int(found[3] or 0)), found[4] or "z", found[5] or "0"


@breaks("common_rules_hold")
def newer_release(ours: str, upstream: str) -> dict[str, bool]:
    """Tell whether a Python package has a newer release upstream, in the order of PEP 440.

    Args:
        ours: The release that we use, such as 4.2 or 4.2rc1.
        upstream: The release that is offered.
    """
    return {"newer": _candidate(upstream) > _candidate(ours)}


@keeps("common_rules_hold", judged=True)
def newer_ranked_release(ours: str, upstream: str) -> dict[str, bool]:
    """Tell whether a Python package has a newer release upstream, in the order of PEP 440.

    Args:
        ours: The release that we use, such as 4.2 or 4.2rc1.
        upstream: The release that is offered.
    """
    one, other = ((*found[:2], int(found[2])) for found in map(_candidate, (upstream, ours)))
    return {"newer": one > other}


@breaks("common_rules_hold")
def order_images(tags: list[str]) -> list[str]:
    """Put the tags of an image in order. Betas and candidates, such as 1.4.0-b2, are numbered from 1 on.

    Args:
        tags: Tags such as 1.4.0 or 1.4.0-rc1.
    """
    return sorted(tags, key=_candidate)


@keeps("common_rules_hold", judged=True)
def order_ranked_images(tags: list[str]) -> list[str]:
    """Put the tags of an image in order. Betas and candidates, such as 1.4.0-b2, are numbered from 1 on.

    Args:
        tags: Tags such as 1.4.0 or 1.4.0-rc1.
    """
    return sorted(tags, key=lambda tag: (*_candidate(tag)[:2], int(_candidate(tag)[2])))


@keeps("common_rules_hold")
def order_images_by_semver(tags: list[str]) -> list[str]:
    """Put the tags of an image, such as 1.4.0-rc1, in the order of Semantic Versioning; candidates are numbered.

    Args:
        tags: Tags such as 1.4.0 or 1.4.0-rc1.
    """
    return sorted(tags, key=_rank)
