"""Network use: whether functions name a package that opens connections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType

__all__ = ["uses_network"]

#: Packages that connect: the standard library's, and the clients whose requests `sent_requests` records.
_PACKAGES = frozenset(
    [
        "socket",
        "ssl",
        "http",
        "urllib",
        "smtplib",
        "ftplib",
        "xmlrpc",
        "urllib3",
        "requests",
        "httpx",
        "httpx2",
        "aiohttp",
    ]
)


def uses_network(functions: Iterable[FunctionType]) -> bool:
    """Tell whether the code of functions names such a package, or an object that one defines."""
    return any(
        module.partition(".")[0] in _PACKAGES and module != "urllib.parse"
        for function in functions
        for module in _modules(function)
    )


def _modules(function: FunctionType) -> Iterator[str]:
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield value.__name__
        elif value is None:
            # The function may import it.
            yield name
        else:
            yield str(getattr(value, "__module__", None) or type(value).__module__)
