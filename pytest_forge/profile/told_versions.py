"""Told versions: what a description says of versions, and of their pre-releases: "ranked as in Semantic Versioning"."""

from __future__ import annotations

import re

__all__ = ["follows_semver", "tells_of_prereleases", "tells_of_versions"]

_VERSIONS = re.compile(r"\b(?:sem-?ver|versions?|releases?)\b", re.IGNORECASE)
_SEMVER = re.compile(r"\bsem-?ver(?:2(?:\.0)*)?\b|\bsemantic(?:ally)?[ -]version(?:s|ing|ed)?\b", re.IGNORECASE)
_PRERELEASES = re.compile(
    r"\bpre-?releases?\b|\brelease[ -]candidates?\b|\d-(?:alpha|beta|rc|pre|dev|preview)\b|\bprecedence\b",
    re.IGNORECASE,
)
#: They are compared otherwise, or not at all.
_OTHERWISE = re.compile(
    r"\b(?:alphabet|lexic)\w*\b|\b(?:as|like) (?:plain |mere )?(?:texts?|strings?|words)\b|\bsign by sign\b"
    r"|\bletter by letter\b|\bdebian\b|\brpm\b|\bpep ?440\b|\bcalendar\b|\bcalver\b",
    re.IGNORECASE,
)


def tells_of_versions(words: str) -> bool:
    """Tell whether a description is about versions."""
    return _VERSIONS.search(words.replace("_", " ")) is not None


def follows_semver(words: str) -> bool:
    """Tell whether a description says that versions are those of Semantic Versioning, in no other order."""
    return _SEMVER.search(words) is not None and not _OTHERWISE.search(words)


def tells_of_prereleases(words: str) -> bool:
    """Tell whether a description tells of pre-releases, and not that they are compared as texts."""
    is_told = _PRERELEASES.search(words) is not None or _SEMVER.search(words) is not None
    return is_told and not _OTHERWISE.search(words)
