"""Tools that contact the hosts of one domain, by a comparison of the name's end."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from ..marks import breaks, keeps

_DOMAIN = "depots.example"
Page = Annotated[
    str,
    Field(
        description='Page of a depot, e.g. "https://north.depots.example/state".', max_length=300, pattern="^https://"
    ),
]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _state(url: str) -> dict[str, int]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects)
    try:
        with opener.open(url, timeout=5) as answer:
            return {"status": answer.status}
    except (OSError, ValueError):
        raise ValueError("The depot does not answer.") from None


@breaks("requests_stay_public")
def read_state_of_a_name_that_ends_alike(url: Page) -> dict[str, int]:
    """Read the state of a depot; no other host than those of depots.example is asked."""
    parts = urlsplit(url)
    if parts.netloc != parts.hostname or not parts.hostname.endswith(_DOMAIN):
        raise ValueError("The page is not one of a depot.")
    return _state(url)


@keeps("requests_stay_public")
def read_state_of_the_own_domain(url: Page) -> dict[str, int]:
    """Read the state of a depot; no other host than those of depots.example is asked."""
    parts = urlsplit(url)
    if parts.netloc != parts.hostname or not f".{parts.hostname}".endswith(f".{_DOMAIN}"):
        raise ValueError("The page is not one of a depot.")
    return _state(url)
