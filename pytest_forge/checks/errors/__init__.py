"""Checks of errors: what a tool says and logs when something goes wrong. A sentence of its own, and no secret."""

from . import answers, logs

__all__ = ["answers", "logs"]
