"""Checks of the definition: what a model is told of a tool, and what it costs. Nothing of the tool is run."""

from . import identity, portability, root, schema, server_output, steering

__all__ = ["identity", "portability", "root", "schema", "server_output", "steering"]
