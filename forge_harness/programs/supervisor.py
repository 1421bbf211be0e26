"""The supervisor: a small process that runs one program, and ends with everything that the program has started.

    harness ──socket──> supervisor ── program ── …
       └──────stdin, stdout, stderr──────┘

The socket brings the request, and takes two lines: that the program was started, and how it ended. When the socket
is closed, or the harness ends, so does the program. The supervisor becomes the parent of all that the program leaves
behind, in any session. It imports next to nothing, since each program waits for its start.
"""

from __future__ import annotations

# The same as `signal` without its enumerations, whose import would take as long as all the rest.
import _signal as signal  # type: ignore[import-not-found]  # typeshed leaves it out
import marshal
import os
import resource
import select
import time

from .closed_sockets import close_sockets
from .landlock import contain_process, restrict_process
from .limits import limit_resource
from .offspring import adopt_orphans, child_processes, end_children, end_with_parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["LENGTH_BYTES", "main"]

#: Bytes of the number before the request that tells its length.
LENGTH_BYTES = 8

#: Seconds for processes that cannot be killed at once, such as one that waits for a disk.
_PATIENCE_S = 60.0


def main(connection: int) -> None:
    """Run the program that the request asks for, and return when nothing of it is left.

    Args:
        connection: The descriptor of our end of the socket.
    """
    os.set_inheritable(connection, False)
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    # A handler is needed for the signal to be written into the pipe.
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    adopt_orphans()
    end_with_parent(signal.SIGTERM)
    request = _read_request(connection)
    if request is None or os.getppid() != request["parent"]:
        return
    program, started = _start(request)
    _let_go_of_streams()
    _tell(connection, started)
    if started.startswith(b"started"):
        try:
            ended = _wait(program, request["timeout_s"], connection, woken)
        finally:
            # Also where the system cannot list what is below us.
            _kill_group(program)
            end_children()
        _tell(connection, ended)
    until = time.monotonic() + _PATIENCE_S
    while child_processes() and time.monotonic() < until:
        end_children()


def _read_request(connection: int) -> Mapping[str, Any] | None:
    length = int.from_bytes(_read(connection, LENGTH_BYTES), "big")
    text = _read(connection, length)
    # It is faster than JSON by the import, and comes from a process of the same interpreter.
    return marshal.loads(text) if length and len(text) == length else None  # noqa: S302


def _read(descriptor: int, length: int) -> bytes:
    """Return that many bytes, or fewer at the end."""
    text = bytearray()
    while len(text) < length:
        part = os.read(descriptor, min(length - len(text), 1 << 16))
        if not part:
            break
        text += part
    return bytes(text)


def _tell(connection: int, message: bytes) -> None:
    try:
        os.write(connection, message + b"\n")
    except OSError:
        # The harness has ended, and nobody wants to know.
        return


def _kill_group(program: int) -> None:
    try:
        os.killpg(program, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _let_go_of_streams() -> None:
    """Give up the program's streams: whoever reads them waits until nobody holds them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _start(request: Mapping[str, Any]) -> tuple[int, bytes]:
    """Start the program; return its id, and the message about it."""
    said, say = os.pipe()
    program = os.fork()
    if program == 0:
        try:
            _become(request, say)
        except BaseException as error:  # noqa: BLE001  # whatever it is, the program did not start
            os.write(say, b"\nfailed %d" % (getattr(error, "errno", None) or 0))
        finally:
            os._exit(127)
    os.close(say)
    # The program's own process closes its end when it begins.
    told = _read(said, 1 << 10)
    os.close(said)
    return program, told.split(b"\n")[-1] or b"failed 0"


def _become(request: Mapping[str, Any], say: int) -> None:
    """Become the program; only an error returns."""
    # A signal that it sends to its group does not reach the supervisor.
    os.setsid()
    end_with_parent()
    signal.set_wakeup_fd(-1)
    # Python ignores some signals, and the program would inherit that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.chdir(request["folder"])
    limit_resource(resource.RLIMIT_CORE, 0)
    limit_resource(resource.RLIMIT_FSIZE, request["file_bytes"])
    # The address space would be the wrong measure: some interpreters reserve far more than they use.
    limit_resource(resource.RLIMIT_DATA, request["memory_bytes"])
    is_confined = request["is_confined"] and restrict_process(
        readable=request["readable"],
        writable=request["writable"],
        executable=request["executable"],
        with_network=not request["with_network"],
    )
    if is_confined:
        contain_process()
    if request["is_confined"] and not request["with_network"]:
        close_sockets()
    os.write(say, b"started %d" % is_confined)
    os.execve(request["program"], request["arguments"], request["environment"])  # noqa: S606  # that is the purpose


def _wait(program: int, timeout_s: float | None, connection: int, woken: int) -> bytes:
    """Wait for the end of the program, of its time, or of the harness; reap what has ended meanwhile."""
    until = None if timeout_s is None else time.monotonic() + timeout_s
    events = select.poll()
    events.register(connection, select.POLLIN)
    events.register(woken, select.POLLIN)
    while True:
        code = _reap(program)
        if code is not None:
            return b"ended %d" % code
        left_s = None if until is None else until - time.monotonic()
        if left_s is not None and left_s <= 0:
            return b"timed_out"
        for descriptor, _ in events.poll(None if left_s is None else left_s * 1000 + 1):
            if descriptor == connection or signal.SIGTERM in os.read(woken, 1 << 16):
                return b"cancelled"


def _reap(program: int) -> int | None:
    """Reap every ended child; return the exit code of the program if it is one of them."""
    code = None
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code
        if ended == 0:
            return code
        if ended == program:
            code = os.waitstatus_to_exitcode(status)
