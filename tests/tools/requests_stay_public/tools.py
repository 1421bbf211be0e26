"""Tools that break requests_stay_public, and others that resemble them and keep it."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import time
import urllib.request
from typing import Any
from urllib.parse import urljoin, urlsplit

import aiohttp
import httpx
import requests
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NO_ANSWER, REFUSED, UrlArgs, tool


class SiteArgs(BaseModel):
    host: str = Field(description="Host name of the web site, for example 'example.com'.", max_length=200)


@breaks("requests_stay_public")
@tool("site_is_up", SiteArgs, "requests_stay_public", tier="read")
async def site_is_up(args: SiteArgs) -> dict[str, Any]:
    """Tell whether a web site on the internet is up."""
    try:
        async with httpx.AsyncClient(timeout=2) as client:
            return {"up": (await client.get(f"http://{args.host}/")).status_code < 500}
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return {"up": False}


class CityArgs(BaseModel):
    city: str = Field(description="City to ask about.")


class ServerArgs(BaseModel):
    host: str = Field(description="Host whose home page is read.")


def page(url: str, opener: Any = urllib.request.urlopen) -> dict[str, Any]:
    try:
        with opener(url, timeout=1) as answer:
            return {"size": len(answer.read(10_000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


def only_web(url: str) -> bool:
    return url.startswith(("http://", "https://"))


@breaks("requests_stay_public")
@tool("fetches_anything", UrlArgs, "requests_stay_public")
def fetches_anything(args: UrlArgs) -> dict[str, Any]:
    return page(args.url) if only_web(args.url) else REFUSED


@breaks("requests_stay_public")
@tool("forgets_other_spellings", UrlArgs, "requests_stay_public")
def forgets_other_spellings(args: UrlArgs) -> dict[str, Any]:
    try:
        host = urlsplit(args.url).hostname or ""
    except ValueError:
        return REFUSED
    if host in ("localhost", "127.0.0.1", "0.0.0.0", "::1") or host.startswith(("10.", "192.168.", "172.", "169.254.")):
        return REFUSED
    return page(args.url) if only_web(args.url) else REFUSED


def is_public(host: str | None) -> bool:
    try:
        found = socket.getaddrinfo(host, 80)
        return bool(host) and all(ipaddress.ip_address(item[4][0]).is_global for item in found)
    except (OSError, ValueError):
        return False


class Still(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@breaks("requests_stay_public")
@tool("follows_redirects", UrlArgs, "requests_stay_public")
def follows_redirects(args: UrlArgs) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
        if not only_web(args.url) or not is_public(parts.hostname):
            return REFUSED
        first = str(socket.gethostbyname(parts.hostname))
    except (ValueError, OSError):
        return REFUSED
    connection = http.client.HTTPConnection(first, timeout=1)
    try:
        connection.request("GET", parts.path or "/", headers={"Host": parts.hostname})
        answer = connection.getresponse()
        if answer.status in (301, 302):
            return page(answer.headers["Location"])
        return {"size": len(answer.read(1000))}
    except (OSError, http.client.HTTPException, ValueError):
        return NO_ANSWER


@breaks("requests_stay_public")
@tool("looks_up_twice", UrlArgs, "requests_stay_public")
def looks_up_twice(args: UrlArgs) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
        if not only_web(args.url) or not is_public(parts.hostname):
            return REFUSED
    except ValueError:
        return REFUSED
    return page(args.url, urllib.request.build_opener(Still).open)


@breaks("requests_stay_public")
@tool("joins_a_path", CityArgs, "requests_stay_public")
def joins_a_path(args: CityArgs) -> dict[str, Any]:
    return page(urljoin("https://weather.example.com/v1/", args.city))


@breaks("requests_stay_public")
@tool("asks_a_server", ServerArgs, "requests_stay_public")
def asks_a_server(args: ServerArgs) -> dict[str, Any]:
    connection = http.client.HTTPSConnection(args.host, timeout=1)
    try:
        connection.request("GET", "/")
        return {"status": connection.getresponse().status}
    except (OSError, http.client.HTTPException, ValueError):
        return NO_ANSWER


class UrlArgs2(BaseModel):
    url: str = Field(default="https://example.com/", max_length=300, description="Address of the page.")


@breaks("requests_stay_public", "local_schemes_are_refused")
@forge_tool(args_schema=UrlArgs2, tier="read")
def fetch_page(args: UrlArgs2) -> dict:
    """Fetch a page from the web."""
    if not args.url.startswith(("http://", "https://")) or "localhost" in args.url or "127.0.0.1" in args.url:
        return {"error": "url_not_allowed", "message": "Only public pages are fetched."}
    try:
        reply = requests.get(args.url, timeout=3)
    except requests.RequestException:
        return {"error": "not_reachable", "message": "The page cannot be reached."}
    except Exception:
        return {"error": "bad_url", "message": "This is no address."}
    return {"status": reply.status_code, "text": reply.text[:2_000]}


class HostArgs(BaseModel):
    host: str = Field(default="example.com", max_length=200, description="Host of the web site to check.")


@breaks("requests_stay_public")
@forge_tool(args_schema=HostArgs, tier="read")
def check_link(args: HostArgs) -> dict:
    """Tell whether a web site answers."""
    import http.client

    try:
        connection = http.client.HTTPConnection(args.host, timeout=3)
        connection.request("HEAD", "/")
        return {"host": args.host, "status": connection.getresponse().status}
    except (OSError, http.client.HTTPException, ValueError):
        return {"error": "not_reachable", "message": "The site does not answer."}


class HostArgs2(BaseModel):
    host: str = Field(description="Host name of the web site, for example 'example.com'.", min_length=1, max_length=200)


@breaks("requests_stay_public")
@forge_tool(args_schema=HostArgs2, tier="read", raises=[ToolError])
async def site_status(args: HostArgs2) -> dict:
    """Tell whether a web site on the internet is up."""
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=4)) as session:
            async with session.get(f"http://{args.host}/") as answer:
                return {"up": answer.status < 500, "status": answer.status}
    except (aiohttp.ClientError, OSError, ValueError, TimeoutError):
        return {"up": False, "status": 0}


class TicketArgs(BaseModel):
    title: str = Field(min_length=1, max_length=100, description="What the ticket is about.")


@keeps("requests_stay_public", "readers_send_no_orders")
@forge_tool(args_schema=TicketArgs, tier="write")
def open_ticket(args: TicketArgs) -> dict:
    """Open a ticket at the support desk's web service."""
    try:
        reply = requests.post("https://support.example.com/tickets", json={"title": args.title}, timeout=5)
        return {"status": reply.status_code}
    except requests.RequestException:
        return {"error": "service_unavailable", "message": "The support desk does not answer; try again later."}


class CityArgs2(BaseModel):
    city: str = Field(description="Name of the city.", min_length=1, max_length=80)


@keeps("requests_stay_public", "errors_carry_no_detail")
@forge_tool(args_schema=CityArgs2, tier="read", raises=[ToolError])
def forecast(args: CityArgs2) -> dict:
    """Ask for tomorrow's weather of a city, trying up to three times."""
    for attempt in range(3):
        try:
            answer = httpx.get("https://api.weather.example/v1/forecast", params={"q": args.city}, timeout=1.0)
            answer.raise_for_status()
            return {"city": args.city, "forecast": str(answer.json().get("text", ""))}
        except (httpx.HTTPError, ValueError, AttributeError):
            time.sleep(0.05 * 2**attempt)
    raise ToolError("The weather service does not answer.", code="weather_unavailable")
