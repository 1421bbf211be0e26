"""Values stored as secrets and addresses with credentials, shown again by other tools."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field

from ..marks import breaks, keeps

_Ship = Literal["heron", "tern"]
_OPTIONS: dict[str, dict[str, tuple[str, bool]]] = {
    "heron": {"harbour": ("Vlieland", False), "crew": ("four", False)},
    "tern": {"harbour": ("Ameland", False), "crew": ("six", False)},
}
_MIRRORS: dict[str, str] = {"attic": "https://attic.example/copies"}
_Name = Annotated[str, Field(pattern="^[a-z]{1,20}$", description="Name of the option.")]
_Word = Annotated[str, Field(pattern="^[a-z]{1,20}$", description="Short name of the mirror.")]
_Address = Annotated[str, Field(min_length=8, max_length=200, description="Address of the mirror, https.")]


@keeps("results_hold_no_environment")
def set_option(
    ship: _Ship,
    name: _Name,
    value: Annotated[str, Field(max_length=80, description="The new value.")],
    is_secret: Annotated[bool, Field(description="Whether it must never be shown.")] = False,
) -> Any:
    """Set an option of a ship."""
    _OPTIONS[ship][name] = (value, is_secret)
    return {"set": name}


@keeps("results_hold_no_environment")
def list_options(ship: _Ship) -> Any:
    """List the options of a ship. Secret values are shown as ***."""
    return {name: "***" if secret else value for name, (value, secret) in sorted(_OPTIONS[ship].items())}


@breaks("results_hold_no_environment")
def compare_options(one: _Ship, other: _Ship) -> Any:
    """List the options in which two ships differ. Secret values are shown as ***."""
    left, right = _OPTIONS[one], _OPTIONS[other]
    return [
        {
            "name": name,
            "values": ["***", "***"] if left.get(name, ("", False))[1] else [left.get(name), right.get(name)],
        }
        for name in sorted(left.keys() | right.keys())
        if left.get(name) != right.get(name)
    ]


@keeps("results_hold_no_environment")
def compare_options_masked(one: _Ship, other: _Ship) -> Any:
    """List the options in which two ships differ. Secret values are shown as ***."""
    left, right = list_options(one), list_options(other)
    return [
        {"name": name, "values": [left.get(name), right.get(name)]}
        for name in sorted(left.keys() | right.keys())
        if _OPTIONS[one].get(name) != _OPTIONS[other].get(name)
    ]


@keeps("results_hold_no_environment")
def read_option(ship: _Ship, name: _Name) -> Any:
    """Read an option of a ship for a program that needs it."""
    return {"value": _OPTIONS[ship].get(name, ("", False))[0]}


@keeps("results_hold_no_environment")
def add_mirror(name: _Word, url: _Address) -> Any:
    """Add a mirror."""
    _MIRRORS[name] = url
    return {"added": name}


@breaks("results_hold_no_environment")
def list_mirrors() -> Any:
    """List the mirrors. Addresses are shown without users and passwords."""
    return [{"name": name, "url": re.sub(r"//[^/:]+:[^/@]+@", "//", url)} for name, url in sorted(_MIRRORS.items())]


@keeps("results_hold_no_environment")
def list_mirror_hosts() -> Any:
    """List the mirrors. Addresses are shown without users and passwords."""
    parts = {name: urlsplit(url) for name, url in sorted(_MIRRORS.items())}
    return [{"name": name, "url": f"{one.scheme}://{one.hostname}{one.path}"} for name, one in parts.items()]


@keeps("results_hold_no_environment")
def list_mirror_users() -> Any:
    """List the mirrors with the users of their addresses. Passwords are never shown."""
    return [{"name": name, "url": re.sub(r":[^/@:]+@", "@", url)} for name, url in sorted(_MIRRORS.items())]


@breaks("results_hold_no_environment")
def clean_address(url: _Address) -> Any:
    """Return an address for a log. Credentials and the query are removed."""
    return {"url": re.sub(r"//[^/@]*@", "//", url)}


@keeps("results_hold_no_environment")
def bare_address(url: _Address) -> Any:
    """Return an address for a log. Credentials and the query are removed."""
    return {"url": re.sub(r"//[^/@]*@", "//", url).partition("?")[0]}
