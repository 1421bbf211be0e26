"""Functions that break secrets_stay_out_of_logs, and others that resemble them and keep it."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from pydantic import BaseModel, Field

from ..marks import breaks, keeps

log = logging.getLogger(__name__)


_User = Annotated[str, Field(description="Name of the user.", min_length=1, max_length=40)]


_Password = Annotated[str, Field(description="Password of the user.", min_length=8, max_length=80)]


@breaks("secrets_stay_out_of_logs")
def logs_its_call(user: _User, password: _Password) -> Any:
    """Log in."""
    log.debug("login %r", {"user": user, "password": password})
    return {"welcome": user}


@breaks("secrets_stay_out_of_logs")
def logs_a_key_of_a_form(
    api_key: Annotated[
        str, Field(description="Key of the service.", pattern="^key-[a-z]{12}$", examples=["key-abcdefghijkl"])
    ],
) -> Any:
    """Tell whether a key has the right form."""
    log.info("key %s", api_key)
    return {"is_key": True}


@keeps("secrets_stay_out_of_logs")
def logs_the_user(user: _User, password: _Password) -> Any:
    """Log in."""
    log.warning("login of %s with %s", user, "*" * 8 if password else "nothing")
    return {"welcome": user}


@keeps("secrets_stay_out_of_logs")
def logs_a_page_token(page_token: Annotated[str, Field(description="Where to go on.", max_length=80)] = "") -> Any:
    """List the next page."""
    log.info("page %s", page_token)
    return {"items": []}


class Account(BaseModel):
    user: _User
    password: _Password


_Account = Annotated[Account, Field(description="The account.")]


@breaks("secrets_stay_out_of_logs")
def logs_an_account(account: _Account) -> Any:
    """Log in."""
    log.info("login %s", account.model_dump())
    return {"welcome": account.user}


@keeps("secrets_stay_out_of_logs")
def logs_an_account_in_part(account: _Account) -> Any:
    """Log in."""
    log.info("login %s", account.model_dump(exclude={"password"}))
    return {"welcome": account.user}


_Pin = Annotated[str, Field(description="PIN of the door.", pattern="^[0-9]{4}$")]


@breaks("secrets_stay_out_of_logs")
def opens_with_a_logged_pin(door: _User, pin: _Pin) -> Any:
    """Open a door."""
    log.info("open %s with %s", door, pin)
    return {"open": pin == "4711"}


@keeps("secrets_stay_out_of_logs")
def opens_with_a_pin(door: _User, pin: _Pin) -> Any:
    """Open a door."""
    log.info("open %s after %d tries of %s", door, 7391, "4826 people")
    return {"open": pin == "4711"}


_Access = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$", description="Key of the account.")]


@breaks("secrets_stay_out_of_logs")
def logs_an_access_key(access_key: _Access) -> Any:
    """Tell what the account has left."""
    log.info("asking https://billing.example.com/left?key=%s", access_key)
    return {"left": 3}
