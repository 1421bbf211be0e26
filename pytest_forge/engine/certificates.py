"""Certificates: loaded for a connection, which a closed network never makes, instead of for each client."""

from __future__ import annotations

import ssl
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

__all__ = ["load_certificates_late"]

#: Methods of a context that need its certificates.
_LOOKING = ("wrap_socket", "wrap_bio", "get_ca_certs", "cert_store_stats")


def load_certificates_late() -> None:
    """Make an `ssl` context load trusted certificates on first use; clients make a context in every call.

    A file is loaded at once the first time, so that an unreadable one is reported as usual.
    """
    context = ssl.SSLContext
    waiting: weakref.WeakKeyDictionary[ssl.SSLContext, list[Callable[[], object]]] = weakref.WeakKeyDictionary()
    known: set[tuple[object, ...]] = set()
    load_paths, load_files = context.set_default_verify_paths, context.load_verify_locations

    def late_paths(self: ssl.SSLContext) -> None:
        waiting.setdefault(self, []).append(partial(load_paths, self))

    def late_files(self: ssl.SSLContext, cafile: Any = None, capath: Any = None, cadata: Any = None) -> None:
        key = (cafile, capath)
        load = partial(load_files, self, cafile, capath, cadata)
        if cadata is None and key in known:
            waiting.setdefault(self, []).append(load)
            return
        load()
        # A path that is not a string may not be comparable, and is loaded each time.
        if cadata is None and all(part is None or isinstance(part, str) for part in key):
            known.add(key)

    def looking(method: Callable[..., Any]) -> Callable[..., Any]:
        def look(self: ssl.SSLContext, *arguments: Any, **named: Any) -> Any:
            for load in waiting.pop(self, ()):
                load()
            return method(self, *arguments, **named)

        return look

    replaced: dict[str, Any] = {
        "set_default_verify_paths": late_paths,
        "load_verify_locations": late_files,
    }
    for name in _LOOKING:
        replaced[name] = looking(getattr(context, name))
    for name, method in replaced.items():
        setattr(context, name, method)
