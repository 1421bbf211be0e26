"""Functions that read settings with a password, of which a part may be missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ..marks import breaks, keeps


class _Account(BaseModel):
    server: str
    port: int
    user: str
    password: str


def _content() -> Any:
    return json.loads((Path.home() / ".config" / "post" / "account.json").read_text())


@breaks("results_hold_no_environment")
def mail_server() -> dict[str, Any]:
    """Return the mail server that is configured, with its port."""
    try:
        account = _Account.model_validate(_content())
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{first['msg']}: {first['input']}") from None
    return {"server": account.server, "port": account.port}


@keeps("results_hold_no_environment", judged=True)
def mail_account() -> dict[str, Any]:
    """Return the mail account that is configured, without its password."""
    try:
        account = _Account.model_validate(_content())
    except ValidationError as error:
        names = ", ".join(str(part) for item in error.errors() for part in item["loc"])
        raise ValueError(f"The account lacks a value for: {names}") from None
    return {"server": account.server, "user": account.user}


@breaks("results_hold_no_environment")
def post_port() -> dict[str, Any]:
    """Return the port of the mail server; the password of the account stays hidden."""
    try:
        return {"port": _Account.model_validate(_content()).port}
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{first['msg']}: {first['input']}") from None


def _problems(*, with_input: bool) -> list[str]:
    try:
        _Account.model_validate(_content())
    except ValidationError as error:
        lines = [(".".join(str(part) for part in item["loc"]), item["input"]) for item in error.errors()]
        return [f"{name} is missing or wrong (found {found!r})" if with_input else name for name, found in lines]
    return []


@breaks("results_hold_no_environment")
def account_problems() -> dict[str, Any]:
    """List what is wrong with the account that is configured."""
    found = _problems(with_input=True)
    return {"valid": not found, "problems": found}


@keeps("results_hold_no_environment", judged=True)
def account_gaps() -> dict[str, Any]:
    """List what the account that is configured lacks."""
    found = _problems(with_input=False)
    return {"valid": not found, "gaps": found}
