"""Checks of arguments: what the contract forbids is refused, and what it allows is taken."""

from . import validation

__all__ = ["validation"]
