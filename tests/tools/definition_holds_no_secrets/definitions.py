"""Definitions with keys, tokens and passwords, and others with stand-ins for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("definition_holds_no_secrets")
def list_parcels(
    token: Annotated[str, Field(max_length=80, description="Token of the carrier.")] = "9fQ2LxT7bVn4KsR8wYd3HmZ6",
) -> list[str]:
    """List the parcels that are on their way."""
    return [] if token else ["none"]


@breaks("definition_holds_no_secrets")
def watch_queue(
    queue: Annotated[str, Field(max_length=80, description="Name of the queue.", examples=["orders"])],
) -> dict[str, str]:
    """Tell how long a queue of amqp://worker:Xk29fhTqPz@mq2.lines.example.net:5672/main is."""
    return {"queue": queue}


@breaks("definition_holds_no_secrets")
def send_invoice(
    number: Annotated[str, Field(max_length=20, description="Its number.")],
    api_key: Annotated[
        str,
        Field(max_length=80, description="Key of the mailer.", examples=["SG.aB3dE5fG7hI9jK1lM3nO5p.qR7sT9uV1wX3yZ5a"]),
    ] = "",
) -> dict[str, str]:
    """Send an invoice by mail."""
    return {"number": number, "key": str(bool(api_key))}


@keeps("definition_holds_no_secrets")
def list_letters(
    token: Annotated[str, Field(max_length=80, description="Token of the carrier, e.g. YOUR_TOKEN.")] = "YOUR_TOKEN",
) -> list[str]:
    """List the letters that are on their way."""
    return [] if token else ["none"]


@keeps("definition_holds_no_secrets")
def watch_line(
    queue: Annotated[str, Field(max_length=80, description="Name, as in amqp://user:password@host:5672/name.")],
) -> dict[str, str]:
    """Tell how long a queue is."""
    return {"queue": queue}


@keeps("definition_holds_no_secrets")
def show_commit(
    commit: Annotated[
        str, Field(pattern="^[0-9a-f]{7,40}$", description="Its hash, e.g. 9f2b7c1d4e6a8b0c2d4e6f8a0b1c3d5e7f9a1b3c.")
    ],
    password: Annotated[str, Field(max_length=40, description="Password of the store.")] = "postgres",
) -> dict[str, str]:
    """Show a commit."""
    return {"commit": commit, "locked": str(bool(password))}
