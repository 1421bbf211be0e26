"""Registries of tools: the class, the registries of this process, and the refusals at registration.

`_register` is imported from here by code from before `@forge_tool`.
"""

from .process_tools import _register

__all__ = ["_register"]
