"""Checks of approval: nothing happens before it is granted, and what is granted is what happens."""

from . import grants, rewritten_arguments

__all__ = ["grants", "rewritten_arguments"]
