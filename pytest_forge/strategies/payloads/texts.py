"""Injection payloads: texts that an interpreter behind a tool executes if they are not escaped.

Each contains ``{mark}``, a random word by which its effect is recognised. Drivers append them to an ordinary value of
an argument, or replace it.
"""

from __future__ import annotations

__all__ = ["ARITHMETIC", "CODE", "FORMATS", "OPTIONS", "SHELL", "SQL"]

#: Shell: end a word of the command line and create the file ``{mark}``, for each kind of quotes.
SHELL = (
    ";>{mark}",
    "$(>{mark})",
    "';>{mark};'",
    '";>{mark};"',
    "`>{mark}`",
    "|>{mark}",
    "||>{mark}||:",
    "&&>{mark}",
    "\n>{mark}\n",
    ">{mark}",
)

#: Options unknown to any program, alone and after another word.
OPTIONS = ("--{mark}", "-{mark}")

#: SQL: end a literal or a name, and leave ``{mark}`` outside as a bare word.
SQL = (
    "' {mark} '",
    '" {mark} "',
    " {mark}",
    "') {mark} ('",
    "'{mark}'",
    # For a tool that doubles only the first quote.
    "'' {mark} '",
    "` {mark} `",
    "] {mark} [",
    ";{mark}",
)

#: Python that a calculator does not need: plain, out of quotes, inside a template.
CODE = (
    "().__class__.{mark}",
    "+().__class__.{mark}",
    " if ().__class__.{mark} else 0",
    "'+().__class__.{mark}+'",
    '"+().__class__.{mark}+"',
    "open('{mark}')",
    "+open('{mark}')",
    "{{().__class__.{mark}}}",
    "{{{{().__class__.{mark}}}}}",
    "${{().__class__.{mark}}}",
    "\n().__class__.{mark}",
)

#: Formats of str.format, the % operator and string.Template; plain text otherwise.
FORMATS = ("{{{mark}}}", "%({mark})s", "${mark}")

#: The product of ``{first}`` and ``{second}``, for template engines.
ARITHMETIC = (
    "{{{{{first}*{second}}}}}",
    "${{{first}*{second}}}",
    "{{{first}*{second}}}",
    "<%= {first}*{second} %>",
    "#{{{first}*{second}}}",
)
