"""The broken tool logs the password of a failed login; the fixed one logs the user name only."""

import logging

from pydantic import BaseModel, Field

from forge_harness import forge_tool

log = logging.getLogger(__name__)


class LoginArguments(BaseModel):
    """Who logs in."""

    user: str = Field(description="Name of the user.", min_length=1, max_length=40)
    password: str = Field(description="Password of the user.", min_length=1, max_length=80)


@forge_tool(args_schema=LoginArguments, tier="read", register=False)
def broken(arguments: LoginArguments) -> dict[str, bool]:
    """Check a login."""
    log.warning("login of %s with %s failed", arguments.user, arguments.password)
    return {"valid": False}


@forge_tool(args_schema=LoginArguments, tier="read", register=False)
def fixed(arguments: LoginArguments) -> dict[str, bool]:
    """Check a login."""
    log.warning("login of %s failed, with a password of %d letters", arguments.user, len(arguments.password))
    return {"valid": False}
