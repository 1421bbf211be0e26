"""Tools that break requests_stay_public, and others that resemble them and keep it."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import urllib.error
import urllib.parse
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.good_injection import NameArgs, tool


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


@breaks("requests_stay_public")
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


@breaks("requests_stay_public")
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


class UrlArgs2(BaseModel):
    url: str = Field(description="URL of the page.")


class LocalUrlArgs(BaseModel):
    base_url: str = Field(default="http://localhost:11434", description="Where the model server listens.")


class HostPortArgs(BaseModel):
    host: str = Field(description="Host to try.")
    port: int = Field(default=443, ge=1, le=65535, description="Port to try.")


class CityArgs(BaseModel):
    city: str = Field(description="City to ask about.")


REFUSED = {"error": "refused", "message": "Only public pages can be read."}


NO_ANSWER = {"error": "no_answer", "message": "The page cannot be read."}


def page(url: str) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return {"size": len(answer.read(10_000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("pinned_address", UrlArgs2)
def pinned_address(args: UrlArgs2) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return REFUSED
        found = socket.getaddrinfo(parts.hostname, None, proto=socket.IPPROTO_TCP)
        address = ipaddress.ip_address(found[0][4][0])
        if not address.is_global or getattr(address, "ipv4_mapped", None):
            return REFUSED
        host = f"[{address}]" if address.version == 6 else str(address)
        answer = httpx.get(f"http://{host}{parts.path}", headers={"Host": parts.hostname}, timeout=1)
        return {"status": answer.status_code}
    except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL):
        return NO_ANSWER


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("allow_listed_hosts", UrlArgs2)
def allow_listed_hosts(args: UrlArgs2) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
    except ValueError:
        return REFUSED
    if parts.scheme not in ("http", "https") or parts.hostname not in ("example.com", "docs.python.org"):
        return REFUSED
    try:
        # Redirects are not followed.
        return {"status": httpx.get(args.url, timeout=1).status_code}
    except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL):
        return NO_ANSWER


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("local_model_server", LocalUrlArgs)
def local_model_server(args: LocalUrlArgs) -> dict[str, Any]:
    try:
        return {"status": httpx.get(f"{args.base_url}/api/tags", timeout=1).status_code}
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return NO_ANSWER


@keeps("requests_stay_public", "local_schemes_are_refused")
@forge_tool(
    name="service_is_up",
    description="Check the health of a service on the local network.",
    args_schema=UrlArgs2,
    tier="execute",
    register=False,
)
def service_is_up(args: UrlArgs2) -> dict[str, Any]:
    return page(args.url) if args.url.startswith("http") else REFUSED


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("tries_a_port", HostPortArgs)
def tries_a_port(args: HostPortArgs) -> dict[str, Any]:
    try:
        with socket.create_connection((args.host, args.port), timeout=1):
            return {"open": True}
    except (OSError, ValueError):
        return {"open": False}


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("looks_up_a_name", NameArgs)
def looks_up_a_name(args: NameArgs) -> dict[str, Any]:
    try:
        return {"addresses": sorted({item[4][0] for item in socket.getaddrinfo(args.name, None)})}
    except (OSError, ValueError):
        return {"error": "unknown_name", "message": "The name is not known."}


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("city_as_parameter", CityArgs)
async def city_as_parameter(args: CityArgs) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=1, verify=False) as client:
        try:
            answer = await client.get("https://weather.example.com/v1", params={"city": args.city})
        except httpx.HTTPError:
            return NO_ANSWER
        return {"status": answer.status_code}


@keeps("requests_stay_public", "local_schemes_are_refused")
@tool("parses_a_url", UrlArgs2, tier="read")
def parses_a_url(args: UrlArgs2) -> dict[str, Any]:
    try:
        return {"host": urlsplit(args.url).hostname}
    except ValueError:
        return {"error": "bad_url", "message": "The text is no URL."}
