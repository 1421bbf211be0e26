"""Tools that come to no result here, each for a reason that no example would fix."""

import os
import sys

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(description="A number.", ge=0, le=100)


@forge_tool(args_schema=NumberArguments, description="Needs a token.", tier="read", register=False)
def asks_environment(args: NumberArguments) -> dict[str, str]:
    return {"token": os.environ["FORGE_NO_SUCH_VARIABLE"]}


@forge_tool(args_schema=NumberArguments, description="Asks a person.", tier="read", register=False)
def asks_person(args: NumberArguments) -> dict[str, str]:
    return {"said": input()}


@forge_tool(args_schema=NumberArguments, description="Looks a number up.", tier="read", register=False)
def asks_key(args: NumberArguments) -> dict[str, str]:
    known: dict[int, str] = {}
    return {"found": known[args.number]}


@forge_tool(args_schema=NumberArguments, description="Ends it all.", tier="read", register=False)
def exits(args: NumberArguments) -> None:
    sys.exit(args.number)
