"""Injection into a server: a model's text stays text, as the files and requests that come of it show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ...oracles.file_tree import files_below
from ...oracles.loopback_canary import LoopbackCanary
from ...oracles.secret_search import find_canary
from ...strategies.payloads.texts import ARITHMETIC, SHELL
from ...strategies.roles import Role
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from .. import injection as _declared  # noqa: F401  # declares the checks
from ..check import served
from ..injection.opening import Opening, mark_of, openings
from .asking import ask, own_server, served_tool, shown
from .furnishing import furnished_calls
from .program_answers import judge_answers
from .reading import WatchedCalls
from .working import needs_working_call, working_replies

#: Python and JavaScript that make the file ``{mark}``, out of nothing and out of quotes.
_CODE = (
    "open('{mark}','w')",
    "+open('{mark}','w')",
    "' + str(open('{mark}','w')) + '",
    '" + str(open("{mark}","w")) + "',
    "__import__('builtins').open('{mark}','w')",
    "require('fs').writeFileSync('{mark}','')",
    "process.mainModule.require('fs').writeFileSync('{mark}','')",
    # With no built-in functions to begin with; the last is open() of the operating system, to write and to create.
    "[c for c in ().__class__.__base__.__subclasses__() if c.__name__=='_wrap_close']"  # noqa: ISC004  # one text
    "[0].__init__.__globals__['open']('{mark}',65)",
)
#: Options by which programs write what they print to a file, behind a word or in its place.
_OPTIONS = ("--output={mark}", "-o{mark}", "--output-document={mark}", "--out={mark}")
#: The machine itself, as addresses may be written.
_LOOPBACK = (
    "127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]",  # noqa: S104
)  # fmt: skip
#: What no tool with a list of programs has on it, some that it may have, and what joins commands in a shell.
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
_MEANT_FOR_IT = frozenset({Role.COMMAND, Role.CODE})
_COMMAND = re.compile(r"\b(?:command|cmd|shell|bash|script|snippet)s?\b|\b(?:code|program) to (?:run|execute)\b")
_TEMPLATE = re.compile(r"\b(?:template|format|expression|formula|pattern|calculat\w+|evaluat\w+|math)\b")
#: A name in braces, as a description tells of it.
_PLACEHOLDER = re.compile(r"\{\{? ?(\w+(?:\.\w+)*) ?\}")
_MAX_NAMES = 6
#: How Python writes the class that all others come from.
_OBJECT = re.compile(r"class (?:'|&#39;|&#x27;|&apos;)object")


@served("shell_text_is_quoted")
@needs_working_call
def shell_text_is_quoted(subject: Subject) -> None:
    """No argument becomes a command of a shell, and none that names an allowed program becomes two."""
    advice = "Start the program with a list of words and no shell, or quote every value."
    own_server(subject)
    commands = [opening for opening in _openings(subject) if _is_meant(opening) and not opening.slot.is_list]
    for opening in commands[:_MAX_COMMANDS]:
        _judge_allowed(subject, opening, advice)
    _judge_files(subject, SHELL, "let a shell run it", advice, may_hold=False)


@served("values_are_no_options")
@needs_working_call
def values_are_no_options(subject: Subject) -> None:
    """No argument becomes an option of a program: neither one by which it writes a file, nor any other."""
    _judge_files(
        subject,
        _OPTIONS,
        "made it an option of a program, which wrote a file",
        "Put '--' before it, or refuse values that begin with '-'.",
        may_hold=True,
        stands_alone=True,
    )
    judge_answers(subject, [opening for opening in _openings(subject) if not _is_meant(opening)])


@served("text_is_not_executed")
@needs_working_call
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as code."""
    _judge_files(subject, _CODE, "ran it as code", "Parse it, and evaluate what you have parsed.", may_hold=False)


@served("text_is_no_template")
@needs_working_call
def text_is_no_template(subject: Subject) -> None:
    """No argument is used as a template."""
    product = str(_FIRST * _SECOND)
    time = subject.patience()
    for opening in _openings(subject):
        if opening.slot.role is Role.EXPRESSION or _TEMPLATE.search(opening.says):
            _judge_attributes(subject, opening)
            continue
        bare = ask(subject, opening.with_text(f"{_FIRST}*{_SECOND}"))
        if product in bare.text.replace(",", ""):
            # It computes whatever it is given, which text_is_not_executed looks into.
            continue
        for payload in ARITHMETIC:
            for text in opening.texts(payload.format(first=_FIRST, second=_SECOND)):
                reply = ask(subject, opening.with_text(text))
                if product in reply.text.replace(",", ""):
                    raise CheckFailure(
                        f"Given {shown(text)} in {opening.slot.shown!r}, the tool computed the product. "
                        "Hand values to a template, and never as one.",
                        arguments=reply.arguments,
                    )
                if time.is_over:
                    return


def _judge_attributes(subject: Subject, opening: Opening) -> None:
    """Judge an argument that is meant to be a template: it may name values, and nothing of what they are made of."""
    says = f"{opening.says} {subject.facts.description or ''}"
    names = [name.partition(".")[0] for name in _PLACEHOLDER.findall(says)]
    names += [name for name in opening.arguments if name != opening.slot.name]
    for name in list(dict.fromkeys([*names, "0"]))[:_MAX_NAMES]:
        for form in ("{{{}}}", "{{{{ {} }}}}", "${{{}}}"):
            text = form.format(f"{name}.__class__.__mro__")
            reply = ask(subject, opening.with_text(text))
            if _OBJECT.search(reply.text):
                raise CheckFailure(
                    f"Given {shown(text)} in {opening.slot.shown!r}, the tool looked up attributes of its own objects, "
                    "by which a template leads to whatever they know. Replace known names only.",
                    arguments=reply.arguments,
                )


@served("requests_stay_public")
def requests_stay_public(subject: Subject) -> None:
    """No URL or host that a model writes leads the server to the machine it runs on."""
    served_tool(subject)
    slots = [opening for opening in _openings(subject) if opening.slot.role in (Role.URL, Role.HOST, Role.IP_ADDRESS)]
    if not slots:
        raise NotApplicable("No argument names a host.")
    mark = mark_of(subject)
    with LoopbackCanary() as canary:
        for opening in slots:
            for host in _LOOPBACK:
                place = f"{host}:{canary.port}"
                text = f"http://{place}/{mark}" if opening.slot.role is Role.URL else place
                ask(subject, opening.with_text(text))
                if canary.heard(mark if opening.slot.role is Role.URL else ""):
                    # The port is another in each run.
                    text = text.replace(str(canary.port), "8000")
                    raise CheckFailure(
                        f"Given {shown(text)} in {opening.slot.shown!r}, the server asked the machine it runs on. "
                        "Resolve the host, and refuse loopback and private addresses.",
                        arguments=opening.with_text(text),
                    )


@served("local_schemes_are_refused")
def local_schemes_are_refused(subject: Subject) -> None:
    """No URL that a model writes reads a file of the machine."""
    own_server(subject)
    slots = [opening for opening in _openings(subject) if opening.slot.role is Role.URL]
    if not slots:
        raise NotApplicable("No argument is a URL.")
    secret = subject.sandbox.outside / "secret.txt"
    with WatchedCalls(subject, [secret]) as calls:
        for opening in slots:
            for start in ("file://", "file://localhost", "FILE://", "file:", ""):
                text = f"{start}{secret}"
                arguments = opening.with_text(text)
                reply, read = calls.ask(arguments)
                is_told = find_canary(subject.sandbox.canaries["outside"], reply.body) is not None
                if is_told or (read and calls.reads_again(arguments, read, control=opening.arguments)):
                    how = "" if is_told else ", although its answer does not show it"
                    raise CheckFailure(
                        f"Given {shown(text)} in {opening.slot.shown!r}, the tool read a file of the machine{how}. "
                        "Take http and https only.",
                        arguments=arguments,
                    )


def _judge_allowed(subject: Subject, opening: Opening, advice: str) -> None:
    """Judge a tool that runs some programs and no others: whether a shell runs another one behind one of these."""
    root = subject.sandbox.root
    mark = mark_of(subject)
    ask(subject, opening.with_text(f"{_PROGRAM} {mark}"))
    if any(_made(root, mark)):
        # It runs whatever it is told, as it is meant to.
        return
    starts = dict.fromkeys((opening.value, *_PROGRAMS))
    allowed = [start for start in starts if ask(subject, opening.with_text(start)).succeeded]
    for start in allowed[:_MAX_COMMANDS]:
        for joint in _JOINTS:
            mark = mark_of(subject)
            text = start + joint.format(command=f"{_PROGRAM} {mark}")
            reply = ask(subject, opening.with_text(text))
            if any(_made(root, mark)):
                raise CheckFailure(
                    f"The tool refused to run {_PROGRAM!r}. Given {shown(text)} in {opening.slot.shown!r}, it let a "
                    f"shell run it. {advice}",
                    arguments=reply.arguments,
                )


def _openings(subject: Subject) -> list[Opening]:
    # A host that is asked for is no command, and a call that fails may have done it nevertheless.
    calls = furnished_calls(subject, limit=4)
    found = list(openings(calls, subject.schema))
    if not found:
        raise NotApplicable("No argument takes free text.")
    return found


def _judge_files(
    subject: Subject,
    payloads: tuple[str, ...],
    did: str,
    advice: str,
    *,
    may_hold: bool,
    stands_alone: bool = False,
) -> None:
    """Judge by whether a payload has made the file that it names, and plain text makes none.

    Args:
        subject: The tool.
        payloads: Each holds ``{mark}``.
        did: What the tool did with it, for the finding.
        advice: What to do about it.
        may_hold: Whether the file may hold something; a redirection makes an empty one.
        stands_alone: Whether a payload is tried without anything before it, in the name of a file, too.
    """
    own_server(subject)
    found = [opening for opening in _openings(subject) if not _is_meant(opening)]
    if not found:
        raise NotApplicable("Every argument that takes text is meant to be run.")
    working_replies(subject, furnished_calls(subject, limit=4), most=1)
    root, time = subject.sandbox.root, subject.patience()
    for opening in found:
        for payload in payloads:
            mark = mark_of(subject)
            texts = [*opening.texts(payload.format(mark=mark)), *([payload.format(mark=mark)] if stands_alone else [])]
            for text in dict.fromkeys(texts):
                opening.plant(subject.sandbox.workspace, text)
                reply = ask(subject, opening.with_text(text))
                made = [path for path in _made(root, mark) if may_hold or _is_empty(path)]
                if made and not _names_files(subject, opening):
                    raise CheckFailure(
                        f"Given {shown(text)} in {opening.slot.shown!r}, the tool {did}. {advice}",
                        arguments=reply.arguments,
                    )
                if time.is_over:
                    return


def _is_meant(opening: Opening) -> bool:
    return opening.slot.role in _MEANT_FOR_IT or bool(_COMMAND.search(opening.says))


def _names_files(subject: Subject, opening: Opening) -> bool:
    """Tell whether the tool calls files by the text that it is given, letters only."""
    plain = mark_of(subject)
    for text in (plain, f"{opening.value} {plain}", f"({plain})"):
        ask(subject, opening.with_text(text))
    return any(True for _ in _made(subject.sandbox.root, plain))


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return False


def _made(root: Path, mark: str) -> Iterator[Path]:
    yield from (path for path in files_below(root) if path.name == mark)
