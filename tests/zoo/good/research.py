"""Good tools that ask the web."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Literal

import httpx
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool


class UrlArgs(BaseModel):
    url: str = Field(description="Address of the page, http or https.", min_length=8, max_length=500)


class Unreachable(ToolError):
    def __init__(self) -> None:
        super().__init__("The page could not be fetched.", code="unreachable")


@forge_tool(args_schema=UrlArgs, tier="read", raises=[ToolError])
def fetch_public_page(args: UrlArgs) -> dict:
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


class CityArgs(BaseModel):
    city: str = Field(description="Name of the city.", min_length=1, max_length=80)


@forge_tool(args_schema=CityArgs, tier="read", raises=[ToolError])
def forecast(args: CityArgs) -> dict:
    """Ask for tomorrow's weather of a city, trying up to three times."""
    for attempt in range(3):
        try:
            answer = httpx.get("https://api.weather.example/v1/forecast", params={"q": args.city}, timeout=1.0)
            answer.raise_for_status()
            return {"city": args.city, "forecast": str(answer.json().get("text", ""))}
        except (httpx.HTTPError, ValueError, AttributeError):
            time.sleep(0.05 * 2**attempt)
    raise ToolError("The weather service does not answer.", code="weather_unavailable")


class HostArgs(BaseModel):
    service: Literal["mail", "files", "print"] = Field(description="Service of the office to look at.")


_PORTS = {"mail": 25, "files": 445, "print": 631}


@forge_tool(args_schema=HostArgs, tier="read")
def service_answers(args: HostArgs) -> dict:
    """Tell whether a network service of the office can be connected to."""
    with socket.socket() as probe:
        probe.settimeout(0.2)
        try:
            probe.connect(("192.0.2.1", _PORTS[args.service]))
        except OSError:
            return {"service": args.service, "up": False}
    return {"service": args.service, "up": True}
