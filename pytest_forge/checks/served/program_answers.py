"""Program answers: what a program says of itself, when a text that it was given as a value was an option to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from ...oracles.file_tree import contents_below
from ...profile.commands import tells_of_programs
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..injection.opening import Opening, mark_of
from ..injection.program_options import NO_OPTIONS
from .asking import Reply, shown, tried

__all__ = ["judge_answers"]

#: How lines begin by which programs tell their version: "sort (GNU coreutils) 9.1", "git version 2.39", "jq-1.6".
_BANNER = re.compile(
    r"^[\W\d]{0,8}(?P<name>(?:GNU )?[A-Za-z][\w.+]*(?:-[A-Za-z][\w.+]*)*)"
    r"(?:,? \([^()\n]{1,60}\)| from [\w-]+)?(?:,? version| v|[ -])\s*v?\d+\.\d+",
    re.MULTILINE,
)
#: How they tell what they take: "Usage: sort [OPTION]... [FILE]...", also with the name on the next line.
_USAGE = re.compile(
    r"^\W{0,8}usage\b:?\s{1,12}(?:\S*/)?(?P<name>[\w.+-]+)[ \t]+[^\n]*(?:[\[<]|OPTION|FILE|--)",
    re.MULTILINE | re.IGNORECASE,
)
#: How they complain of an option that they do not have.
_COMPLAINTS = (
    r"(?:unrecogni[sz]ed|unknown|invalid|illegal|bad) (?:option|argument|flag|switch|predicate)s?\W{{1,6}}{mark}\b",
    r"\bunexpected argument\W{{1,6}}{mark}\b",
    r"\boption\W{{1,6}}{mark}\W{{1,4}}is unknown",
    r"\bFound argument\W{{1,6}}{mark}\b",
    r": invalid option -- '-'",
)
_VERSION, _HELP, _SHORT_HELP = "--version", "--help", "-h"
_MAX_DEPTH, _SIGNS = 6, 2
_MAX_FILES, _MAX_BYTES, _MAX_WORDS = 40, 1 << 16, 10


def judge_answers(subject: Subject, openings: Iterable[Opening], patience: Patience) -> None:
    """Judge by what comes back of options that every program has, and of one that none has.

    Two of three must come back, that do not when the same letters stand there without dashes: a line that tells a
    version, one that tells the usage, a complaint about the unknown option.

    Args:
        subject: The tool.
        openings: Its arguments that take text, and no options.
        patience: The time of the check.

    Raises:
        NotApplicable: If telling what programs say of themselves is what the tool is for.
    """
    tells = tells_of_programs(subject.facts)
    if tells:
        raise tells.not_judged()
    for opening in patience.each(openings):
        found = _signs(subject, opening, patience)
        if len(found) >= _SIGNS:
            (text, line), reply = next(iter(found.values()))
            raise opening.finding(
                "argument_injection",
                f"Given {shown(text)} in {opening.slot.shown!r}, the tool made it an option of a program, which "
                f"answered {shown(line)}. Put '--' before it, or refuse values that begin with '-'.",
                reply.arguments,
            )
        if not found:
            _judge_search(subject, opening, patience)


def _judge_search(subject: Subject, opening: Opening, patience: Patience) -> None:
    """Judge an argument that is looked for: ``-eWORD`` must not find what WORD finds, for two words that are there."""
    mark = mark_of(subject)
    nothing = _answer(subject, opening, mark, mark)
    count = 0
    for word in patience.each(_words(subject)):
        plain = _answer(subject, opening, word, word)
        if plain == nothing or _answer(subject, opening, word, word) != plain:
            continue
        text = f"-e{word}"
        # What looks for a part of its text, or takes the dash for "all but", answers the others alike, too.
        others = [_answer(subject, opening, f"{start}{word}", word) for start in ("+e", "-Qe", "e")]
        if _answer(subject, opening, text, word) != plain or plain in others:
            return
        count += 1
        if count == _SIGNS:
            raise opening.finding(
                "argument_injection",
                f"Given {shown(text)} in {opening.slot.shown!r}, the tool found what it finds for {word!r}: it made it "
                "an option of a program. Put '--' before it, or refuse values that begin with '-'.",
                opening.with_text(text),
            )


def _words(subject: Subject) -> list[str]:
    """Return some words of the files of the workspace."""
    found: dict[str, None] = {}
    for content in contents_below(subject.sandbox.workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES).values():
        words = re.findall(rb"\b[A-Za-z]{4,12}\b", content)
        found.update(dict.fromkeys(word.decode() for word in words[:2]))
    return list(found)[:_MAX_WORDS]


def _answer(subject: Subject, opening: Opening, text: str, word: str) -> str:
    """Return what came back, with one sign in place of what was sent, and of the word in it."""
    body = json.dumps(tried(subject, opening.with_text(text)).body, ensure_ascii=False, sort_keys=True)
    return re.sub(f"{re.escape(text)}|{re.escape(word)}", "?", body, flags=re.IGNORECASE)


def _signs(subject: Subject, opening: Opening, patience: Patience) -> dict[str, tuple[tuple[str, str], Reply]]:
    """Return what shows that a program has read options: the text and the line that tells it, and the reply."""
    mark = mark_of(subject)
    probes = (
        ("usage", _HELP, _USAGE),
        ("version", _VERSION, _BANNER),
        ("complaint", f"--{mark}", _complaint(mark)),
        ("usage", _SHORT_HELP, _USAGE),
    )
    found: dict[str, tuple[tuple[str, str], Reply]] = {}
    for kind, text, pattern in patience.each(probes):
        if kind in found or len(found) >= _SIGNS:
            continue
        line, reply = _told(subject, opening, text, pattern)
        word = text.lstrip("-")
        if kind != "complaint" and _line_in(reply, _complaint(word)):
            # A tool that refuses whatever begins with a dash may tell its own usage.
            continue
        # What is told to the same letters without dashes is told to everybody.
        if line and not any(_told(subject, opening, plain, pattern)[0] for plain in (word, f"z{word}")):
            found[kind] = (text, line), reply
    return found


def _told(subject: Subject, opening: Opening, text: str, pattern: re.Pattern[str]) -> tuple[str, Reply]:
    opening.plant(subject.sandbox.workspace, text)
    reply = tried(subject, opening.with_text(text))
    return _line_in(reply, pattern), reply


def _line_in(reply: Reply, pattern: re.Pattern[str]) -> str:
    for part in _texts(reply.body, 0):
        for match in pattern.finditer(part):
            # Programs that print their words do no harm by printing something else.
            if match.groupdict().get("name") not in NO_OPTIONS:
                rest = part[match.end() :].partition("\n")[0]
                return " ".join(f"{match[0]}{rest}".split())
    return ""


def _complaint(word: str) -> re.Pattern[str]:
    return re.compile("|".join(_COMPLAINTS).format(mark=rf"-{{0,2}}{re.escape(word)}"), re.IGNORECASE)


def _texts(body: Any, depth: int) -> Iterator[str]:
    """Yield every text of a result, and those of the JSON that a text is."""
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
