"""NetworkCanary: one server on the loopback address that answers for every host, and records the intended address.

    host     open_canary()          a listener, before the network is closed; its port stays open
    child    with NetworkCanary()   every connection of Python's sockets leads there, recorded with its true address
             answer_requests(page)  the same from now on, with an answer that the tool can use

Names are resolved by a `NameService`. TLS is skipped for Python's connections, so ``https`` is answered too; a program
with its own TLS has its attempt recorded, and the handshake fails.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import responses
from types import TracebackType
from typing import Any, Self
from weakref import WeakKeyDictionary

from msgspec import Struct

from .lasting_hooks import removed_later
from .module_places import module_places
from .name_service import NameService, is_inside
from .plain_channel import PlainChannel

__all__ = [
    "HTML",
    "Contact",
    "NetworkCanary",
    "Page",
    "answer_requests",
    "answered_requests",
    "answers_late",
    "canary_listener",
    "open_canary",
    "without_answers",
]

_READ_S = 2.0
#: The first byte of a TLS connection; HTTP requests never begin with it. Source: RFC 8446, section 5.1.
_TLS_HANDSHAKE = b"\x16"
_MAX_REQUEST = 65536
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})", re.IGNORECASE)


class Page(Struct, frozen=True):
    """An answer to HTTP requests.

    Attributes:
        body: Its content.
        kind: The content's type, as in the header.
        status: The status code.
    """

    body: bytes
    kind: str = "application/json"
    status: int = 200


HTML = Page(b"<!doctype html><html><head><title>hello</title></head><body><p>hello</p></body></html>", "text/html")
"""A small page."""


class Contact(Struct, frozen=True):
    """An attempted connection.

    Attributes:
        address: The intended address.
        port: The intended port.
    """

    address: str
    port: int

    @property
    def is_inside(self) -> bool:
        """Whether the address is this machine or a private network."""
        return is_inside(self.address)


_listener: socket.socket | None = None


def open_canary() -> int:
    """Listen on a free port of the loopback address, for this process and its children, and return the port."""
    global _listener  # one a process; children inherit it
    if _listener is None:
        _listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    return int(_listener.getsockname()[1])


def canary_listener() -> socket.socket:
    """Return the open listener of this process and its children."""
    open_canary()
    assert _listener is not None  # noqa: S101  # for the type checker
    return _listener


class NetworkCanary:
    """Answers for every host while it is entered; replaces functions of `socket` and `ssl` for the whole process.

    Args:
        page: The answer to every request.

    Attributes:
        names: The name resolution.
        page: The answer.
        redirects: Path of a request to the target of its redirect.
        contacts: The attempted connections, oldest first.
        requests: First lines of the HTTP requests that arrived.
    """

    def __init__(self, page: Page = HTML) -> None:
        self.page = page
        self.names = NameService()
        self.redirects: dict[str, str] = {}
        self.contacts: list[Contact] = []
        self.requests: list[str] = []

    def __enter__(self) -> Self:
        _install()
        _serving.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _serving.remove(self)

    def clear(self) -> None:
        """Forget all contacts and requests."""
        self.contacts.clear()
        self.requests.clear()

    def answer(self, request: bytes) -> bytes:
        """Return the whole answer to an HTTP request."""
        line = request.split(b"\r\n", 1)[0].decode("latin-1")
        self.requests.append(line)
        path = [*line.split(" "), ""][1]
        target = next((to for at, to in self.redirects.items() if path.split("?")[0].endswith(at)), None)
        if target is not None:
            return (
                f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
            )
        page = self.page
        head = (
            f"HTTP/1.1 {page.status} {responses[page.status]}\r\nContent-Type: {page.kind}\r\n"
            f'ETag: "1"\r\nContent-Length: {len(page.body)}\r\nConnection: close\r\n\r\n'
        )
        return head.encode() + (b"" if line.startswith("HEAD ") else page.body)


def answer_requests(page: Page | None) -> None:
    """Answer every request with a page until the hooks of oracles are removed; a canary that is entered goes first.

    Args:
        page: The answer; None closes the network again.
    """
    global _usual  # one a process
    page = None if _is_held_closed else page
    if _usual is not None and page == _usual.page:
        return
    if _usual is not None:
        _serving.remove(_usual)
    _usual = None if page is None else NetworkCanary(page)
    if _usual is not None:
        _install()
        _serving.insert(0, _usual)


@contextmanager
def without_answers() -> Iterator[None]:
    """Keep the network closed while entered, whoever asks for answers."""
    global _is_held_closed  # one network a process
    answer_requests(None)
    _is_held_closed = True
    try:
        yield
    finally:
        _is_held_closed = False


def answered_requests() -> list[str]:
    """Return the first lines of the requests that `answer_requests` has answered since it got its page."""
    return [] if _usual is None else list(_usual.requests)


@contextmanager
def answers_late(look: Callable[[socket.socket], None]) -> Iterator[None]:
    """Call a function while a client waits for each answer, with the client's socket; it runs in another thread.

    Args:
        look: The function. The answer is sent when it returns.
    """
    _looks.append(look)
    try:
        yield
    finally:
        _looks.remove(look)


_looks: list[Callable[[socket.socket], None]] = []
_serving: list[NetworkCanary] = []
_usual: NetworkCanary | None = None
_is_held_closed = False
_meant: WeakKeyDictionary[socket.socket, Any] = WeakKeyDictionary()
_is_installed = False
_is_served = False


def _install() -> None:
    global _is_installed  # once a process
    if _is_installed:
        return
    _is_installed = True
    port = open_canary()
    global _is_served  # one listener a process
    if not _is_served:
        _is_served = True
        threading.Thread(target=_serve, name="forge-network-canary", daemon=True).start()
    replaced = [*_replace_functions(), *_replace_methods(port)]

    def remove() -> None:
        global _is_installed  # once a process
        answer_requests(None)
        _is_installed = False
        for owner, name, real in replaced:
            setattr(owner, name, real)

    removed_later(remove)


def _replace_functions() -> Iterator[tuple[Any, str, Any]]:
    """Replace the look-ups of names; yield what was replaced."""
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        real = getattr(socket, name)

        def answer(*args: Any, _real: Any = real, _name: str = name, **kwargs: Any) -> Any:
            if not _serving:
                return _real(*args, **kwargs)
            return getattr(_serving[-1].names, _name)(*args, **kwargs)

        # Modules that imported the function by name need the replacement too.
        for module, key in module_places(real):
            setattr(module, key, answer)
            yield module, key, real


def _replace_methods(port: int) -> Iterator[tuple[Any, str, Any]]:
    """Lead all connections to the listener; yield what was replaced."""
    connect, connect_ex, peer = socket.socket.connect, socket.socket.connect_ex, socket.socket.getpeername
    wrap, wrap_buffers = ssl.SSLContext.wrap_socket, ssl.SSLContext.wrap_bio

    def redirected(self: socket.socket, address: Any) -> Any:
        if not _serving or self.family not in (socket.AF_INET, socket.AF_INET6):
            return address
        service = _serving[-1]
        wanted = service.names.address(address[0])
        service.contacts.append(Contact(wanted, address[1]))
        _meant[self] = (wanted, *address[1:])
        return ("127.0.0.1", port) if self.family == socket.AF_INET else ("::ffff:127.0.0.1", port, 0, 0)

    def heard_peer(self: socket.socket) -> Any:
        return _meant.get(self) or peer(self)

    def heard_wrap(self: ssl.SSLContext, sock: socket.socket, *args: Any, **kwargs: Any) -> Any:
        return sock if _serving and not kwargs.get("server_side") else wrap(self, sock, *args, **kwargs)

    def heard_buffers(
        self: ssl.SSLContext, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *args: Any, **kwargs: Any
    ) -> Any:
        if not _serving or kwargs.get("server_side") or (args and args[0]):
            return wrap_buffers(self, incoming, outgoing, *args, **kwargs)
        return PlainChannel(self, incoming, outgoing)

    replaced: list[tuple[Any, str, Any]] = [
        (socket.socket, "connect", lambda self, address: connect(self, redirected(self, address))),
        (socket.socket, "connect_ex", lambda self, address: connect_ex(self, redirected(self, address))),
        (socket.socket, "getpeername", heard_peer),
        (ssl.SSLContext, "wrap_socket", heard_wrap),
        (ssl.SSLContext, "wrap_bio", heard_buffers),
    ]
    for owner, name, function in replaced:
        yield owner, name, getattr(owner, name)
        setattr(owner, name, function)


def _serve() -> None:
    while _listener is not None:
        try:
            connection, _ = _listener.accept()
        except OSError:
            return
        # A silent client must not block the next one.
        threading.Thread(target=_answer, args=(connection,), name="forge-network-canary", daemon=True).start()


def _answer(connection: socket.socket) -> None:
    with connection, suppress(OSError):
        connection.settimeout(_READ_S)
        request = b""
        while b"\r\n\r\n" not in request and len(request) < _MAX_REQUEST:
            chunk = connection.recv(_MAX_REQUEST)
            if not chunk or chunk[:1] == _TLS_HANDSHAKE:
                # A client with its own TLS is disconnected at once.
                break
            request += chunk
        if b"HTTP/" in request and _serving:
            _read_body(connection, request)
            for look in _looks:
                _look_at_client(look, connection)
            connection.sendall(_serving[-1].answer(request))


def _look_at_client(look: Callable[[socket.socket], None], connection: socket.socket) -> None:
    """Call a function with the socket of this process that is the other end of a connection, if there is one."""
    peer = connection.getpeername()[1]
    for client in list(_meant):
        with suppress(OSError):
            if client.getsockname()[1] == peer:
                look(client)


def _read_body(connection: socket.socket, request: bytes) -> None:
    """Read the body of a request: a client that is still sending would not see the answer."""
    head, _, body = request.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    left = min(int(length[1]), _MAX_REQUEST) - len(body) if length else 0
    while left > 0:
        chunk = connection.recv(left)
        if not chunk:
            return
        left -= len(chunk)
