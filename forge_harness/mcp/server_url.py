"""The URL of an MCP server."""

from __future__ import annotations

from urllib.parse import urlsplit

__all__ = ["is_server_url"]


def is_server_url(url: str) -> bool:
    """Whether a text with the scheme of a URL names a host, and a port that can be connected to if it names one."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
