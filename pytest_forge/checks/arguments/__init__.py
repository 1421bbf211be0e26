"""Checks of arguments: what the contract forbids is refused, and what it allows is taken."""

from . import refusals, validation

__all__ = ["refusals", "validation"]
