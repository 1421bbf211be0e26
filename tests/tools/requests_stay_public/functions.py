"""Functions that read pages of one host, with redirects to others and without."""

from __future__ import annotations

import urllib.request
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from ..marks import breaks, keeps


@breaks("requests_stay_public")
def read_documentation(
    url: Annotated[str, Field(max_length=300, description="Address of a page of docs.example.org.")],
) -> dict[str, str]:
    """Read a page of the documentation."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname != "docs.example.org":
        return {"error": "other_host", "message": "Only docs.example.org can be read. Send one of its pages."}
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return {"text": answer.read(10_000).decode("utf-8", "replace")}
    except (OSError, ValueError):
        return {"error": "unreachable", "message": "The page could not be read. Send another address."}


class _StayOnHost(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *request: Any) -> urllib.request.Request | None:
        if urlsplit(request[-1]).hostname != "docs.example.org":
            raise ValueError("The page leads to another host.")
        return super().redirect_request(*request)


_opener = urllib.request.build_opener(_StayOnHost)


@keeps("requests_stay_public")
def read_manual(
    url: Annotated[str, Field(max_length=300, description="Address of a page of docs.example.org.")],
) -> dict[str, str]:
    """Read a page of the documentation."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname != "docs.example.org":
        return {"error": "other_host", "message": "Only docs.example.org can be read. Send one of its pages."}
    try:
        with _opener.open(url, timeout=5) as answer:
            return {"text": answer.read(10_000).decode("utf-8", "replace")}
    except (OSError, ValueError):
        return {"error": "unreachable", "message": "The page could not be read. Send another address."}
