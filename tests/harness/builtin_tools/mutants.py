"""Defects put into our tools, each with the check of `forge check` or the recorded rows that find it.

    python tests/harness/builtin_tools/mutants.py [NAME...]

A mutant is a function that replaces a part of a tool. Each runs in a process of its own: `forge check` with the one
check that must find it, or pytest with the test that must fail. Where no check can know what was meant, a row does.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[2]
_MAX_SECONDS = 60


@dataclass(frozen=True)
class Mutant:
    """A defect, and what finds it.

    Args:
        make: The function that puts it in and returns the tool.
        found_by: The id of a check, or a test as pytest names it, with a part of the ids of its rows.
    """

    make: Callable[[], Any]
    found_by: str


MUTANTS: dict[str, Mutant] = {}


def mutant(found_by: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Add the decorated function to the mutants."""

    def add(make: Callable[[], Any]) -> Callable[[], Any]:
        MUTANTS[make.__name__] = Mutant(make, found_by)
        return make

    return add


@mutant("links_stay_inside")
def file_read_follows_links_out() -> Any:
    """The kernel opens the path, and follows each link."""
    from forge_harness.tools.code.file_read import file_read
    from forge_harness.workspace import root

    root.open_beneath = lambda directory, path, flags, **_: (os.open(path, flags, dir_fd=directory), path)
    return file_read


@mutant("paths_stay_inside")
def file_read_takes_the_path_as_it_is() -> Any:
    """The path is not normalised, and the kernel opens it."""
    from forge_harness.tools.code.file_read import file_read
    from forge_harness.workspace import root

    root.normalise = lambda path, roots: path
    root.open_beneath = lambda directory, path, flags, **_: (os.open(path, flags, dir_fd=directory), path)
    return file_read


@mutant("test_file_read.py::test_file_read[passwd")
def file_read_maps_dots_into_the_workspace() -> Any:
    """A path that leads out is taken for one inside."""
    from forge_harness.tools.code.file_read import file_read
    from forge_harness.workspace import root

    normalise = root.normalise
    root.normalise = lambda path, roots: normalise(path.replace("../", "").lstrip("/"), roots)
    return file_read


@mutant("test_file_read.py::test_file_read[-ForbiddenPathError")
def file_read_lets_nul_through() -> Any:
    """A NUL in a path reaches the kernel's door."""
    from forge_harness.tools.code.file_read import file_read
    from forge_harness.workspace import root

    normalise = root.normalise
    root.normalise = lambda path, roots: path if "\0" in path else normalise(path, roots)
    return file_read


@mutant("test_file_read.py::test_file_read[FILE_READ-0")
def file_read_counts_the_final_newline() -> Any:
    """What follows the final newline counts as a line."""
    from forge_harness.texts import numbered_lines
    from forge_harness.tools.code.file_read import file_read

    numbered_lines._Stream.lines = property(lambda stream: stream._ends + 1)
    return file_read


@mutant("test_file_read.py::test_long_text_is_truncated['x', 52200")
def file_read_returns_lines_of_any_length() -> Any:
    """A line is never cut."""
    from forge_harness.tools.code import file_read as module

    module._MAX_BYTES = sys.maxsize
    return module.file_read


@mutant("reads_are_bounded")
def file_read_cuts_after_reading() -> Any:
    """The whole file is read before the lines are chosen."""
    import io

    from forge_harness.tools.code import file_read as module

    read_lines = module.read_lines
    module.read_lines = lambda file, **limits: read_lines(io.BytesIO(file.read()), **limits)
    return module.file_read


@mutant("results_hold_no_environment")
def file_create_tells_the_absolute_path() -> Any:
    """The model reads where the workspace lies."""
    from forge_harness import ToolSettings
    from forge_harness.tools.builtin.file_create import file_create
    from forge_harness.workspace.workspace import Workspace

    relative = Workspace.relative
    Workspace.relative = lambda workspace, path: str(workspace.root / relative(workspace, path))  # type: ignore[method-assign]
    return file_create(ToolSettings())


@mutant("test_file_create.py::test_file_create[FILE_CREATE-7")
def file_create_takes_folders() -> Any:
    """A name may lead into other folders."""
    from forge_harness import ToolSettings
    from forge_harness.tools.builtin import file_create as module

    mime_type = module._mime_type
    module._mime_type = lambda filename: mime_type(filename.rpartition("/")[2])
    return module.file_create(ToolSettings())


@mutant("links_stay_inside")
def file_write_follows_links_out() -> Any:
    """The file is opened by its path."""
    from forge_harness.tools.code.file_write import file_write
    from forge_harness.workspace.workspace import Workspace

    def write_bytes(workspace: Workspace, path: str, data: bytes, **_: Any) -> bool:
        place = workspace.root / workspace.relative(path)
        was_there = place.exists()
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        return was_there

    Workspace.write_bytes = write_bytes  # type: ignore[method-assign]
    return file_write


@mutant("test_file_write.py::test_a_file_is_replaced_whole_or_not_at_all[the disk is full")
def file_write_empties_the_file_first() -> Any:
    """A failure on the way leaves a torn file."""
    from forge_harness.tools.code.file_write import file_write
    from forge_harness.workspace.folder import Folder

    def write(folder: Folder, name: str, data: bytes, **_: Any) -> None:
        with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, dir_fd=folder.descriptor), "wb") as file:
            file.write(data)
            os.fsync(file.fileno())

    Folder.write = write  # type: ignore[method-assign]
    return file_write


@mutant("test_glob_search.py::test_glob_search[")
def glob_search_enters_every_folder() -> Any:
    """The names of dependencies and of Git are searched, too."""
    from forge_harness.tools.code import glob_search as module

    module.STANDARD_FOLDERS = frozenset()
    return module.glob_search


@mutant("../test_glob_pattern.py::test_no_pattern_is_catastrophic")
def glob_search_goes_back() -> Any:
    """Each star tries every length again."""
    from forge_harness.texts import glob_pattern
    from forge_harness.tools.code.glob_search import glob_search

    glob_pattern._ending = lambda names: None
    glob_pattern._name_expression = lambda tokens: "".join("[^/]*" if token == "*" else token for token in tokens)
    return glob_search


@mutant("test_file_edit.py::test_edits_at_once_lose_nothing")
def file_edit_takes_no_lock() -> Any:
    """Of two edits at once, one is lost."""
    import contextlib

    from forge_harness.tools.code.file_edit import file_edit
    from forge_harness.workspace import writing

    writing.in_turn = lambda *_: contextlib.nullcontext()
    writing._identity = lambda status: None
    return file_edit


@mutant("test_file_edit.py::test_lines_that_recur_do_not_slow_an_edit")
def file_edit_compares_line_by_line() -> Any:
    """The diff is found by comparing all lines, not from the place that was replaced."""
    import difflib

    from forge_harness.tools.code import file_edit as module

    def unified_diff(path: str, before: str, change: Any, **_: Any) -> str:
        lines = before.splitlines(keepends=True), change.apply(before).splitlines(keepends=True)
        return "".join(difflib.unified_diff(*lines, path, path))

    module.unified_diff = unified_diff
    return module.file_edit


@mutant("test_file_patch.py::test_a_patch_happens_whole_or_not_at_all[FILE_PATCH_WANT-0")
def file_patch_keeps_what_came_before() -> Any:
    """Each operation is made by itself, and stays when a later one fails."""
    from forge_harness.tools.code.file_patch import file_patch
    from forge_harness.workspace.workspace import Workspace

    apply = Workspace.apply
    Workspace.apply = lambda workspace, changes: [  # type: ignore[method-assign]
        made for change in changes for made in apply(workspace, [change])
    ]
    return file_patch


@mutant("links_stay_inside")
def glob_search_follows_links() -> Any:
    """A link to a folder is searched."""
    from forge_harness.tools.code.glob_search import glob_search

    _follow_links()
    return glob_search


@mutant("expressions_take_bounded_time")
def grep_search_goes_back() -> Any:
    """Python's engine tries every way in which a pattern may match."""
    import re
    from types import SimpleNamespace

    from forge_harness.texts import line_pattern
    from forge_harness.tools.code.grep_search import grep_search

    line_pattern._compiled = lambda engine, text: SimpleNamespace(
        programsize=1, search=re.compile(text.encode(), re.MULTILINE).search
    )
    return grep_search


@mutant("links_stay_inside")
def grep_search_reads_through_links() -> Any:
    """A link to a file outside is searched."""
    from forge_harness.tools.code.grep_search import grep_search

    _follow_links()
    return grep_search


@mutant("test_grep_search.py::test_a_standard_folder_is_not_searched")
def grep_search_enters_every_folder() -> Any:
    """The names of dependencies and of Git are searched, too."""
    from forge_harness.tools.code import grep_search as module

    module.STANDARD_FOLDERS = frozenset()
    return module.grep_search


@mutant("links_stay_inside")
def directory_tree_enters_links() -> Any:
    """The names behind a link are drawn."""
    from forge_harness.tools.code.directory_tree import directory_tree

    _follow_links()
    return directory_tree


def _follow_links() -> None:
    """Let trees take what a link leads to for the link itself, and open it."""
    from forge_harness.workspace import tree

    class Followed:
        def __init__(self, item: os.DirEntry[str]) -> None:
            self.stat = lambda **_: item.stat()

    entry = tree._entry
    tree._entry = lambda item, path: entry(Followed(item), path)  # type: ignore[arg-type]
    tree._entry_by_kind = tree._entry  # type: ignore[assignment]
    tree._READ_FILE &= ~os.O_NOFOLLOW
    tree.open_beneath = lambda directory, path, flags, **_: (os.open(path, flags, dir_fd=directory), path)


@mutant("text_is_not_executed")
def math_calculate_is_python() -> Any:
    """The expression is evaluated as Python."""
    from forge_harness.tools.builtin import math_calculate as module

    module.evaluate = lambda expression: eval(expression)
    return module.math_calculate


@mutant("expressions_take_bounded_time")
def math_calculate_computes_every_power() -> Any:
    """A power with a million digits is computed."""
    from forge_harness.texts import arithmetic
    from forge_harness.tools.builtin.math_calculate import math_calculate

    power = arithmetic._power
    for operations in (each for each in vars(arithmetic).values() if isinstance(each, dict)):
        for name, operation in operations.items():
            if getattr(operation, "apply", None) is power:
                operations[name] = replace(operation, apply=lambda base, exponent: base**exponent)
    return math_calculate


@mutant("test_json_parse.py::test_json_is_parsed_and_queried_as_recorded['NaN'")
def json_parse_reads_nan() -> Any:
    """Python's words for what is no number are read."""
    from forge_harness.texts import strict_json
    from forge_harness.tools.builtin.json_parse import json_parse

    strict_json._refuse_constant = float  # type: ignore[assignment]
    return json_parse


@mutant("valid_calls_do_not_crash")
def json_parse_reads_any_depth() -> Any:
    """Python's stack is the limit of the depth."""
    from forge_harness.texts import strict_json
    from forge_harness.tools.builtin.json_parse import json_parse

    strict_json._refuse_depth = lambda text: None
    return json_parse


@mutant("test_json_parse.py::test_json_is_parsed_and_queried_as_recorded[null}}")
def json_parse_has_no_paths() -> Any:
    """JMESPath finds everything, so null is not told from what is missing."""
    from forge_harness.texts import json_path
    from forge_harness.tools.builtin.json_parse import json_parse

    json_path._steps = lambda query: None
    return json_parse


@mutant("test_csv_parse.py::test_csv_is_parsed['a,b\\\\n1', ''")
def csv_parse_takes_ragged_rows() -> Any:
    """The reader of the standard library reads it."""
    import csv
    import io

    from forge_harness.tools.builtin import csv_parse as module

    module.read_csv = lambda text, delimiter: [
        row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row
    ]
    return module.csv_parse


@mutant("test_csv_parse.py::test_rows_beyond_the_cap_are_counted")
def csv_parse_returns_every_row() -> Any:
    """The dispatcher cuts the result to a string."""
    from forge_harness.tools.builtin import csv_parse as module

    module._fitting = lambda rows, columns: rows
    return module.csv_parse


@mutant("test_datetime_now.py::test_the_time_is_told_as_recorded['America'")
def datetime_now_looks_up_every_name() -> Any:
    """A name that is not listed becomes a path."""
    import zoneinfo

    from forge_harness.tools.builtin import datetime_now as module

    module._zone = zoneinfo.ZoneInfo
    return module.datetime_now


@mutant("test_datetime_now.py::test_daylight_saving_is_observed[Europe/Paris")
def datetime_now_keeps_to_one_offset() -> Any:
    """The offset of a zone is that of January."""
    from datetime import datetime, timezone

    from forge_harness.tools.builtin import datetime_now as module

    zone = module._zone
    module._zone = lambda name: timezone(datetime(2026, 1, 1, tzinfo=zone(name)).utcoffset())  # type: ignore[arg-type]
    return module.datetime_now


@mutant("test_glob_search.py::test_glob_search[pkg")
def glob_search_ignores_what_stands_before_two_stars() -> Any:
    """Only what follows the last ** counts."""
    from forge_harness.texts import glob_pattern
    from forge_harness.tools.code.glob_search import glob_search

    expression = glob_pattern._expression
    glob_pattern._expression = lambda names: expression(
        [glob_pattern._FOLDERS, names[-1]] if glob_pattern._FOLDERS in names else names
    )
    return glob_search


@mutant("test_glob_search.py::test_glob_search[equal")
def glob_search_leaves_ties_to_the_file_system() -> Any:
    """Files of one time come in the order of the folder, turned round."""
    import heapq

    from forge_harness.tools.code import glob_search as module

    module.heapq = SimpleNamespace(  # type: ignore[attr-defined]
        nsmallest=lambda number, files: heapq.nsmallest(number, reversed(files), key=lambda file: file[0])
    )
    return module.glob_search


@mutant("test_grep_search.py::test_grep_search[ctx.txt")
def grep_search_takes_a_match_for_context() -> Any:
    """A line that matches is context where it is near another match."""
    from forge_harness.texts.found_lines import LineSearch
    from forge_harness.tools.code import grep_search as module

    class Search(LineSearch):
        def __iter__(self) -> Any:
            last = -99
            for line in super().__iter__():
                near = line.is_match and line.number - last <= 2 * self._context
                last = line.number if line.is_match else last
                yield line._replace(is_match=line.is_match and not near)

    module.LineSearch = Search  # type: ignore[misc]
    return module.grep_search


@mutant("test_grep_search.py::test_a_binary_file_is_skipped_and_counted[511")
def grep_search_looks_for_nul_at_the_beginning() -> Any:
    """Only the first bytes tell a binary file."""
    from forge_harness.texts import found_lines
    from forge_harness.tools.code.grep_search import grep_search

    found_lines._TESTED_BYTES = 64
    return grep_search


@mutant("test_directory_tree.py::test_a_name_cannot_forge_a_line")
def directory_tree_shows_names_as_they_are() -> Any:
    """A name with a line's end in it looks like two."""
    from forge_harness.tools.code import directory_tree as module

    module.shown_name = lambda name: name
    return module.directory_tree


@mutant("../mcp_tools/test_mcp_over_http.py::test_mcp_call_goes_where_the_policy_allows[http://169")
def mcp_call_goes_anywhere() -> Any:
    """The client of the protocol has a network of its own."""
    from forge_harness import EgressClient
    from forge_harness.mcp.http_transport import McpHttpTransport
    from forge_harness.tools.adapters.mcp_call import mcp_call
    from forge_harness.tools.mcp_servers import opening

    opening._open_url = lambda url, headers, _: McpHttpTransport(url, headers=headers)
    return mcp_call(EgressClient(None))


@mutant("../mcp_tools/test_mcp_connection.py::test_a_tool_that_changes_is_not_called_any_more")
def mcp_tools_may_change() -> None:
    """A tool is called whatever its server says of it by now."""
    from forge_harness import McpConnection

    McpConnection._compare = lambda *_: None  # type: ignore[method-assign]


@mutant("../mcp_tools/test_mcp_connection.py::test_a_call_that_ends_the_server_is_not_sent_twice")
def mcp_calls_are_sent_again() -> None:
    """Each call that was lost is sent to the next server."""
    from forge_harness import McpPipe

    McpPipe._is_unread = lambda self: True  # type: ignore[method-assign]


@mutant("../mcp_tools/test_mcp_connection.py::test_a_cancelled_call_is_given_up")
def mcp_servers_hear_of_no_end() -> None:
    """A server works on what nobody waits for."""
    from forge_harness import McpClient

    McpClient._give_up = lambda *_: None  # type: ignore[method-assign]


@mutant("../mcp_tools/test_mcp_connection.py::test_a_server_gets_no_variable_that_it_was_not_given")
def mcp_servers_get_every_variable() -> None:
    """A server's environment is ours."""
    from forge_harness.tools.mcp_servers import opening

    opening.program_environment = lambda *_, **__: dict(os.environ)


@mutant("../mcp_tools/test_register_mcp_tools.py::test_what_a_server_answers_is_what_a_model_reads[refuse")
def mcp_failures_look_like_results() -> None:
    """What a tool calls a failure is text like any other."""
    from forge_harness import McpAnswer

    McpAnswer.is_tool_error = False  # type: ignore[method-assign,assignment]


@mutant("test_cli_execute.py::test_an_argument_leads_nowhere_outside[PATH_ARG_WANT-4")
def cli_execute_takes_an_argument_for_one_path() -> None:
    """What follows the letters of an option, or a mark, is not looked at."""
    from forge_harness.programs import argument_paths

    argument_paths._parts = lambda argument, folder: iter([argument])


@mutant("test_cli_execute.py::test_a_launcher_is_refused_with_the_option_that_allows_it[env]")
def cli_execute_trusts_every_file() -> None:
    """No program is said to start others."""
    from forge_harness.programs import binaries
    from forge_harness.programs.executable import Executable

    binaries.read_executable = lambda file: Executable("")


@mutant("test_cli_execute.py::test_half_of_what_rules_take_out_is_not_left_where_the_output_is_cut")
def cli_execute_cuts_before_it_redacts() -> None:
    """Rules see what the limit has left."""
    module = importlib.import_module("forge_harness.tools.builtin.cli_execute")
    module._BEYOND_BYTES = 0  # type: ignore[attr-defined]


@mutant("test_cli_execute.py::test_an_argument_that_begins_like_a_path_is_text_where_the_kernel_keeps_the_program")
def cli_execute_takes_what_is_absent_for_text_everywhere() -> None:
    """A program that nothing keeps to its places could create it."""
    module = importlib.import_module("forge_harness.tools.builtin.cli_execute")
    real = module.outside_part
    module.outside_part = lambda *given, **_: real(*given, takes_absent=True)  # type: ignore[attr-defined]


@mutant("test_cli_execute.py::test_a_program_has_a_folder_for_temporary_files_that_is_removed")
def cli_execute_leaves_temporary_files() -> None:
    """The folder stays."""
    from forge_harness.programs import private_folder

    private_folder._remove = lambda _: None


@mutant("test_guardrails.py::test_without_the_linear_engine_a_pattern_stops_the_start")
def guardrails_backtrack_where_the_engine_is_missing() -> None:
    """Python's own engine takes its place."""
    from forge_harness.guardrails import rule_pattern

    compiled = rule_pattern._compiled

    @functools.lru_cache
    def either(text: str, ignores_case: bool, spans_lines: bool) -> Any:
        try:
            return compiled(text, ignores_case, spans_lines)
        except ImportError:
            return re.compile(text)

    rule_pattern._compiled = either


@mutant("test_read_skill.py::test_the_programs_that_an_active_skill_needs_are_allowed_unless_the_operator_lists_them")
def skills_add_their_programs_to_the_operators_list() -> None:
    """What a skill names is allowed, whatever the operator has listed."""
    from forge_harness.tools import skill_tools

    skill_tools._with_programs = lambda skills, settings: replace(
        settings,
        cli=replace(
            settings.cli,
            allowed_binaries=tuple({*settings.cli.allowed_binaries, *skill_tools.binaries_of(skills)}),
        ),
    )


@mutant("../../programs/test_bubblewrap.py::test_a_link_stays_a_link_so_that_a_hidden_file_has_no_second_path")
def bubblewrap_mounts_links_as_folders() -> None:
    """/bin and /usr/bin are two mounts, and what is hidden in one of them is seen in the other."""
    from forge_harness.programs import bubblewrap

    bubblewrap._followed = lambda place, _: place


@mutant("test_cli_execute.py::test_the_kernel_confines_an_interpreter")
def cli_execute_leaves_datagrams_open() -> None:
    """Landlock alone closes the network."""
    from forge_harness.programs import program

    program.marshal = SimpleNamespace(dumps=_with_network)  # type: ignore[attr-defined]


def _with_network(request: dict[str, Any]) -> bytes:
    import marshal

    return marshal.dumps({**request, "with_network": True})


@mutant("test_read_skill.py::test_a_file_is_read_in_the_folder_of_its_skill_alone[")
def read_skill_reads_in_the_folder_of_all_skills() -> Any:
    """A file of a skill is a path from the folder that all skills are in."""
    from forge_harness.skills import skill_folder as module
    from forge_harness.tools.builtin.read_skill import read_skill

    module.SkillFolder.text = lambda self, skill, file: self._files.read_text(  # type: ignore[method-assign]
        f"{skill.place}/{file}"
    )
    return read_skill


@mutant("test_read_skill.py::test_a_linked_skill_is_not_a_skill")
def read_skill_follows_the_link_of_a_skill() -> Any:
    """A folder that is a link to another one is a skill."""
    from forge_harness.skills import skill_folder as module
    from forge_harness.tools.builtin.read_skill import read_skill

    def places(self: Any) -> dict[str, str]:
        root = self._files.root / self._folder
        return {path.name: f"{path.name}/SKILL.md" for path in root.iterdir() if (path / "SKILL.md").exists()}

    module.SkillFolder._places = places  # type: ignore[method-assign]
    return read_skill


@mutant("test_guardrails.py::test_the_known_ways_around_a_rule_are_closed[")
def guardrails_forget_what_a_program_reads() -> Any:
    """Rules are compared with the line of a command alone."""
    from forge_harness.guardrails import guardrails as module

    texts = module.command_texts
    module.command_texts = lambda argv, _: texts(argv, None)
    return module


@mutant("test_guardrails.py::test_a_command_is_compared_with_patterns[")
def guardrails_compare_json_with_its_escapes() -> Any:
    """A tabulator in JSON is a backslash and a letter."""
    from forge_harness.guardrails import guardrails as module

    module.tool_text = lambda arguments: (json.dumps(arguments), [])
    return module


@mutant("test_dev_tools.py::test_debug_console[import os, sys")
def debug_console_reads_its_outcome_through_links() -> Any:
    """What the code has put in place of its outcome is read, whatever it leads to."""
    from forge_harness.programs import python_child as module
    from forge_harness.tools.dev.debug_console import debug_console

    module._outcome = lambda folder: {"value": (folder / module._OUTCOME).read_text()}
    return debug_console


@mutant("test_build.py::test_no_written_byte_of_a_production_build_names_a_dev_tool")
def build_writes_before_it_filters() -> Any:
    """The schemas of all tools are written, and only the specification leaves some out."""
    from forge_harness.build import build as module
    from forge_harness.build.tool_filter import ToolFilterStage

    files = module._files
    every = ToolFilterStage.run

    def run(self: Any, tools: Any) -> Any:
        module._every = every(ToolFilterStage(), given := list(tools))  # type: ignore[attr-defined]
        return every(self, given)

    ToolFilterStage.run = run  # type: ignore[method-assign]
    module._files = lambda spec, _, **options: files(spec, module._every, **options)  # type: ignore[attr-defined]
    return module


def _wrapper(name: str, folder: Path) -> Path:
    """Write the module that puts the mutant in when it is imported, and holds its tool."""
    path = folder / f"{name}.py"
    path.write_text(
        f"import sys\nsys.path.insert(0, {str(_HERE)!r})\nimport mutants\ntool = mutants.MUTANTS[{name!r}].make()\n"
    )
    return path


def _is_found(name: str, found_by: str) -> tuple[bool, str]:
    """Tell whether the check or the test finds the mutant, and what it said."""
    with tempfile.TemporaryDirectory() as temporary:
        wrapper = _wrapper(name, Path(temporary))
        try:
            return _failed_test(name, found_by, temporary) if "::" in found_by else _finding(wrapper, found_by)
        except subprocess.TimeoutExpired:
            return "::" in found_by, f"It did not end within {_MAX_SECONDS} s."


def _failed_test(name: str, found_by: str, temporary: str) -> tuple[bool, str]:
    file, _, rows = found_by.partition("::")
    test, _, row = rows.partition("[")
    options = ["-q", "-p", name, "-p", "no:randomly", "-p", "no:cacheprovider", "--tb=no", "-rf"]
    done = _run("pytest", *options, f"{_HERE / file}::{test}", PYTHONPATH=temporary)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED") and row in line]
    return bool(failed), (failed or done.stdout.splitlines() or done.stderr.splitlines())[-1]


def _finding(wrapper: Path, check: str) -> tuple[bool, str]:
    options = ["--checks", check, "--format", "json", "--store", "off"]
    done = _run("forge_harness.cli.main", "check", f"{wrapper}:tool", *options)
    if not done.stdout.startswith("{"):
        return False, done.stderr[-300:]
    [result] = (each for each in json.loads(done.stdout)["results"] if each["check"] == check)
    return result["status"] == "failed", f"{result['status']}: {result['message']}"


def _run(module: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=_ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=_MAX_SECONDS,
    )


def main(names: list[str]) -> int:
    """Try the mutants and print what found each; return how many survived."""
    survivors = 0
    for name in names or MUTANTS:
        began = time.perf_counter()
        found_by = MUTANTS[name].found_by
        is_found, said = _is_found(name, found_by)
        survivors += not is_found
        took = time.perf_counter() - began
        print(f"{'found' if is_found else 'SURVIVES':<9} {name:<42} {found_by:<52} {took:5.1f} s", flush=True)
        if not is_found:
            print(f"          {said}")
    return survivors


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
