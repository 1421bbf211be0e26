"""The start-up module of a Python server under test: it reports operations to the checks, see `inside`.

Python imports ``sitecustomize`` before the program's own code. This one imports the standard library's `os` and `sys`
only, supports older interpreters than the checks do, and leaves no trace in the environment or the import path.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

#: A longer report is not written; the reader notices its size.
MAX_BYTES = 1 << 22
#: The first line.
READY = b"('ready', (), ())\n"
#: The event of a request that a client is asked to send.
REQUEST = "forge.request"
#: The event of a name whose status is looked up, which raises no audit event.
LOOK_UP = "forge.look_up"
#: The event of an operation that could not be told: the report is incomplete.
LOST = "forge.lost"
#: The events of the values that the author's modules hold, and of their end; they are told when the signal comes.
HELD, HELD_END = "forge.held", "forge.held_end"
#: The event that names the libraries that are loaded then.
LIBRARIES = "forge.libraries"
#: The event that tells whether answers may follow from the hash of a text.
SALT = "forge.salt"
#: The offset of that signal from the last one, which no program is known to use.
SIGNAL_FROM_LAST = 2
#: The event of an exception that the author's code has handled, with its classes and its text; told if asked for, as it
#: slows every call of a function.
HANDLED = "forge.handled"
#: Stands among the events for the wish that threads other than the first wait before they open a file.
DELAYS = "forge.delays"
_DELAY_S = 0.02
#: Stands among the events for the wish that pauses of a call are skipped while the report has the permission `SKIPPED`.
PAUSES = "forge.pauses"
SKIPPED = 0o001
#: The event of a pause of `time.sleep` in a coroutine of the author's that a library awaits, with the line.
STANDS_STILL = "forge.stands_still"
#: The longest pause that is skipped, and the most that is skipped in a second: a loop may wait for something else.
_MAX_PAUSE_S, _MAX_SKIPPED_S = 20.0, 30.0
#: The shortest pause that is told of, and the time until the next one is: a loop may pause often.
_LEAST_TOLD_S, _TOLD_EVERY_S = 0.01, 0.02
#: The flags of the code of coroutines, and packages that may run a program's first one.
_COROUTINES, _RUNNERS = 0x80 | 0x200, ("asyncio", "anyio", "trio", "uvloop")
_MAX_CHAIN = 5
_MAX_TEXT = 4096
_MAX_ITEMS = 40
_MAX_CALLERS = 24
#: Events about which the calling modules are reported as well.
_WITH_CALLERS = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "socket.", "ctypes.")


def _begin() -> None:
    descriptor, device, inode, names = os.environ.pop("FORGE_INSIDE").split(":", 3)
    report = int(descriptor)
    known = (int(device), int(inode))
    if not _is_report(report, known):
        # A program between us and this interpreter has closed it.
        return
    os.set_inheritable(report, False)
    is_telling: list[bool] = []
    say = _sayer(report, known, is_telling)
    waiting = dict(_CLIENTS)
    if PAUSES in names.split(","):
        _skip_pauses(lambda: _is_report(report, known) and os.fstat(report).st_mode & SKIPPED, waiting, say)
    sys.addaudithook(_reporter(frozenset(names.split(",")), say, waiting))
    _report_look_ups(say)
    os.write(report, READY)
    _tell_on_signal(report, known, is_telling)
    if HANDLED in names.split(","):
        import threading

        trace = _handled_tracer(say)
        threading.settrace(trace)
        sys.settrace(trace)
    if DELAYS in names.split(","):
        sys.addaudithook(_delaying())


def _be_template() -> None:
    """Import libraries, then fork a server for each message; return in the fork, which goes on as an interpreter does.

    The template ends when nobody can send a message any more, and with it its forks. A fork ends when nobody can be
    told how it has ended: whoever has started it is gone.
    """
    descriptor, _, names = os.environ.pop("FORGE_TEMPLATE").partition(":")
    for name in names.split(","):
        try:
            __import__(name)
        except BaseException:  # noqa: BLE001, S112  # the server itself will tell what is wrong with it
            continue
    import select
    import socket

    if len(os.listdir("/proc/self/task")) > 1:  # noqa: PTH208  # pathlib is slow to import
        # A fork has none of the threads that a library has started.
        os._exit(3)
    control = socket.socket(fileno=int(descriptor))
    waiting = select.poll()
    waiting.register(control, select.POLLIN)
    forks: dict[int, int] = {}
    while True:
        for number, event in waiting.poll(10 if forks else None):
            if number != control.fileno():
                # Nobody waits for this one any more.
                _end([pid for pid, status in forks.items() if status == number])
            elif event:
                message, given, _, _ = socket.recv_fds(control, 1 << 16, 5)
                if not message:
                    _end(forks)
                    os._exit(0)
                if not given:
                    # Whoever asks may not be allowed to send a signal itself.
                    _signal_to(message, forks)
                    continue
                pid = os.fork()
                if pid == 0:
                    control.close()
                    for status in forks.values():
                        os.close(status)
                    _begin_fork(message.decode(), given)
                    return
                for one in given[:4]:
                    os.close(one)
                forks[pid] = given[4]
                waiting.register(given[4], 0)
                _tell(given[4], pid)
        for pid in list(forks):
            ended, how = os.waitpid(pid, os.WNOHANG)
            if ended:
                waiting.unregister(forks[pid])
                _tell(forks[pid], how)
                os.close(forks.pop(pid))


def _begin_fork(message: str, given: list[int]) -> None:
    inside, _, folder = message.partition("\0")
    os.setsid()
    for number, one in enumerate(given[:3]):
        os.dup2(one, number)
    report = int(inside.split(":")[0])
    if given[3] != report:
        os.dup2(given[3], report)
    for one in given:
        if one > 2 and one != report:
            os.close(one)
    os.chdir(folder)
    os.environ["FORGE_INSIDE"] = inside
    for name in ("random", "numpy.random"):
        # Each interpreter draws numbers of its own.
        if name in sys.modules:
            sys.modules[name].seed()


def _signal_to(message: bytes, forks: Iterable[int]) -> None:
    send, pid, number = message.split()
    if int(pid) in forks:
        try:
            (os.killpg if send == b"killpg" else os.kill)(int(pid), int(number))
        except OSError:
            return


def _tell(descriptor: int, number: int) -> None:
    try:
        os.write(descriptor, b"%d\n" % number)
    except OSError:
        return


def _end(pids: Iterable[int]) -> None:
    for pid in pids:
        try:
            os.killpg(pid, 9)
        except OSError:
            continue


def _is_report(descriptor: int, known: tuple[int, int]) -> bool:
    try:
        status = os.fstat(descriptor)
    except OSError:
        return False
    return (status.st_dev, status.st_ino) == known and status.st_size < MAX_BYTES


def _tell_on_signal(report: int, known: tuple[int, int], is_telling: list[bool]) -> None:
    """Prepare to report the values that the author's modules hold."""
    try:
        import _signal  # type: ignore[import-not-found]  # signal imports enum

        number = _signal.SIGRTMAX - SIGNAL_FROM_LAST
    except (ImportError, AttributeError):
        return
    folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    write, is_report = os.write, _is_report

    def tell(*_: Any) -> None:
        is_telling.append(True)
        try:
            names: dict[str, Any] = {"__name__": "held_values", "__file__": os.path.join(folder, "held_values.py")}  # noqa: PTH118
            with open(names["__file__"], encoding="utf-8") as file:  # noqa: PTH123
                exec(compile(file.read(), names["__file__"], "exec"), names)  # noqa: S102  # our own file
            modules = names["author_modules"]()
            held = names["held_values"](modules)
            lines = [ascii((HELD, (owner, values), ())) for owner, values in held]
            lines.append(ascii((SALT, (int(names["follows_salt"](modules)),), ())))
            lines.append(ascii((LIBRARIES, tuple(names["library_modules"]()), ())))
        except Exception:  # noqa: BLE001  # unreadable values must not affect the server; then none are told
            lines = []
        try:
            if is_report(report, known):
                write(report, ("\n".join([*lines, ascii((HELD_END, (), ()))]) + "\n").encode())
        except OSError:
            # The disk is full: the reader waits for the end in vain, and goes on without the values.
            return
        finally:
            is_telling.clear()

    _signal.signal(number, tell)


def _handled_tracer(say: Any) -> Any:
    """Return a trace function for `sys.settrace`.

    An exception of a library is handled if a function of the author returns something after it, or raises another one
    in its place. One that a statement of the author raises has a text of the author's.
    """
    from opcode import opmap

    raising = opmap["RAISE_VARARGS"]
    not_own = (sys.prefix, sys.base_prefix, os.path.dirname(__file__), "<")  # noqa: PTH120
    passing: dict[int, BaseException] = {}
    written: set[int] = set()

    def tell(error: Any) -> None:
        place = getattr(sys.modules.get(type(error).__module__), "__file__", None)
        if id(error) in written or not (place or "<").startswith(not_own):
            return
        try:
            say(HANDLED, (tuple(f"{one.__module__}.{one.__qualname__}" for one in type(error).__mro__), str(error)), ())
        except Exception:  # noqa: BLE001  # a text that cannot be made does not get into an answer
            return

    def look(frame: Any, event: str, value: Any) -> Any:
        if event == "exception":
            _, error, trace = value
            passing[id(frame)] = error
            if trace is not None and trace.tb_next is None and frame.f_code.co_code[frame.f_lasti] == raising:
                written.add(id(error))
            for _ in range(_MAX_CHAIN):
                error = getattr(error, "__context__", None)
                if error is not None:
                    tell(error)
        elif event == "return":
            error = passing.pop(id(frame), None)
            if error is not None and value is not None:
                tell(error)
        return look

    def begin(frame: Any, _: str, __: Any) -> Any:
        if frame.f_code.co_filename.startswith(not_own):
            return None
        frame.f_trace_lines = False
        return look

    return begin


def _delaying() -> Any:
    """Return an audit hook that makes other threads than this one wait before they open a file or a database.

    A server that leaves its files to threads does something else meanwhile; on a fast disk, for next to no time.
    """
    import _thread
    from time import sleep

    own = _thread.get_ident()

    def delay(event: str, arguments: tuple[Any, ...]) -> None:
        if _thread.get_ident() == own:
            return
        # What is imported late is not the server's data.
        is_file = event == "open" and not str(arguments[0]).endswith((".py", ".pyc"))
        if is_file or event == "sqlite3.connect":
            sleep(_DELAY_S)

    return delay


def _skip_pauses(is_asked: Callable[[], Any], waiting: dict[str, Any], say: Any) -> None:
    """Have the pauses of `time` and `asyncio` return at once, in what works on a call, while that is asked for.

    A thread or a task that the author's own code has started may do other work than that of the call, such as waiting
    until something expires.

    Args:
        is_asked: Tells so.
        waiting: Takes the module to prepare once it is imported.
        say: Reports the pauses in which an event loop stands still.
    """
    import time

    sleep, monotonic, libraries = time.sleep, time.monotonic, (sys.prefix, sys.base_prefix, "<")
    began, skipped, told = -1.0, 0.0, -1.0

    def is_skipped(seconds: Any) -> bool:
        nonlocal began, skipped
        if not isinstance(seconds, (int, float)) or not 0 < seconds <= _MAX_PAUSE_S or not is_asked():
            return False
        if monotonic() - began > 1:
            began, skipped = monotonic(), 0.0
        skipped += seconds
        return skipped <= _MAX_SKIPPED_S

    def is_of_library(code: Any) -> bool:
        return code is not None and code.co_filename.startswith(libraries)

    def is_in_call() -> bool:
        threading = sys.modules.get("threading")
        if threading is None or threading.current_thread() is threading.main_thread():
            return True
        target = getattr(threading.current_thread(), "_target", None)
        return target is None or is_of_library(getattr(target, "__code__", None))

    def tell(seconds: Any) -> None:
        nonlocal told
        if not isinstance(seconds, (int, float)) or seconds < _LEAST_TOLD_S or monotonic() - told < _TOLD_EVERY_S:
            return
        place = _place_in_coroutine(is_of_library)
        if place is not None:
            told = monotonic()
            say(STANDS_STILL, place, ())

    def skip(seconds: float) -> None:
        tell(seconds)
        sleep(0 if is_in_call() and is_skipped(seconds) else seconds)

    def skip_in_tasks(asyncio: Any, _: Any) -> bool:
        original = getattr(asyncio, "sleep", None)
        if original is None:
            return False

        async def skip_in_task(delay: float, result: Any = None) -> Any:
            task = asyncio.current_task()
            is_call = task is not None and is_of_library(getattr(task.get_coro(), "cr_code", None))
            return await original(0 if is_call and is_skipped(delay) else delay, result)

        stand_in(original, skip_in_task)
        return True

    def stand_in(original: Any, replaced: Any) -> None:
        replaced.__name__ = replaced.__qualname__ = original.__name__
        replaced.__doc__ = original.__doc__
        # Libraries that are loaded already have imported it by name.
        modules: list[Any] = list(sys.modules.values())
        for module in modules:
            if getattr(module, "sleep", None) is original:
                module.sleep = replaced

    stand_in(sleep, skip)
    waiting["asyncio"] = skip_in_tasks


def _place_in_coroutine(is_of_library: Callable[[Any], bool]) -> tuple[str, int] | None:
    """Return the file and the line of the author's that has called, if a library awaits it; None if none does.

    A program that handles its requests one by one, in a coroutine of its own, keeps nobody waiting.
    """
    # The first three frames are this function and its callers.
    frame: Any = sys._getframe(3)  # noqa: SLF001  # the only way to the caller
    place = None
    while frame is not None:
        code, outer = frame.f_code, frame.f_back
        if not is_of_library(code):
            place = place or (code.co_filename, frame.f_lineno)
            if code.co_flags & _COROUTINES and outer is not None and outer.f_code.co_flags & _COROUTINES:
                runs = str(outer.f_globals.get("__name__", "")).partition(".")[0] in _RUNNERS
                if is_of_library(outer.f_code) and not runs:
                    return place
        frame = outer
    return None


def _sayer(
    report: int, known: tuple[int, int], is_telling: list[bool]
) -> Callable[[str, tuple[Any, ...], tuple[str, ...]], None]:
    # The server may replace functions of os.
    write, truncate, is_report = os.write, os.ftruncate, _is_report

    def say(event: str, arguments: tuple[Any, ...], callers: tuple[str, ...]) -> None:
        line = ascii((event, _plain(arguments), callers)) + "\n"
        # The server may have closed the report, and opened a file of its own under the same number.
        if not is_telling and is_report(report, known):
            try:
                write(report, line.encode())
            except OSError:
                # The disk is full: a report that is too long tells the reader so, and its holes take no room.
                truncate(report, MAX_BYTES)

    return say


def _report_look_ups(say: Any) -> None:
    """Have `os.stat` and functions based on it report the names they are given; descriptors are left out."""
    supports = (os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks)
    for name in ("stat", "lstat", "access"):
        original = getattr(os, name)
        replaced = _looking_up(original, say)
        for functions in supports:
            # shutil chooses its way of deleting by these.
            if original in functions:
                functions.add(replaced)
        setattr(os, name, replaced)


def _looking_up(original: Any, say: Any) -> Any:
    def look_up(path: Any, *args: Any, **kwargs: Any) -> Any:
        if type(path) is not int:
            try:
                say(LOOK_UP, (path,), ())
            except Exception:  # noqa: BLE001  # an unreadable name must not affect the server
                say(LOST, (), ())
        return original(path, *args, **kwargs)

    look_up.__name__ = look_up.__qualname__ = original.__name__
    look_up.__doc__ = original.__doc__
    return look_up


def _reporter(
    names: frozenset[str], say: Callable[[str, tuple[Any, ...], tuple[str, ...]], None], waiting: dict[str, Any]
) -> Callable[[str, tuple[Any, ...]], None]:
    loaded = 0

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal loaded
        try:
            if event in names or len(sys.modules) != loaded:
                loaded = len(sys.modules)
                for module in [name for name in waiting if name in sys.modules]:
                    if waiting[module](sys.modules[module], say):
                        del waiting[module]
            if event in names:
                say(event, arguments, _callers() if event.startswith(_WITH_CALLERS) else ())
        except Exception:  # noqa: BLE001  # an unreadable event must not affect the server
            say(LOST, (), ())

    return hear


def _plain(value: Any, depth: int = 0) -> Any:
    """Return *value* in types whose text can be read back."""
    if isinstance(value, str):
        return str.__str__(value)[:_MAX_TEXT]
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(value)[:_MAX_TEXT]
    if value is None or type(value) is int:
        return value
    if isinstance(value, (list, tuple)) and depth < 2:
        return tuple(_plain(item, depth + 1) for item in value[:_MAX_ITEMS])
    return None


def _callers() -> tuple[str, ...]:
    """Return the modules on the stack, nearest first, each once in a row."""
    found: list[str] = []
    # The first two frames are this function and the hook.
    frame = sys._getframe(2)  # noqa: SLF001  # the only way to the caller
    while frame is not None and len(found) < _MAX_CALLERS:
        name = str(frame.f_globals.get("__name__", ""))
        if not found or found[-1] != name:
            found.append(name)
        frame = frame.f_back  # type: ignore[assignment]  # None at the end
    return tuple(found)


def _log_plainly(module: Any, _: Any) -> bool:
    """Log tracebacks without colours: rich takes half a second for each, and the SDK logs one per failed call."""
    handler = getattr(module, "RichHandler", None)
    if handler is None:
        return False
    handler.rich_tracebacks = property(lambda _: False, lambda _, __: None)
    return True


def _noting(read: Callable[..., tuple[Any, Any, Any]], *methods: tuple[str, str]) -> Callable[[Any, Any], bool]:
    """Return a function that has methods of a client's classes report their requests, once the classes exist."""

    def watch(module: Any, say: Any) -> bool:
        if not all(hasattr(module, owner) for owner, _ in methods):
            return False
        for owner, name in methods:
            found = getattr(module, owner)
            if hasattr(found, name):
                setattr(found, name, _noted(getattr(found, name), read, say))
        return True

    return watch


def _noted(method: Any, read: Any, say: Any) -> Any:
    import functools

    @functools.wraps(method)
    def noted(*args: Any, **kwargs: Any) -> Any:
        try:
            say(REQUEST, tuple(_text(part) for part in read(*args, **kwargs)), ())
        except Exception:  # noqa: BLE001  # an unreadable request must not affect the server
            say(LOST, (), ())
        return method(*args, **kwargs)

    return noted


def _of_http_client(connection: Any, method: str, url: str, body: Any = None, *_: Any, **__: Any) -> Any:
    return method, "//" + connection.host + url, body


def _of_prepared(_: Any, request: Any, *__: Any, **___: Any) -> Any:
    return request.method, request.url, getattr(request, "body", None) or getattr(request, "_content", None)


def _of_aiohttp(_: Any, method: str, url: Any, **kwargs: Any) -> Any:
    return method, url, kwargs.get("data") or kwargs.get("json")


def _of_mail(_: Any, host: str = "", *__: Any, **___: Any) -> Any:
    return "MAIL", host, None


def _text(value: Any) -> str:
    if value is None:
        return ""
    return bytes(value[:_MAX_TEXT]).decode("utf-8", "replace") if isinstance(value, (bytes, bytearray)) else str(value)


#: Modules to prepare once they are imported; each function returns whether it is done.
_CLIENTS = {
    "rich.logging": _log_plainly,
    "http.client": _noting(_of_http_client, ("HTTPConnection", "request"), ("HTTPConnection", "putrequest")),
    "smtplib": _noting(_of_mail, ("SMTP", "connect")),
    "requests.sessions": _noting(_of_prepared, ("Session", "send")),
    "httpx": _noting(_of_prepared, ("Client", "send"), ("AsyncClient", "send")),
    "aiohttp": _noting(_of_aiohttp, ("ClientSession", "_request")),
}


def _step_aside() -> None:
    """Remove this folder from the import path, and import the sitecustomize that it hides, if there is one."""
    folder = os.path.dirname(__file__)  # noqa: PTH120  # pathlib is slow to import
    sys.path[:] = [place for place in sys.path if place != folder]
    places = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    left = os.pathsep.join(place for place in places if place != folder)
    if left:
        os.environ["PYTHONPATH"] = left
    else:
        os.environ.pop("PYTHONPATH", None)
    ours = sys.modules.pop(__name__)
    try:
        __import__(__name__)
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
        sys.modules[__name__] = ours


# Whoever imports this module by accident, such as a test collector, has no report.
if __name__ == "sitecustomize" and ("FORGE_INSIDE" in os.environ or "FORGE_TEMPLATE" in os.environ):
    try:
        if "FORGE_TEMPLATE" in os.environ:
            _be_template()
        _begin()
    finally:
        _step_aside()
