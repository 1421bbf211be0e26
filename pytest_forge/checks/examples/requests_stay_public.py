"""The broken tool connects to any host; the fixed one resolves it once and refuses internal addresses."""

import http.client
import ipaddress
import socket
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_REFUSED: dict[str, object] = {"error": "refused", "message": "Only http URLs of public hosts can be asked."}
_FAILED: dict[str, object] = {"error": "no_answer", "message": "The host does not answer."}


class PageArguments(BaseModel):
    """Which page to ask for."""

    url: str = Field(description="URL of the page.")


def _status(host: str, address: str, port: int, path: str) -> int:
    connection = http.client.HTTPConnection(address, port, timeout=1)
    try:
        connection.request("HEAD", path or "/", headers={"Host": host})
        return connection.getresponse().status
    finally:
        connection.close()


@forge_tool(args_schema=PageArguments, tier="execute", register=False)
def broken(arguments: PageArguments) -> dict[str, object]:
    """Tell the status of a web page."""
    try:
        parts = urlsplit(arguments.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return _REFUSED
        return {"status": _status(parts.hostname, parts.hostname, parts.port or 80, parts.path)}
    except ValueError:
        return _REFUSED
    except (OSError, http.client.HTTPException):
        return _FAILED


@forge_tool(args_schema=PageArguments, tier="execute", register=False)
def fixed(arguments: PageArguments) -> dict[str, object]:
    """Tell the status of a web page."""
    try:
        parts = urlsplit(arguments.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return _REFUSED
        found = socket.getaddrinfo(parts.hostname, parts.port or 80, type=socket.SOCK_STREAM)
        addresses = [ipaddress.ip_address(item[4][0]) for item in found]
        if not all(address.is_global for address in addresses):
            return _REFUSED
        return {"status": _status(parts.hostname, str(addresses[0]), parts.port or 80, parts.path)}
    except ValueError:
        return _REFUSED
    except (OSError, http.client.HTTPException):
        return _FAILED
