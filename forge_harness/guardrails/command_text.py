"""What rules are compared with: the text and the words of a command, and the texts of any other tool's arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

__all__ = ["command_texts", "names_program", "shell_words", "texts_in", "tool_text", "words_of"]

#: What separates the words of an argument: ``pods,secrets``, ``--namespace=kube``, ``secret/db``.
_SEPARATORS = re.compile(r"[\s,=/:;]+")
#: What a shell takes away, and what separates its words.
_QUOTES = re.compile(r"['\"\\]")
_SHELL_SEPARATORS = re.compile(r"[\s;|&()<>`]+")


def command_texts(argv: Sequence[str], stdin: str | None) -> Iterator[str]:
    """Yield the texts of a command that patterns are compared with: its line, and what it reads.

    The line is the program and its arguments, joined by blanks; a program given by its path is compared by its name as
    well.
    """
    yield " ".join(argv)
    if argv and "/" in argv[0]:
        yield " ".join([PurePosixPath(argv[0]).name, *argv[1:]])
    if stdin:
        yield stdin


def words_of(argument: str) -> list[str]:
    """Return the words of an argument, in lower case: ``["--output", "yaml"]`` for ``--Output=yaml``."""
    return [word.casefold() for word in _SEPARATORS.split(argument) if word]


def names_program(argument: str, program: str) -> bool:
    """Tell whether an argument is a program's name, or a path that ends with it."""
    return PurePosixPath(argument).name.casefold() == program.casefold()


def shell_words(text: str) -> list[str]:
    """Return the words that a shell would see in a text: a quote or a backslash within one does not hide it."""
    return [word for word in _SHELL_SEPARATORS.split(_QUOTES.sub("", text)) if word]


def tool_text(arguments: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the text of a tool's arguments that patterns are compared with, and the words in them.

    The text is their JSON, then every key and text in them as it is, a line each, so that escapes hide nothing.
    """
    texts = list(texts_in(arguments))
    written = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"), default=str)
    return "\n".join([written, *texts]), [word for text in texts for word in shell_words(text)]


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in *value*, in order, without recursion."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            for key, inner in reversed(list(item.items())):
                stack += [inner, key]
        elif isinstance(item, list | tuple):
            stack.extend(reversed(item))
