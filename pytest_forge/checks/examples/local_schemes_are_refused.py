"""The broken tool refuses internal hosts, but not ``file:``; the fixed one has an allow-list of hosts."""

import urllib.request
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_HOSTS = frozenset({"example.com", "www.example.com"})
_REFUSED: dict[str, object] = {"error": "refused", "message": "Only pages of example.com can be read."}


class PageArguments(BaseModel):
    """Which page to read."""

    url: str = Field(description="URL of the page, such as 'https://example.com/'.")


def _size(url: str) -> dict[str, object]:
    try:
        with urllib.request.urlopen(url, timeout=1) as page:
            return {"size": len(page.read(100_000))}
    except (OSError, ValueError):
        return {"error": "no_answer", "message": "The page cannot be read."}


@forge_tool(args_schema=PageArguments, tier="execute", register=False)
def broken(arguments: PageArguments) -> dict[str, object]:
    """Tell how long a page is."""
    try:
        host = urlsplit(arguments.url).hostname
    except ValueError:
        return _REFUSED
    return _size(arguments.url) if not host or host in _HOSTS else _REFUSED


@forge_tool(args_schema=PageArguments, tier="execute", register=False)
def fixed(arguments: PageArguments) -> dict[str, object]:
    """Tell how long a page is."""
    try:
        parts = urlsplit(arguments.url)
    except ValueError:
        return _REFUSED
    return _size(arguments.url) if parts.scheme in ("http", "https") and parts.hostname in _HOSTS else _REFUSED
