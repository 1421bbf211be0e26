"""Program answers: the output by which a program shows that it read a value as an option."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...oracles.file_tree import contents_below
from ...profile.commands import tells_of_programs
from ...profile.program_options import NO_OPTIONS
from ...profile.program_texts import BANNER, USAGE, complaint_about
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..calls.asking import shown
from .injection_point import InjectionPoint, call, mark_of

__all__ = ["complains", "judge_answers"]

_VERSION, _HELP, _SHORT_HELP = "--version", "--help", "-h"
_MAX_DEPTH, _SIGNS = 6, 2
_MAX_FILES, _MAX_BYTES, _MAX_WORDS = 40, 1 << 16, 10
_PROGRAM_S = 5.0


def judge_answers(subject: Subject, points: Iterable[InjectionPoint], patience: Patience) -> None:
    """Judge by the answers to options that every program has, and to one that no program has.

    Two of three signs must show, and not for the same letters without dashes: a version line, a usage line, an error
    about the unknown option.

    Args:
        subject: The tool.
        points: Its arguments that take text and are not meant for options.
        patience: The time of the check.

    Raises:
        NotApplicable: If the tool is meant to show the help or version of programs.
    """
    tells = tells_of_programs(subject.facts)
    if tells:
        raise tells.not_judged()
    for point in patience.each(points):
        found = _signs(subject, point, patience)
        if len(found) >= _SIGNS:
            (text, line), reply = next(iter(found.values()))
            raise point.finding(
                "argument_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool passed it to a program as an option, which "
                f"answered {shown(line)}. Put '--' before it, or refuse values that begin with '-'.",
                reply.arguments,
            )
        if not found:
            _judge_search(subject, point, patience)


def complains(words: Sequence[str], *, about: str) -> bool:
    """Repeat a command line, and tell whether the program complains about an option of this name."""
    try:
        done = subprocess.run(  # noqa: S603  # the tool has just started it
            words, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PROGRAM_S
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    said = (done.stderr + b"\n" + done.stdout).decode("utf-8", "replace")
    return complaint_about(about).search(said) is not None


def _judge_search(subject: Subject, point: InjectionPoint, patience: Patience) -> None:
    """Judge a search argument: ``-eWORD`` must not find the same as WORD, for two words in the workspace."""
    mark = mark_of(subject)
    nothing = _answer(subject, point, mark, mark)
    count = 0
    for word in patience.each(_words(subject)):
        plain = _answer(subject, point, word, word)
        if plain == nothing or _answer(subject, point, word, word) != plain:
            continue
        text = f"-e{word}"
        # A search for parts of the text, or with a dash for exclusion, answers the other texts the same way.
        others = [_answer(subject, point, f"{start}{word}", word) for start in ("+e", "-Qe", "e")]
        if _answer(subject, point, text, word) != plain or plain in others:
            return
        count += 1
        if count == _SIGNS:
            raise point.finding(
                "argument_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool found the same as for {word!r}, so a program "
                "read it as an option. Put '--' before it, or refuse values that begin with '-'.",
                point.with_text(text),
            )


def _words(subject: Subject) -> list[str]:
    """Return some words from the files in the workspace."""
    found: dict[str, None] = {}
    for content in contents_below(subject.sandbox.workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES).values():
        words = re.findall(rb"\b[A-Za-z]{4,12}\b", content)
        found.update(dict.fromkeys(word.decode() for word in words[:2]))
    return list(found)[:_MAX_WORDS]


def _answer(subject: Subject, point: InjectionPoint, text: str, word: str) -> str:
    """Return the answer, with a placeholder for the text that was sent and for the word in it."""
    body = json.dumps(call(subject, point.with_text(text)).body, ensure_ascii=False, sort_keys=True)
    return re.sub(f"{re.escape(text)}|{re.escape(word)}", "?", body, flags=re.IGNORECASE)


def _signs(subject: Subject, point: InjectionPoint, patience: Patience) -> dict[str, tuple[tuple[str, str], Outcome]]:
    """Return the signs that a program has read options: the text sent, the line of output, and the reply."""
    mark = mark_of(subject)
    probes = (
        ("usage", _HELP, USAGE),
        ("version", _VERSION, BANNER),
        ("complaint", f"--{mark}", complaint_about(mark)),
        ("usage", _SHORT_HELP, USAGE),
    )
    found: dict[str, tuple[tuple[str, str], Outcome]] = {}
    for kind, text, pattern in patience.each(probes):
        if kind in found or len(found) >= _SIGNS:
            continue
        line, reply = _line_of(subject, point, text, pattern)
        word = text.lstrip("-")
        if kind != "complaint" and _line_in(reply, complaint_about(word)):
            # A tool that refuses values with a dash may show its own usage.
            continue
        # The same output without dashes is not caused by an option.
        if line and not any(_line_of(subject, point, plain, pattern)[0] for plain in (word, f"z{word}")):
            found[kind] = (text, line), reply
    return found


def _line_of(subject: Subject, point: InjectionPoint, text: str, pattern: re.Pattern[str]) -> tuple[str, Outcome]:
    point.plant(subject.sandbox.workspace, text)
    reply = call(subject, point.with_text(text))
    return _line_in(reply, pattern), reply


def _line_in(reply: Outcome, pattern: re.Pattern[str]) -> str:
    for part in _texts(reply.body, 0):
        for match in pattern.finditer(part):
            # Programs that only print their words are harmless.
            if match.groupdict().get("name") not in NO_OPTIONS:
                rest = part[match.end() :].partition("\n")[0]
                return " ".join(f"{match[0]}{rest}".split())
    return ""


def _texts(body: Any, depth: int) -> Iterator[str]:
    """Yield every text in a result, also inside texts that are JSON."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(body, str):
        try:
            inner = json.loads(body) if body[:1] in '{["' else None
        except (ValueError, RecursionError):
            inner = None
        if inner is None:
            yield body
        else:
            yield from _texts(inner, depth + 1)
    elif isinstance(body, dict):
        for value in body.values():
            yield from _texts(value, depth + 1)
    elif isinstance(body, list):
        for value in body:
            yield from _texts(value, depth + 1)
