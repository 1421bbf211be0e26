"""The first block comment of a TypeScript or JavaScript file, found without running or compiling it."""

from __future__ import annotations

import re

__all__ = ["first_block_comment"]

#: What is skipped as a whole. A string may hold "/*", and so may a line comment or a regular expression.
_TOKEN = re.compile(
    r"""//[^\n]*
    |/\*(?P<comment>.*?)(?:\*/|(?P<open>\Z))
    |"(?:\\.|[^"\\\n])*"?
    |'(?:\\.|[^'\\\n])*'?
    |(?P<brace>[`{}])
    |(?P<slash>/)
    |(?P<word>[\w$]+)
    |\s+
    |(?P<mark>.)""",
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^\\`$])*(`|\$\{)?", re.DOTALL)
_REGULAR_EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
#: A slash after one of these begins a regular expression; after a name, a number or a bracket it divides.
_BEFORE_EXPRESSION = frozenset("(,=:[!&|?{};+-*%~^<>")
_WORDS_BEFORE_EXPRESSION = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else"})
_STAR = re.compile(r"^[ \t]*\*(?!/) ?", re.MULTILINE)


def first_block_comment(source: str) -> tuple[str, int] | None:
    """Return the text of the first block comment without its stars, and the line it begins on; None if there is none.

    Raises:
        ValueError: If the comment does not end.
    """
    position = len(source.partition("\n")[0]) if source.startswith("#!") else 0
    before = ""
    # For each brace that is open, whether it is one of a template: "${" goes back to its text.
    braces: list[bool] = []
    while position < len(source):
        token = _TOKEN.match(source, position)
        assert token is not None  # noqa: S101  # the last alternative takes any character
        if token["comment"] is not None:
            if token["open"] is not None:
                raise ValueError("the first block comment does not end")
            return _text(token["comment"]), source.count("\n", 0, token.start()) + 1
        position = token.end()
        if token["slash"] and (before in _BEFORE_EXPRESSION or before in _WORDS_BEFORE_EXPRESSION or not before):
            expression = _REGULAR_EXPRESSION.match(source, token.start())
            position = position if expression is None else expression.end()
            before = ")"
        elif token["brace"]:
            is_template_end = token["brace"] == "}" and bool(braces) and braces.pop()
            if token["brace"] == "`" or is_template_end:
                template = _TEMPLATE.match(source, position)
                position = position if template is None else template.end()
                if template is not None and template[1] == "${":
                    braces.append(True)
                    before = "{"
                else:
                    before = ")"
            else:
                if token["brace"] == "{":
                    braces.append(False)
                before = token["brace"]
        else:
            before = token["word"] or token["mark"] or (before if token[0].isspace() or token[0][:2] == "//" else ")")
    return None


def _text(comment: str) -> str:
    """Return the inside of a comment as a docstring: without the stars at the beginnings of its lines."""
    lines = comment.removeprefix("*").split("\n")
    body = "\n".join(lines[1:])
    if all(line.lstrip().startswith("*") for line in lines[1:-1] if line.strip()):
        body = _STAR.sub("", body)
    return "\n".join([lines[0], body])
