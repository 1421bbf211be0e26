"""Injection payloads: texts that mean something to an interpreter behind a tool, if it takes them for more than text.

Each holds ``{mark}``, a random word by which what became of it is recognised. They are data for any driver: appended to
an ordinary value of an argument, or put in its place.
"""

from __future__ import annotations

__all__ = ["ARITHMETIC", "CODE", "FORMATS", "OPTIONS", "SHELL", "SQL"]

#: End a word of a shell's command line and make the file ``{mark}``, each out of another kind of quotes.
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

#: Options that no program has, alone and behind another word.
OPTIONS = ("--{mark}", "-{mark}")

#: End a literal or a name in SQL, and leave ``{mark}`` outside as a bare word.
SQL = (
    "' {mark} '",
    '" {mark} "',
    " {mark}",
    "') {mark} ('",
    "'{mark}'",
    # For a tool that doubles the first quote and no other.
    "'' {mark} '",
    "` {mark} `",
    "] {mark} [",
    ";{mark}",
)

#: Python that does what a calculator has no use for: out of nothing, out of quotes, inside a template.
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

#: Plain text to everybody but str.format, the % operator and string.Template.
FORMATS = ("{{{mark}}}", "%({mark})s", "${mark}")

#: A product that template engines compute, of ``{first}`` and ``{second}``.
ARITHMETIC = (
    "{{{{{first}*{second}}}}}",
    "${{{first}*{second}}}",
    "{{{first}*{second}}}",
    "<%= {first}*{second} %>",
    "#{{{first}*{second}}}",
)
