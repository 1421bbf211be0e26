"""Program options: whether a program reads a word of its command line as an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from ..regex import regex

__all__ = ["NO_OPTIONS", "is_option"]

#: Programs that print or ignore all their words.
NO_OPTIONS = frozenset({"echo", "printf", "true", "false", "test", "[", "expr", "sleep", "yes", "logger", "say"})
#: Programs that start the program named in their arguments.
_WRAPPERS = frozenset({"sudo", "nice", "nohup", "env", "time", "stdbuf", "timeout", "ionice", "setsid", "doas"})
#: Programs that pass the words after the script to the script.
_INTERPRETERS = regex(r"(?:python|pypy|node|ruby|perl|php|lua|sh|bash|dash|zsh|deno|bun|java)[\d.]*")

#: Letters of options without a value, by program; any other option may take one.
_FLAG_TABLE = """
    grep:abchilnoqrsvwxzEFGHILPRTUVZ egrep:chilnoqrsvwxHLR fgrep:chilnoqrsvwxHLR rg:chilnopqsuvwxFHLNPSUV
    ls:aABcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 cat:AbeEnstTuv rm:dfirRvI cp:abdfHiLlnPprRsuvxT mv:bfinuvT mkdir:pv
    rmdir:pv touch:achm wc:clLmw sort:bcCdfghiMmnRrsuVz uniq:cdDiuz file:bhikLlNnprsvz0 stat:Lt
    du:0abcDHhklLmPSsx df:ahHiklPT diff:abBcdeEilnNpPqrstTuvwy md5sum:bctwz sha256sum:bctwz tail:fFqvz head:qvz
    tree:adfilnpqrsuv find:HLP curl:aBfFgGiIjJkLlNnOpqRsSvV wget:bcdFhKkLmNnpqrSvVxE ping:abdDfnOqrRUvV46
    ping6:abdDfnq traceroute:46dFInrTUv nslookup: dig:46hmr host:aCdlrsTvw46 whois:aHlrV tar:cxtrvzjJpaPkmOW
    gzip:cdfhklLnNqrtv19 unzip:cflptvzaCjLnoqUVXZ zip:Djlmoqrruvy9 rsync:aAbcCDdEgHhiIklLmnNoOpPqrsStuUvWxXyz
    ssh:46AaCfGgKkMNnqsTtVvXxYy scp:346BCpqrTv git:p cut:nsz nl:p od:bcdfilosvx xxd:abceipru ps:aAdefjlNTuxw
    pdftotext:qlr man:kfw id:Ggnru sqlite3: jq:cCeMnrRsS tr:cCdst
"""
_FLAGS = dict(entry.split(":") for entry in _FLAG_TABLE.split())
#: Long options without a value, including those of git's commands.
_LONG_FLAGS = frozenset(
    [
        "--oneline",
        "--stat",
        "--no-color",
        "--color",
        "--recursive",
        "--verbose",
        "--quiet",
        "--force",
        "--all",
        "--name-only",
        "--json",
        "--line-number",
        "--ignore-case",
        "--porcelain",
        "--short",
        "--no-pager",
        "--version",
        "--help",
        "--hidden",
        "--silent",
        "--location",
        "--fail",
        "--decorate",
        "--graph",
        "--no-index",
        "--no-cache",
        "--upgrade",
        "--user",
        "--yes",
        "--long",
        "--human-readable",
        "--summarize",
        "--brief",
        "--mime-type",
        "--compressed",
        "--parents",
        "--tags",
        "--bare",
        "--mirror",
        "--single-branch",
        "--no-ff",
        "--amend",
        "--cached",
        "--staged",
        "--count",
        "--fixed-strings",
    ]
)
#: Options that are complete: with their value, or a number of lines or entries.
_ATTACHED = regex(r"--[\w-]+=.*|-[A-Za-z]+\d+|-\d+", re.DOTALL)


def is_option(words: Sequence[str], word: str, *, behind: str = "") -> bool:
    """Return whether the program reads *word*, which begins with a dash, as an option; in doubt, False.

    Args:
        words: The command line, the program first.
        word: One of the words.
        behind: A text known to be a value: an option that contains it takes no other value.
    """
    words = list(words)
    while len(words) > 1 and PurePath(words[0]).name in _WRAPPERS:
        words = words[1:]
        while len(words) > 1 and (words[0].startswith("-") or "=" in words[0] or words[0][:1].isdigit()):
            words = words[1:]
    if word not in words[1:]:
        return False
    before = words[1 : words.index(word, 1)]
    program = PurePath(words[0]).name
    if program in NO_OPTIONS or "--" in before:
        return False
    if _INTERPRETERS.fullmatch(program) and before:
        return False
    is_complete = bool(before and behind) and before[-1].endswith(behind) and before[-1] != behind
    return not before or is_complete or not _may_take_value(program, before[-1])


def _may_take_value(program: str, previous: str) -> bool:
    if not previous.startswith("-") or previous == "-" or previous in _LONG_FLAGS or _ATTACHED.fullmatch(previous):
        return False
    if previous.startswith("--"):
        return True
    flags = _FLAGS.get(program)
    return flags is None or not set(previous[1:]) <= set(flags)
