"""The tool says that its world is closed, and asks whatever host it is given."""

import http.client
from urllib.parse import quote, urlsplit

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class AddressArgs(BaseModel):
    url: str = Field(description="Address of a page of the manual.", min_length=1, max_length=200)


class PageArgs(BaseModel):
    page: str = Field(description="Name of a page of the manual.", min_length=1, max_length=200)


def _is_up(host: str, path: str) -> bool:
    connection = http.client.HTTPSConnection(host, timeout=2)
    try:
        connection.request("HEAD", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


@forge_tool(name="page_is_up", args_schema=AddressArgs, tier="read", facts={"open_world": False}, register=False)
def broken(args: AddressArgs) -> dict[str, object]:
    """Tell whether a page of our manual can be reached."""
    try:
        host = urlsplit(args.url).hostname or ""
    except ValueError:
        host = ""
    return {"is_up": bool(host) and _is_up(host, "/")}


@forge_tool(name="page_is_up", args_schema=PageArgs, tier="read", facts={"open_world": False}, register=False)
def fixed(args: PageArgs) -> dict[str, object]:
    """Tell whether a page of our manual can be reached."""
    return {"is_up": _is_up("manual.example.com", f"/{quote(args.page, safe='')}")}
