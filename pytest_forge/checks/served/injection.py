"""Injection into a server: text in an argument stays data, judged by the files and requests that follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...oracles.file_tree import files_below
from ...oracles.loopback_canary import LoopbackCanary
from ...oracles.secret_search import find_canary
from ...profile.code import takes_code
from ...profile.commands import takes_commands, takes_options
from ...profile.local_addresses import is_for_local_services, looks_at_hosts, takes_local_files
from ...profile.templates import takes_templates
from ...strategies.payloads.texts import ARITHMETIC, SHELL
from ...strategies.roles import PATH_ROLES, Role
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..check import served
from ..injection.excused import Openings, without_meant
from ..injection.opening import Attempt, Opening, mark_of, openings
from .asking import own_server, served_tool, shown, tried
from .furnishing import furnished_calls
from .program_answers import judge_answers
from .reading import WatchedCalls
from .working import needs_working_call, raise_unless_asked

#: Python and JavaScript that create the file ``{mark}``, plain and from inside quotes.
_CODE = (
    "open('{mark}','w')",
    "+open('{mark}','w')",
    "' + str(open('{mark}','w')) + '",
    '" + str(open("{mark}","w")) + "',
    "__import__('builtins').open('{mark}','w')",
    "require('fs').writeFileSync('{mark}','')",
    "process.mainModule.require('fs').writeFileSync('{mark}','')",
    # Works without built-in functions; ends in os.open() with O_CREAT.
    "[c for c in ().__class__.__base__.__subclasses__() if c.__name__=='_wrap_close']"  # noqa: ISC004  # one text
    "[0].__init__.__globals__['open']('{mark}',65)",
)
#: Options that make programs write their output to a file.
_OPTIONS = ("--output={mark}", "-o{mark}", "--output-document={mark}", "--out={mark}")
#: Notations of the loopback address.
_LOOPBACK = (
    "127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]",  # noqa: S104
)  # fmt: skip
#: A program that no allow-list contains, some that it may contain, and shell syntax that joins commands.
_PROGRAM = "/usr/bin/touch"
_PROGRAMS = ("echo hello", "ls", "pwd", "date", "cat notes.txt", "seq 1 3", "whoami", "git status")
_JOINTS = (
    "; {command}",
    " && {command}",
    " | {command}",
    "\n{command}",
    " $({command})",
    " `{command}`",
    " & {command}",
)
_MAX_COMMANDS = 2
_FIRST, _SECOND = 7919, 7907
#: A name in braces, as in a description of a template.
_PLACEHOLDER = re.compile(r"\{\{? ?(\w+(?:\.\w+)*) ?\}")
_MAX_NAMES = 6
#: Placeholders of templates; the first is that of str.format.
_FIELDS = ("{{{}}}", "{{{{ {} }}}}", "${{{}}}")
#: The base class of all Python classes, as text.
_OBJECT = re.compile(r"class (?:'|&#39;|&#x27;|&apos;)object")
_HOST_ROLES = (Role.URL, Role.HOST, Role.IP_ADDRESS)
#: Prefixes that turn a path into a file URL.
_FILE_URLS = ("file://", "file:", "file://localhost", "FILE://", "")


@served("shell_text_is_quoted")
@needs_working_call
def shell_text_is_quoted(subject: Subject) -> None:
    """No argument is run as a shell command, and none that names an allowed program runs a second one.

    The check sends text that makes a shell create a file, escaping from every kind of quotes, and looks for the file.
    For a tool with a list of allowed programs, it appends another program with shell syntax.
    """
    advice = "Start the program with a list of words and without a shell, or quote every value."
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, _openings(subject), takes_commands)
    for opening in patience.each([opening for opening in found.excused if not opening.slot.is_list]):
        _judge_allowed(subject, opening, advice, patience)
    attempts = _file_attempts(subject, found.judged, SHELL)
    _judge_files(subject, patience.each(attempts), "command_injection", f"let a shell run it. {advice}")
    found.raise_for_excused()


@served("values_are_no_options")
@needs_working_call
def values_are_no_options(subject: Subject) -> None:
    """No argument becomes an option of a program.

    The check sends options that make programs write a file, and looks for the file. It also sends ``--version``,
    ``--help`` and an unknown option, and looks for a program's answer to them.
    """
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, _openings(subject), takes_options)
    _judge_files(
        subject,
        patience.each(_file_attempts(subject, found.judged, _OPTIONS, stands_alone=True)),
        "argument_injection",
        "passed it to a program as an option, which wrote a file. Put '--' before it, or refuse values that begin "
        "with '-'.",
        may_hold=True,
    )
    if found.judged:
        judge_answers(subject, found.judged, patience)
    found.raise_for_excused()


@served("text_is_not_executed")
@needs_working_call
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as code.

    The check sends Python and JavaScript that create a file, and looks for the file.
    """
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, _openings(subject), takes_code)
    _judge_files(
        subject,
        patience.each(_file_attempts(subject, found.judged, _CODE)),
        "code_injection",
        "ran it as code. Parse the text, and evaluate only the node types that you expect.",
    )
    found.raise_for_excused()


@served("text_is_no_template")
@needs_working_call
def text_is_no_template(subject: Subject) -> None:
    """No argument is used as a template.

    The check sends products in the syntax of template engines, and look-ups of attributes, and searches the answers for
    the computed product or a Python class.
    """
    product = str(_FIRST * _SECOND)
    patience = subject.patience()
    found = without_meant(subject, _openings(subject), takes_templates)
    for opening, text in patience.each(_lookups(subject, found)):
        reply = tried(subject, opening.with_text(text))
        if _OBJECT.search(reply.text):
            raise opening.finding(
                "template_injection",
                f"Given {shown(text)} in {opening.slot.shown!r}, the tool looked up attributes of its own objects, "
                "which lead to all of its data. Replace the known names only.",
                reply.arguments,
            )
    sums = [payload.format(first=_FIRST, second=_SECOND) for payload in ARITHMETIC]
    for opening, text in patience.each(
        (one, text) for one in found.judged for sum_ in sums for text in one.texts(sum_)
    ):
        reply = tried(subject, opening.with_text(text))
        if product in reply.text.replace(",", ""):
            bare = tried(subject, opening.with_text(f"{_FIRST}*{_SECOND}"))
            if product in bare.text.replace(",", ""):
                # The tool computes any expression; text_is_not_executed judges that.
                continue
            raise opening.finding(
                "template_injection",
                f"Given {shown(text)} in {opening.slot.shown!r}, the tool computed the product. "
                "Keep the template constant, and pass the text as one of its values.",
                reply.arguments,
            )
    found.raise_for_guessed()


def _lookups(subject: Subject, found: Openings) -> Iterator[tuple[Opening, str]]:
    """Yield look-ups of attributes: a template may name values, but not their attributes."""
    for opening in (*found.excused, *found.judged):
        says = f"{opening.says} {subject.facts.description or ''}"
        names = [name.partition(".")[0] for name in _PLACEHOLDER.findall(says)]
        names += [name for name in opening.arguments if name != opening.slot.name]
        for name in list(dict.fromkeys([*names, "0"]))[:_MAX_NAMES]:
            for form in _FIELDS if opening in found.excused else _FIELDS[:1]:
                yield opening, form.format(f"{name}.__class__.__mro__")


@served("requests_stay_public")
def requests_stay_public(subject: Subject) -> None:
    """No URL or host in an argument makes the server connect to its own machine.

    The check listens on a loopback port, sends its address in several notations, and fails if the server connects.
    """
    served_tool(subject)
    local = is_for_local_services(subject.facts)
    if local:
        raise local.not_judged()
    found = _openings(subject)
    patience = subject.patience()
    mark = mark_of(subject)
    looks, excused = looks_at_hosts(subject.facts), False
    with LoopbackCanary() as canary:
        for opening, form, host in patience.each(_loopback_texts(found)):
            text = form.replace("{place}", f"{host}:{canary.port}").replace("{mark}", mark)
            tried(subject, opening.with_text(text))
            is_url = text.startswith("http")
            if not canary.heard(mark if is_url else ""):
                continue
            if looks and not is_url:
                excused = True
                continue
            # Show a fixed port, because the real one differs in each run.
            text = text.replace(str(canary.port), "8000")
            raise opening.finding(
                "server_side_request_forgery",
                f"Given {shown(text)} in {opening.slot.shown!r}, the server connected to its own machine. "
                "Resolve the host, and refuse loopback and private addresses.",
                opening.with_text(text),
            )
    if excused:
        raise looks.not_judged()
    if not any(opening.slot.role in _HOST_ROLES for opening in found):
        raise NotApplicable("No argument names a host.")
    raise_unless_asked(subject)


def _loopback_texts(found: list[Opening]) -> Iterator[tuple[Opening, str, str]]:
    """Yield an argument, the form of a URL or host, and a loopback address; only one if it is not named for a host."""
    url, bare = "http://{place}/{mark}", "{place}"
    for opening in sorted(found, key=lambda opening: opening.slot.role not in _HOST_ROLES):
        is_named = opening.slot.role in _HOST_ROLES
        for host in _LOOPBACK if is_named else _LOOPBACK[:1]:
            if not is_named or opening.slot.role is Role.URL:
                yield opening, url, host
            if opening.slot.role is not Role.URL:
                yield opening, bare, host


@served("local_schemes_are_refused")
def local_schemes_are_refused(subject: Subject) -> None:
    """No URL in an argument makes the server read a local file.

    The check sends ``file:`` URLs of a planted file outside. It fails if an answer contains the file's content, or, on
    Linux, if the server reads the file.
    """
    own_server(subject)
    local = is_for_local_services(subject.facts)
    if local:
        raise local.not_judged()
    every = [opening for opening in _openings(subject) if opening.slot.role not in PATH_ROLES]
    is_named = any(opening.slot.role is Role.URL for opening in every)
    found = without_meant(subject, every, takes_local_files)
    secret = subject.sandbox.outside / "secret.txt"
    patience = subject.patience()
    starts = [
        (opening, start)
        for opening in found.judged
        for start in (_FILE_URLS if opening.slot.role is Role.URL else _FILE_URLS[:2])
    ]
    with WatchedCalls(subject, [secret]) as calls:
        for opening, start in patience.each(starts):
            text = f"{start}{secret}"
            arguments = opening.with_text(text)
            reply, read = calls.ask(arguments)
            is_told = find_canary(subject.sandbox.canaries["outside"], reply.body) is not None
            if is_told or (read and calls.reads_again(arguments, read, control=opening.arguments)):
                how = "" if is_told else ", although its answer does not show it"
                raise opening.finding(
                    "file_url_read",
                    f"Given {shown(text)} in {opening.slot.shown!r}, the tool read a local file{how}. "
                    "Accept only the schemes http and https.",
                    arguments,
                )
    if not is_named:
        raise NotApplicable("No argument is a URL.")
    raise_unless_asked(subject)
    found.raise_for_excused()


def _judge_allowed(subject: Subject, opening: Opening, advice: str, patience: Patience) -> None:
    """Judge whether a tool that runs only allowed programs lets a shell run another one after them."""
    root = subject.sandbox.root
    mark = mark_of(subject)
    tried(subject, opening.with_text(f"{_PROGRAM} {mark}"))
    if any(_made(root, mark)):
        # The tool is meant to run any program.
        return
    starts = patience.each(dict.fromkeys((opening.value, *_PROGRAMS)))
    allowed = [start for start in starts if tried(subject, opening.with_text(start)).succeeded][:_MAX_COMMANDS]
    for start, joint in patience.each((start, joint) for start in allowed for joint in _JOINTS):
        mark = mark_of(subject)
        text = start + joint.format(command=f"{_PROGRAM} {mark}")
        reply = tried(subject, opening.with_text(text))
        if any(_made(root, mark)):
            raise opening.finding(
                "command_injection",
                f"The tool refuses to run {_PROGRAM!r}, but given {shown(text)} in {opening.slot.shown!r}, it let a "
                f"shell run it. {advice}",
                reply.arguments,
            )


def _openings(subject: Subject) -> list[Opening]:
    # A failed call also counts: the injection may have worked before the failure.
    calls = furnished_calls(subject, limit=4)
    found = list(openings(calls, subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    return found


def _file_attempts(
    subject: Subject, found: list[Opening], payloads: tuple[str, ...], *, stands_alone: bool = False
) -> Iterator[Attempt]:
    """Yield texts that create a file if they are run.

    Args:
        subject: The tool.
        found: The arguments to try.
        payloads: Texts that contain ``{mark}``, the name of the file.
        stands_alone: Whether to try a payload without a prefix also in file names.
    """
    for opening in found:
        for payload in payloads:
            mark = mark_of(subject)
            written = payload.format(mark=mark)
            texts = [*opening.texts(written), *([written] if stands_alone else [])]
            yield from (Attempt(opening, mark, text) for text in dict.fromkeys(texts))


def _judge_files(subject: Subject, attempts: Iterable[Attempt], code: str, did: str, *, may_hold: bool = False) -> None:
    """Judge whether a text creates the file that it names, while plain text creates none.

    Args:
        subject: The tool.
        attempts: The texts to try.
        code: Code of the finding.
        did: The tool's reaction and the advice.
        may_hold: Whether the file may have content; a redirection creates an empty one.
    """
    root = subject.sandbox.root
    for attempt in attempts:
        attempt.opening.plant(subject.sandbox.workspace, attempt.text)
        tried(subject, attempt.arguments)
        made = [path for path in _made(root, attempt.mark) if may_hold or _is_empty(path)]
        if made and not _names_files(subject, attempt.opening):
            raise attempt.finding(
                code, f"Given {shown(attempt.text)} in {attempt.opening.slot.shown!r}, the tool {did}"
            )


def _names_files(subject: Subject, opening: Opening) -> bool:
    """Return whether the tool names files after plain text in the argument."""
    plain = mark_of(subject)
    for text in (plain, f"{opening.value} {plain}", f"({plain})"):
        tried(subject, opening.with_text(text))
    return any(True for _ in _made(subject.sandbox.root, plain))


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return False


def _made(root: Path, mark: str) -> Iterator[Path]:
    yield from (path for path in files_below(root) if path.name == mark)
