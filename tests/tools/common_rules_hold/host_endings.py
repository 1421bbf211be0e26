"""Functions that keep or judge addresses of a domain, told by its letters or by the parts of the host."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from ..marks import breaks, keeps

Address = Annotated[str, Field(max_length=200, description="Address of the page, with https.")]
_DOMAIN = "docs.example"


def _host(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise ValueError("The address must begin with https:// and have a host.")
    return parts.hostname


@breaks("common_rules_hold")
def cite_page_by_letters(url: Address) -> dict[str, str]:
    """Cite a page of docs.example or of a host below it."""
    host = _host(url)
    if not host.endswith(_DOMAIN):
        raise ValueError("Only pages of docs.example can be cited.")
    return {"cited": url}


@keeps("common_rules_hold", judged=True)
def cite_page_by_parts(url: Address) -> dict[str, str]:
    """Cite a page of docs.example or of a host below it."""
    host = _host(url)
    if host != _DOMAIN and not host.endswith("." + _DOMAIN):
        raise ValueError("Only pages of docs.example can be cited.")
    return {"cited": url}


@breaks("common_rules_hold")
def is_own_page_by_letters(url: Address) -> dict[str, bool]:
    """Tell whether a page is one of docs.example or of a host below it."""
    return {"own": _host(url).endswith(_DOMAIN)}


@keeps("common_rules_hold", judged=False)
def cite_any_page(url: Address) -> dict[str, str]:
    """Cite a page, such as one of docs.example."""
    return {"cited": url, "host": _host(url)}


@keeps("common_rules_hold", judged=False)
def cite_page_of_one_host(url: Address) -> dict[str, str]:
    """Cite a page of docs.example itself."""
    if _host(url) != _DOMAIN:
        raise ValueError("Only pages of docs.example can be cited.")
    return {"cited": url}
