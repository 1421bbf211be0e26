"""What the texts of a project name: headings, tables of queries, providers, and keys at the top of a YAML file."""

from __future__ import annotations

import re

__all__ = ["headings", "providers", "tables", "top_values"]

_README_LINES = 80
_MOST = 20
_HEADING = re.compile(r"#{1,6}[ \t]+(\S.*)")
# What is never closed goes to the end, so that nothing is searched twice.
_NOT_CODE = re.compile(r"--[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|'(?:[^']++|'')*+(?:'|\Z)")
_NAME = r"[\w$\"`\[\].-]{1,200}"
_READ = re.compile(rf"\b(?:from|join)\s+({_NAME})(?!\s*\()", re.IGNORECASE)
_COMMON = re.compile(rf"(?:\bwith\b(?:\s+recursive\b)?|,)\s*({_NAME})\s+as\s*\(", re.IGNORECASE)
_PROVIDER = re.compile(r'^\s*provider\s+"([\w-]{1,64})"', re.MULTILINE)
_TOP = re.compile(r"^([A-Za-z_]\w{0,63})[ \t]*:[ \t]*(.*)$", re.MULTILINE)


def headings(text: str) -> list[str]:
    """Return the headings in the first 80 lines of a Markdown text."""
    found = (_HEADING.fullmatch(line.rstrip()) for line in text.splitlines()[:_README_LINES])
    return [match[1].rstrip("# ") for match in found if match][:_MOST]


def tables(query: str) -> list[str]:
    """Return the tables that SQL reads, without those that it defines itself."""
    code = _NOT_CODE.sub(" ", query)
    own = {name.lower() for name in _COMMON.findall(code)}
    return [name for name in dict.fromkeys(_READ.findall(code)) if name.lower() not in own][:_MOST]


def providers(text: str) -> list[str]:
    """Return the providers that a Terraform file configures."""
    return list(dict.fromkeys(_PROVIDER.findall(text)))[:_MOST]


def top_values(text: str) -> dict[str, str]:
    """Return the keys at the top of a YAML text with what stands beside them, without reading it as YAML."""
    return {key: value.strip().strip("\"'") for key, value in _TOP.findall(text)}
