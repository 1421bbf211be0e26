"""Checks of the definition: what a model is told of a tool, and what it costs. Nothing of the tool is run."""

from . import identity, listing, portability, root, schema, schema_values, server_output, steering

__all__ = ["identity", "listing", "portability", "root", "schema", "schema_values", "server_output", "steering"]
