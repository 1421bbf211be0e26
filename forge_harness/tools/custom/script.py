"""Script: a file of a project that declares a tool. It is read, and neither imported nor run."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from ...errors import FileTooLargeError, PathTraversalError, RegistrationError, WorkspaceError
from ...programs.script_runtime import Language, script_runtime
from ...tool import NAME_PATTERN
from ...workspace.workspace import Workspace
from .argument_reads import may_be_missing
from .docstring import ToolDocstring, read_docstring
from .first_comment import first_block_comment

__all__ = ["LANGUAGES", "Script", "ScriptRefused", "name_by_file", "read_script"]

#: The languages of scripts by suffix; of several files that differ in it alone, the first is used.
LANGUAGES: dict[str, Language] = {".py": "python", ".ts": "typescript", ".js": "javascript"}

_MAX_BYTES = 1 << 20
_PREFIX = "tool_"
#: A file named so has the name of its folder.
_OF_FOLDER = "tool"
#: How a file begins that is meant as a tool, even if the rest cannot be read.
_MEANT = re.compile(
    r"""\A(?:\s|\#[^\n]*\n)*(?:[rRuU]?["']{3}|/\*)(?:[^"/]{0,4000}?\n)?[\s*]*Tool:[ \t]*[^\s"']+["']*[ \t]*$""",
    re.MULTILINE,
)
_MAX_TOLD = 5


@dataclass(frozen=True, slots=True)
class Script:
    """A script that declares a tool.

    Args:
        name: The tool's name, from the docstring or else from the file.
        place: The file's path in the project, ``/``-separated.
        project: The folder of the project.
        language: ``python``, ``typescript`` or ``javascript``.
        docstring: What it says of the tool; with a name and a description in any case.
    """

    name: str
    place: str
    project: Path
    language: Language
    docstring: ToolDocstring


class ScriptRefused(ValueError):  # noqa: N818  # not an error of the program: other scripts are used
    """A file that is meant as a tool and cannot be one; the message is two sentences that name the file."""


def name_by_file(place: str) -> str:
    """Return the name of a tool by its file: ``tools/tool_foo.py`` is foo, and ``tools/mydir/tool.py`` is mydir."""
    path = PurePosixPath(place)
    return path.parent.name if path.stem == _OF_FOLDER else path.stem.removeprefix(_PREFIX)


def read_script(workspace: Workspace, place: str, *, is_meant: bool) -> Script | None:
    """Return what a file declares, or None if it is not meant as a tool.

    Args:
        workspace: The project.
        place: The file's path in it.
        is_meant: Whether its place says that it is a tool. Elsewhere its docstring has to say so.

    Raises:
        ScriptRefused: If it is meant as a tool and cannot be one.
    """
    language = LANGUAGES[PurePosixPath(place).suffix]
    try:
        data = workspace.read_bytes(place, max_bytes=_MAX_BYTES)
    except WorkspaceError as error:
        if not is_meant:
            return None
        raise ScriptRefused(_why_unreadable(place, error)) from None
    if not is_meant and b"Tool:" not in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if not is_meant:
            return None
        raise ScriptRefused(f"{place!r} is not UTF-8. Save it as UTF-8.") from None
    try:
        tree = _parsed(place, text) if language == "python" else None
        found = _comment(place, text) if tree is None else _python_docstring(tree)
    except ScriptRefused:
        if is_meant or _MEANT.match(text):
            raise
        return None
    docstring = None if found is None else read_docstring(found[0], first_line=found[1])
    if not is_meant and not (docstring is not None and docstring.names_a_tool):
        return None
    if docstring is None:
        form = "docstring" if language == "python" else "block comment"
        raise ScriptRefused(
            f"{place!r} does not begin with a {form} that declares a tool. "
            "Write one with 'Tool:', 'Description:', 'Input:' and 'Output:', "
            "or begin the file's name with '_' if it is not a tool."
        )
    if docstring.problems:
        told = "; ".join(f"line {problem.line}: {problem.what}" for problem in docstring.problems[:_MAX_TOLD])
        more = len(docstring.problems) - _MAX_TOLD
        raise ScriptRefused(
            f"The docstring of {place!r} cannot be read ({told}{f'; and {more} more' if more > 0 else ''}). "
            "Correct it: each line of Input and Output is 'name (type): text'."
        )
    name = _checked_name(docstring.name or name_by_file(place), place)
    try:
        script_runtime(language, workspace.root)
    except RegistrationError as error:
        raise ScriptRefused(f"{place!r}: {error}") from None
    description = docstring.description or f"Custom {language} tool: {name}"
    schema = docstring.input_schema
    if tree is not None and docstring.unmarked:
        missing = may_be_missing(tree, docstring.unmarked)
        required = [name for name in schema["required"] if name not in missing]
        schema = {key: part for key, part in schema.items() if key != "required"}
        schema |= {"required": required} if required else {}
    docstring = replace(docstring, name=name, description=description, input_schema=schema)
    return Script(name, place, workspace.root, language, docstring)


def _parsed(place: str, text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # An invalid escape sequence is the author's affair, and nothing is run.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        where = f", line {line}," if line else ""
        raise ScriptRefused(f"{place!r}{where} is not valid Python. Correct it, or take it away.") from None


def _python_docstring(tree: ast.Module) -> tuple[str, int] | None:
    first = tree.body[0] if tree.body else None
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        return None
    docstring = first.value.value
    if not isinstance(docstring, str):
        return None
    # A backslash at the end of a line joins it to the next.
    joined = (first.end_lineno or first.lineno) - first.lineno - docstring.count("\n")
    return docstring, first.lineno + max(joined, 0)


def _comment(place: str, text: str) -> tuple[str, int] | None:
    try:
        return first_block_comment(text)
    except ValueError:
        raise ScriptRefused(f"The first block comment of {place!r} does not end. Close it with '*/'.") from None


def _checked_name(name: str, place: str) -> str:
    if not NAME_PATTERN.fullmatch(name):
        shown = ascii(name[:80]) if not name.isprintable() else repr(name[:80])
        raise ScriptRefused(
            f"{place!r} declares a tool named {shown}, which is not a valid name. "
            "Use 1 to 64 letters, digits, '_' and '-', and begin with a letter or '_'."
        )
    if "__" in name:
        raise ScriptRefused(
            f"{place!r} declares a tool named {name!r}, and '__' separates a server from its tools. "
            "Use a single underscore."
        )
    return name


def _why_unreadable(place: str, error: WorkspaceError) -> str:
    if isinstance(error, PathTraversalError):
        return f"{place!r} is a link that leads out of the project. Put the file itself there."
    if isinstance(error, FileTooLargeError):
        return f"{place!r} is longer than {_MAX_BYTES >> 20} MiB. Move its data into files of their own."
    return f"{place!r} cannot be read as a file. Check its type and its permissions."
