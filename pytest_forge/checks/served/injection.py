"""Injection into a server: text in an argument stays data, judged by the files and requests that follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...oracles.file_tree import files_below
from ...profile.code import takes_code
from ...profile.commands import takes_commands, takes_options
from ...profile.templates import takes_templates
from ...strategies.payloads.texts import ARITHMETIC, SHELL
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import own_server, shown, tried
from ..calls.set_up import set_up_calls
from ..check import served
from ..injection.excused import PointSelection, without_meant
from ..injection.injection_point import Attempt, InjectionPoint, injection_points, mark_of
from .program_answers import judge_answers

__all__ = [
    "shell_text_is_quoted",
    "text_is_no_template",
    "text_is_not_executed",
    "text_points",
    "values_are_no_options",
]

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


@served("shell_text_is_quoted")
@needs_answer
def shell_text_is_quoted(subject: Subject) -> None:
    """No argument is run as a shell command, and none that names an allowed program runs a second one.

    The check sends text that makes a shell create a file, escaping from every kind of quotes, and looks for the file.
    For a tool with a list of allowed programs, it appends another program with shell syntax.
    """
    advice = "Start the program with a list of words and without a shell, or quote every value."
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, text_points(subject), takes_commands)
    for point in patience.each([point for point in found.excused if not point.slot.is_list]):
        _judge_allowed(subject, point, advice, patience)
    attempts = _file_attempts(subject, found.judged, SHELL)
    _judge_files(subject, patience.each(attempts), "command_injection", f"let a shell run it. {advice}")
    found.raise_for_excused()


@served("values_are_no_options")
@needs_answer
def values_are_no_options(subject: Subject) -> None:
    """No argument becomes an option of a program.

    The check sends options that make programs write a file, and looks for the file. It also sends ``--version``,
    ``--help`` and an unknown option, and looks for a program's answer to them.
    """
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, text_points(subject), takes_options)
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
@needs_answer
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as code.

    The check sends Python and JavaScript that create a file, and looks for the file.
    """
    own_server(subject)
    patience = subject.patience()
    found = without_meant(subject, text_points(subject), takes_code)
    _judge_files(
        subject,
        patience.each(_file_attempts(subject, found.judged, _CODE)),
        "code_injection",
        "ran it as code. Parse the text, and evaluate only the node types that you expect.",
    )
    found.raise_for_excused()


@served("text_is_no_template")
@needs_answer
def text_is_no_template(subject: Subject) -> None:
    """No argument is used as a template.

    The check sends products in the syntax of template engines, and look-ups of attributes, and searches the answers for
    the computed product or a Python class.
    """
    product = str(_FIRST * _SECOND)
    patience = subject.patience()
    found = without_meant(subject, text_points(subject), takes_templates)
    for point, text in patience.each(_lookups(subject, found)):
        reply = tried(subject, point.with_text(text))
        if _OBJECT.search(reply.text):
            raise point.finding(
                "template_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool looked up attributes of its own objects, "
                "which lead to all of its data. Replace the known names only.",
                reply.arguments,
            )
    sums = [payload.format(first=_FIRST, second=_SECOND) for payload in ARITHMETIC]
    for point, text in patience.each((one, text) for one in found.judged for sum_ in sums for text in one.texts(sum_)):
        reply = tried(subject, point.with_text(text))
        if product in reply.text.replace(",", ""):
            bare = tried(subject, point.with_text(f"{_FIRST}*{_SECOND}"))
            if product in bare.text.replace(",", ""):
                # The tool computes any expression; text_is_not_executed judges that.
                continue
            raise point.finding(
                "template_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool computed the product. "
                "Keep the template constant, and pass the text as one of its values.",
                reply.arguments,
            )
    found.raise_for_guessed()


def _lookups(subject: Subject, found: PointSelection) -> Iterator[tuple[InjectionPoint, str]]:
    """Yield look-ups of attributes: a template may name values, but not their attributes."""
    for point in (*found.excused, *found.judged):
        says = f"{point.says} {subject.facts.description or ''}"
        names = [name.partition(".")[0] for name in _PLACEHOLDER.findall(says)]
        names += [name for name in point.arguments if name != point.slot.name]
        for name in list(dict.fromkeys([*names, "0"]))[:_MAX_NAMES]:
            for form in _FIELDS if point in found.excused else _FIELDS[:1]:
                yield point, form.format(f"{name}.__class__.__mro__")


def _judge_allowed(subject: Subject, point: InjectionPoint, advice: str, patience: Patience) -> None:
    """Judge whether a tool that runs only allowed programs lets a shell run another one after them."""
    root = subject.sandbox.root
    mark = mark_of(subject)
    tried(subject, point.with_text(f"{_PROGRAM} {mark}"))
    if any(_made(root, mark)):
        # The tool is meant to run any program.
        return
    starts = patience.each(dict.fromkeys((point.value, *_PROGRAMS)))
    allowed = [start for start in starts if tried(subject, point.with_text(start)).succeeded][:_MAX_COMMANDS]
    for start, joint in patience.each((start, joint) for start in allowed for joint in _JOINTS):
        mark = mark_of(subject)
        text = start + joint.format(command=f"{_PROGRAM} {mark}")
        reply = tried(subject, point.with_text(text))
        if any(_made(root, mark)):
            raise point.finding(
                "command_injection",
                f"The tool refuses to run {_PROGRAM!r}, but given {shown(text)} in {point.slot.shown!r}, it let a "
                f"shell run it. {advice}",
                reply.arguments,
            )


def text_points(subject: Subject) -> list[InjectionPoint]:
    """Return the arguments that take text, in ordinary calls."""
    # A failed call also counts: the injection may have worked before the failure.
    calls = set_up_calls(subject, limit=4)
    found = list(injection_points(calls, subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    return found


def _file_attempts(
    subject: Subject, found: list[InjectionPoint], payloads: tuple[str, ...], *, stands_alone: bool = False
) -> Iterator[Attempt]:
    """Yield texts that create a file if they are run.

    Args:
        subject: The tool.
        found: The arguments to try.
        payloads: Texts that contain ``{mark}``, the name of the file.
        stands_alone: Whether to try a payload without a prefix also in file names.
    """
    for point in found:
        for payload in payloads:
            mark = mark_of(subject)
            written = payload.format(mark=mark)
            texts = [*point.texts(written), *([written] if stands_alone else [])]
            yield from (Attempt(point, mark, text) for text in dict.fromkeys(texts))


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
        attempt.point.plant(subject.sandbox.workspace, attempt.text)
        tried(subject, attempt.arguments)
        made = [path for path in _made(root, attempt.mark) if may_hold or _is_empty(path)]
        if made and not _names_files(subject, attempt.point):
            raise attempt.finding(code, f"Given {shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool {did}")


def _names_files(subject: Subject, point: InjectionPoint) -> bool:
    """Return whether the tool names files after plain text in the argument."""
    plain = mark_of(subject)
    for text in (plain, f"{point.value} {plain}", f"({plain})"):
        tried(subject, point.with_text(text))
    return any(True for _ in _made(subject.sandbox.root, plain))


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return False


def _made(root: Path, mark: str) -> Iterator[Path]:
    yield from (path for path in files_below(root) if path.name == mark)
