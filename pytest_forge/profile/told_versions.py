"""Told versions: what a description says of versions, and of their pre-releases: "ranked as in Semantic Versioning"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = [
    "are_compared_as_texts",
    "follows_semver",
    "numbered_prereleases",
    "tells_of_prereleases",
    "tells_of_versions",
]

_VERSIONS = regex(r"\b(?:sem-?ver|versions?|releases?)\b", re.IGNORECASE)
_SEMVER = regex(r"\bsem-?ver(?:2(?:\.0)*)?\b|\bsemantic(?:ally)?[ -]version(?:s|ing|ed)?\b", re.IGNORECASE)
_PRERELEASES = regex(
    r"\bpre-?releases?\b|\brelease[ -]candidates?\b|\d-(?:alpha|beta|rc|pre|dev|preview)\b|\bprecedence\b",
    re.IGNORECASE,
)
_PEP_440 = regex(r"\bpep[ -]?440\b", re.IGNORECASE)
_AS_TEXTS = (
    r"\b(?:alphabet|lexic)\w*\b|\b(?:as|like) (?:plain |mere )?(?:texts?|strings?|words)\b|\bsign by sign\b"
    r"|\bletter by letter\b|\bdebian\b|\brpm\b|\bcalendar\b|\bcalver\b"
)
_ONLY_TEXTS = regex(_AS_TEXTS, re.IGNORECASE)
#: They are compared otherwise, or not at all.
_OTHERWISE = regex(rf"{_AS_TEXTS}|{_PEP_440.pattern}", re.IGNORECASE)
_STAGE = r"(?:alpha|beta|rc|cr|a|b|c|pre|preview|dev|m|milestone|snapshot|nightly|canary|next)"
#: A pre-release with its number: "v1.2.0-rc1", "1.2.0-rc.1", "1.2rc1", "1.2.0.dev3".
_SHOWN = regex(rf"(?<![\w.-])(v?)\d+((?:\.\d+){{1,3}})([-._]?)({_STAGE})([-._]?)\d+(?![\w-]|\.\w)", re.IGNORECASE)
#: "Pre-releases of a stage are numbered upwards", "rc10 comes after rc9".
_IS_NUMBERED = regex(
    r"\b(?:pre-?releases?|stages?|(?:release )?candidates?|alphas?|betas?|rcs?|suffix(?:es)?|labels?)\b.{0,80}"
    r"\b(?:numbers?(?! of\b)|numbered|numeric(?:al)?(?:ly)?|counted|natural(?:ly)?)\b"
    r"|\b(?:numbers?(?! of\b)|numbered|numeric(?:al)?(?:ly)?|natural(?:ly)?)\b.{0,80}"
    r"\b(?:pre-?releases?|stages?|candidates?|alphas?|betas?|rcs?|suffix(?:es)?|labels?)\b"
    rf"|\b{_STAGE}[-.]?\d\b.{{0,40}}\b{_STAGE}[-.]?1\d\b|\b{_STAGE}[-.]?1\d\b.{{0,40}}\b{_STAGE}[-.]?\d\b",
    re.IGNORECASE,
)
_NEGATED = regex(r"\b(?:not|never|ignor\w+|disregard\w*|without|regardless|except|skip\w*|no)\b", re.IGNORECASE)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")


def tells_of_versions(words: str) -> bool:
    """Tell whether a description is about versions."""
    return _VERSIONS.search(words.replace("_", " ")) is not None


def are_compared_as_texts(words: str) -> bool:
    """Tell whether a description says that versions are compared as texts, or in an order of their own."""
    return _ONLY_TEXTS.search(words) is not None


def follows_semver(words: str) -> bool:
    """Tell whether a description says that versions are those of Semantic Versioning, in no other order."""
    return _SEMVER.search(words) is not None and not _OTHERWISE.search(words)


def tells_of_prereleases(words: str) -> bool:
    """Tell whether a description tells of pre-releases, and not that they are compared as texts."""
    is_told = _PRERELEASES.search(words) is not None or _SEMVER.search(words) is not None
    return is_told and not _OTHERWISE.search(words)


def numbered_prereleases(words: str) -> list[str]:
    """Return templates of the pre-releases that a description shows, with "{}" for a number that it says to count.

    "1.2.0-rc1" is such a one where pre-releases are said to be numbered, and in PEP 440. Semantic Versioning compares
    "rc1" as a text, and only the number in "rc.1" as a number.
    """
    if _ONLY_TEXTS.search(words):
        return []
    is_python, is_semver = _PEP_440.search(words) is not None, _SEMVER.search(words) is not None
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(words)]
    is_told = is_python or any(_IS_NUMBERED.search(one) and not _NEGATED.search(one) for one in sentences)
    shown = {}
    for prefix, rest, before, stage, between in _SHOWN.findall(words):
        if between == "." or (is_told and not is_semver):
            shown[f"{prefix}1{'.0' * rest.count('.')}{before}{stage}{between}{{}}"] = True
    return [*shown] or (["1.0.0rc{}"] if is_python and not is_semver else [])
