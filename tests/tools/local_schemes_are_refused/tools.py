"""Tools that break local_schemes_are_refused, and others that resemble them and keep it."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import urllib.error
import urllib.parse
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NO_ANSWER, REFUSED, UrlArgs, tool
from ..shared.good_injection import tool as tool2


def page(url: str, opener: Any = urllib.request.urlopen) -> dict[str, Any]:
    try:
        with opener(url, timeout=1) as answer:
            return {"size": len(answer.read(10_000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


@breaks("local_schemes_are_refused")
@tool("reads_any_scheme", UrlArgs, "local_schemes_are_refused")
def reads_any_scheme(args: UrlArgs) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(args.url, timeout=1) as answer:
            return {"text": answer.read(1000).decode(errors="replace")}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


@breaks("local_schemes_are_refused")
@tool("refuses_lower_case_only", UrlArgs, "local_schemes_are_refused")
def refuses_lower_case_only(args: UrlArgs) -> dict[str, Any]:
    return REFUSED if args.url.startswith("file:") else page(args.url)


class SourceArgs(BaseModel):
    source: str = Field(description="Where the picture is.", max_length=300)


@breaks("local_schemes_are_refused")
@tool("opens_what_has_no_host", SourceArgs, "local_schemes_are_refused", tier="read")
def opens_what_has_no_host(args: SourceArgs) -> dict[str, Any]:
    try:
        if urlsplit(args.source).hostname:
            return REFUSED
        with urllib.request.urlopen(args.source, timeout=1) as answer:
            return {"bytes": len(answer.read(1000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


class UrlArgs2(BaseModel):
    url: str = Field(default="https://example.com/", max_length=300, description="Address of the page.")


@breaks("local_schemes_are_refused", "requests_stay_public")
@forge_tool(args_schema=UrlArgs2, tier="read")
def import_feed(args: UrlArgs2) -> dict:
    """Import the newest entries of a feed on the web."""
    try:
        with urllib.request.urlopen(args.url, timeout=3) as feed:
            return {"feed": feed.read(2_000).decode("utf-8", "replace")}
    except (OSError, ValueError, Exception):
        return {"error": "not_reachable", "message": "The feed cannot be read."}


class UrlArgs3(BaseModel):
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


@breaks("local_schemes_are_refused")
@forge_tool(args_schema=UrlArgs3, tier="read", raises=[ToolError])
def page_title(args: UrlArgs3) -> dict:
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


class SourceArgs2(BaseModel):
    source: str = Field(description="Where the picture is, as a data: URL.", max_length=300)


@keeps("local_schemes_are_refused")
@tool2("opens_data_alone", SourceArgs2, tier="read")
def opens_data_alone(args: SourceArgs2) -> dict[str, Any]:
    if not args.source.startswith("data:"):
        return {"error": "refused", "message": "Only data: is opened."}
    try:
        with urllib.request.urlopen(args.source, timeout=1) as answer:
            return {"bytes": len(answer.read(1000))}
    except (OSError, ValueError):
        return {"error": "unreadable", "message": "That is no picture."}


class UrlArgs4(BaseModel):
    url: str = Field(default="https://example.com/", max_length=300, description="Address to take apart.")


@keeps("local_schemes_are_refused", "requests_stay_public")
@forge_tool(args_schema=UrlArgs4, tier="read")
def split_url(args: UrlArgs4) -> dict:
    """Take an address of the web apart."""
    try:
        parts = urllib.parse.urlsplit(args.url)
        return {"scheme": parts.scheme, "host": parts.hostname or "", "path": parts.path}
    except ValueError:
        return {"error": "no_url", "message": "This is no address; check its brackets."}


@keeps("local_schemes_are_refused", "requests_stay_public")
@forge_tool(args_schema=UrlArgs3, tier="read", raises=[ToolError])
def fetch_public_page(args: UrlArgs3) -> dict:
    """Fetch a public web page over http, without following redirects."""
    try:
        parts = urllib.parse.urlsplit(args.url)
        port = parts.port or 80
        host = parts.hostname or ""
    except ValueError:
        raise ToolError("That is no address.", code="bad_address") from None
    if parts.scheme != "http" or not host or parts.username or port not in (80, 8080):
        raise ToolError("Only plain http addresses on ports 80 and 8080 can be fetched.", code="bad_address")
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    addresses = {info[4][0] for info in infos}
    if not addresses or not all(_public_address(address) for address in addresses):
        raise ToolError("That host is not public.", code="not_public")
    connection = http.client.HTTPConnection(min(addresses), port, timeout=5)
    try:
        path = urllib.parse.quote(parts.path or "/", safe="/%")
        connection.request("GET", path, headers={"Host": host.encode("idna").decode()})
        response = connection.getresponse()
        return {"status": response.status, "text": response.read(4000).decode("utf-8", "replace")}
    except (OSError, http.client.HTTPException, UnicodeError, ValueError):
        raise Unreachable from None
    finally:
        connection.close()


def _public_address(text: str) -> bool:
    address = ipaddress.ip_address(text.split("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_global
