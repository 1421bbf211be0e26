"""Checks of the definition: what a model reads about a tool, and what it costs. The tool is not run."""

from . import (
    identity,
    listing,
    locked,
    portability,
    root,
    schema,
    schema_values,
    secrets,
    server_output,
    server_protocol,
    steering,
)

__all__ = [
    "identity",
    "listing",
    "locked",
    "portability",
    "root",
    "schema",
    "schema_values",
    "secrets",
    "server_output",
    "server_protocol",
    "steering",
]
