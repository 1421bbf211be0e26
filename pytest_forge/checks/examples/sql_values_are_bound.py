"""The broken tool inserts a name into its statement; the fixed one binds it."""

import sqlite3

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_database = sqlite3.connect(":memory:", check_same_thread=False)
_database.execute("CREATE TABLE users (name TEXT, city TEXT)")
_database.execute("INSERT INTO users VALUES ('ada', 'London')")


class UserArguments(BaseModel):
    """Whom to look for."""

    name: str = Field(description="Name of the user.")


@forge_tool(args_schema=UserArguments, tier="read", register=False)
def broken(arguments: UserArguments) -> dict[str, list[str]]:
    """List the cities of a user."""
    rows = _database.execute(f"SELECT city FROM users WHERE name = '{arguments.name}'").fetchall()
    return {"cities": [row[0] for row in rows]}


@forge_tool(args_schema=UserArguments, tier="read", register=False)
def fixed(arguments: UserArguments) -> dict[str, list[str]]:
    """List the cities of a user."""
    rows = _database.execute("SELECT city FROM users WHERE name = ?", (arguments.name,)).fetchall()
    return {"cities": [row[0] for row in rows]}
