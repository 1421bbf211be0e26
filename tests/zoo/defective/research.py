"""Tools that ask the web, each with a defect."""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import urllib.error
import urllib.parse
import urllib.request

import httpx
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "page_title": ("local_schemes_are_refused",),
    "page_length": ("requests_stay_public",),
    "check_link": ("requests_stay_public",),
    "city_population": ("process_state_is_left_alone",),
}


class UrlArgs(BaseModel):
    url: str = Field(description="Address of the page, http or https.", min_length=8, max_length=500)


class Unreachable(ToolError):
    def __init__(self) -> None:
        super().__init__("The page could not be fetched.", code="unreachable")


def _is_public(host: str) -> bool:
    try:
        infos = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return False
    return all(ipaddress.ip_address(info[4][0].split("%")[0]).is_global for info in infos)


class _PublicOnly(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):
        return None


@forge_tool(args_schema=UrlArgs, tier="read", raises=[ToolError])
def page_title(args: UrlArgs) -> dict:
    """Return the title of a web page."""
    try:
        parts = urllib.parse.urlsplit(args.url)
        if parts.hostname and not _is_public(parts.hostname):
            raise Unreachable
        opener = urllib.request.build_opener(_PublicOnly)
        with opener.open(args.url, timeout=5) as page:
            text = page.read(20_000).decode("utf-8", "replace")
    except (OSError, ValueError, http.client.HTTPException):
        raise Unreachable from None
    start, end = text.find("<title>"), text.find("</title>")
    return {"title": text[start + 7 : end].strip() if 0 <= start < end else "", "start": text[:200]}


@forge_tool(args_schema=UrlArgs, tier="read", raises=[ToolError])
def page_length(args: UrlArgs) -> dict:
    """Tell how long a web page is."""
    try:
        url = httpx.URL(args.url)
        if url.scheme not in ("http", "https") or not url.host or not _is_public(url.host):
            raise Unreachable
        with httpx.Client(follow_redirects=True, timeout=5.0) as client:
            response = client.get(url)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError):
        raise Unreachable from None
    return {"status": response.status_code, "bytes": len(response.content[:1_000_000])}


@forge_tool(args_schema=UrlArgs, tier="read", raises=[ToolError])
def check_link(args: UrlArgs) -> dict:
    """Tell whether a link on the web is dead."""
    lowered = args.url.lower()
    if not lowered.startswith(("http://", "https://")):
        raise ToolError("Only http and https links can be checked.", code="bad_address")
    if any(word in lowered for word in ("localhost", "127.0.0.1", "192.168.", "10.0.", "169.254.169.254", "[::1]")):
        raise ToolError("Local addresses are not checked.", code="not_public")
    try:
        with urllib.request.urlopen(urllib.request.Request(args.url, method="HEAD"), timeout=5) as answer:
            return {"alive": True, "status": answer.status}
    except urllib.error.HTTPError as error:
        return {"alive": False, "status": error.code}
    except (OSError, ValueError, http.client.HTTPException):
        return {"alive": False, "status": 0}


class CityArgs(BaseModel):
    city: str = Field(description="Name of the city.", min_length=1, max_length=80)


@forge_tool(args_schema=CityArgs, tier="read", raises=[ToolError])
def city_population(args: CityArgs) -> dict:
    """Tell how many people live in a city."""
    socket.setdefaulttimeout(1.5)
    try:
        url = "https://api.cities.example/v1/?" + urllib.parse.urlencode({"q": args.city}, errors="replace")
        with urllib.request.urlopen(url) as answer:
            return {"city": args.city, "people": int(json.loads(answer.read(10_000))["people"])}
    except (OSError, ValueError, KeyError, TypeError):
        raise ToolError("The statistics office does not answer.", code="unavailable") from None
