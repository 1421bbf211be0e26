"""Functions that log what they are asked, and some of them too much of it."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from pydantic import Field

log = logging.getLogger(__name__)
_User = Annotated[str, Field(description="Name of the user.", min_length=1, max_length=40)]
_Password = Annotated[str, Field(description="Password of the user.", min_length=8, max_length=80)]


def logs_its_call(user: _User, password: _Password) -> Any:
    """Log in."""
    log.debug("login %r", {"user": user, "password": password})
    return {"welcome": user}


def logs_a_key_of_a_form(
    api_key: Annotated[
        str, Field(description="Key of the service.", pattern="^key-[a-z]{12}$", examples=["key-abcdefghijkl"])
    ],
) -> Any:
    """Tell whether a key has the right form."""
    log.info("key %s", api_key)
    return {"is_key": True}


def logs_the_user(user: _User, password: _Password) -> Any:
    """Log in."""
    log.warning("login of %s with %s", user, "*" * 8 if password else "nothing")
    return {"welcome": user}


def logs_a_page_token(page_token: Annotated[str, Field(description="Where to go on.", max_length=80)] = "") -> Any:
    """List the next page."""
    log.info("page %s", page_token)
    return {"items": []}


def logs_how_long_it_is(secret: Annotated[str, Field(description="A secret.", min_length=8, max_length=80)]) -> Any:
    """Tell how strong a secret is."""
    log.info("a secret of %d letters", len(secret))
    return {"strong": len(secret) > 12}
