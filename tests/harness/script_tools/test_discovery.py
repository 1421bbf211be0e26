"""Script tools of a project: what is found, and what is left out with its reason. Nothing is imported."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from forge_harness.programs import script_runtime
from forge_harness.tools.custom.discovery import find_scripts

from ..builtin_tools.deviations import outcomes
from .conftest import MakeFolder

DECLARED = "Description: Probes.\nInput: none\n"
CONTENT = {".py": f'"""{DECLARED}"""\n', ".ts": f"/*\n{DECLARED}*/\n", ".js": f"/*\n{DECLARED}*/\n"}

#: A file under tools/, with the name and language of the tool that it is found as.
CUSTOM_DISCOVERY = [
    ("tool_foo.py", ("foo", "python")),
    ("tool_bar.ts", ("bar", "typescript")),
    ("tool_baz.js", ("baz", "javascript")),
    ("mydir/tool.py", ("mydir", "python")),
    ("both/tool.py + both/tool.ts", ("both", "python")),
    ("tool_a.b.py", ("a.b", "python")),
    ("tool_.py", None),
    ("tool_dir.py/tool.js", ("tool_dir.py", "javascript")),
    ("tool_foo__bar.py", ("foo__bar", "python")),
    ("tool_http_request.py", ("http_request", "python")),
    ("foo.py", None),
    ("tool_foo.rb", None),
    ("sub/tool_x.py", None),
    ("TOOL_x.py", None),
]

SEED = (
    "Tool: my_custom_tool\nDescription: Does something useful.\nInput:\n  query (str): The search query.\n"
    "  limit (int): Maximum results.\nOutput:\n  results (list): The search results.\n"
)

#: A module's docstring, and the tool of the file `tool_probe.py` with it.
CUSTOM_DOCSTRING: list[tuple[str, Any]] = [
    (
        SEED,
        (
            "my_custom_tool",
            "Does something useful.",
            {"query": ("string", "The search query."), "limit": ("integer", "Maximum results.")},
            {"results": ("array", "The search results.")},
        ),
    ),
    ("Description: no name line\n", ("probe", "no name line", {}, {})),
    ("", ("probe", "Custom python tool: probe", {}, {})),
    ("Tool: bad name!\n", "not a valid name"),
    ("Tool: http_request\n", "the name of a builtin tool"),
    (
        "Input:\n  a (str, optional): x\n  b (int = 5): y\n  c (list[str]): z\n",
        ("probe", "Custom python tool: probe", {"a": ("string", "x"), "b": ("integer", "y"), "c": ("array", "z")}, {}),
    ),
]
BUILTIN = {"http_request": "a builtin tool"}


@pytest.mark.requirement("custom:found-in-the-tools-folder")
@pytest.mark.parametrize(("entry", "found"), outcomes(CUSTOM_DISCOVERY=CUSTOM_DISCOVERY))
def test_the_files_of_the_tools_folder_are_found_by_their_names(
    entry: str, found: tuple[str, str] | None, tools: MakeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script_runtime, "_node", lambda _: (Path("/usr/bin/node"), (22, 18, 0)))
    folder = tools({place: CONTENT.get(Path(place).suffix, "") for place in entry.split(" + ")})

    scripts, _ = find_scripts(folder, taken=BUILTIN)

    assert [(script.name, script.language) for script in scripts] == ([] if found is None else [found])


@pytest.mark.requirement("custom:docstring-schema")
@pytest.mark.parametrize(("docstring", "expected"), outcomes(CUSTOM_DOCSTRING=CUSTOM_DOCSTRING))
def test_a_docstring_is_read_or_refused(docstring: str, expected: Any, tools: MakeFolder) -> None:
    folder = tools({"tool_probe.py": f'"""{docstring}"""\n'})

    scripts, left_out = find_scripts(folder, taken=BUILTIN)

    if isinstance(expected, str):
        assert (scripts, [expected in file.reason for file in left_out]) == ([], [True])
    else:
        [found] = [script.docstring for script in scripts]
        fields = [
            {key: (field["type"], field["description"]) for key, field in (schema or {}).get("properties", {}).items()}
            for schema in (found.input_schema, found.output_schema)
        ]
        assert (found.name, found.description, *fields) == expected


@pytest.mark.parametrize(
    ("place", "content", "says"),
    [
        ("x.py", '"""Tool: x"""\ndef (', "'tools/x.py', line 2, is not valid Python"),
        ("x.py", "print('\0')", "'tools/x.py' is not valid Python"),
        ("x.py", "(" * 100_000, "is not valid Python"),
        ("x.py", "import os\n", "does not begin with a docstring that declares a tool"),
        ("x.py", '"""Helpers."""\n', "does not begin with a docstring"),
        ("x.js", "let a = 1\n", "does not begin with a block comment"),
        ("x.js", "/* Tool: x\n", "The first block comment of 'tools/x.js' does not end"),
        ("x.py", '"""Tool: bad name!"""', "a tool named 'bad name!', which is not a valid name"),
        ("x.py", '"""Tool: a__b"""', "'a__b', and '__' separates"),
        ("x.py", '"""Tool: file_create"""', "the name of a builtin tool"),
        ("x.py", '"""Tool: x\nInput:\n  a (int) b\n  b\n"""', "line 3: 'a (int) b' is not"),
        ("x.py", '"""Tool: x\nInput:\n  a (int) b\n  b\n"""', "line 4: 'b' is not"),
        ("x.py", '"""Tool: tür"""'.encode("latin-1"), "is not UTF-8"),
        ("x.py", b'"""Tool: x"""\n' + b"#" * (1 << 20), "is longer than 1 MiB"),
    ],
)
def test_a_file_that_cannot_be_a_tool_is_told_in_two_sentences(
    place: str, content: str | bytes, says: str, tools: MakeFolder
) -> None:
    folder = tools({place: content, "good.py": CONTENT[".py"]})

    scripts, left_out = find_scripts(folder, taken={"file_create": "a builtin tool"})

    assert [script.name for script in scripts] == ["good"]
    assert [(file.place, says in file.reason) for file in left_out] == [("tools/x.py"[:-2] + place[-2:], True)]
    assert len(re.findall(r"\. (?=[A-Z])", left_out[0].reason)) == 1
    assert left_out[0].reason.endswith(".")


def test_of_two_scripts_with_one_name_the_first_is_kept(tools: MakeFolder) -> None:
    folder = tools({"a.py": '"""Tool: same"""', "b.py": '"""Tool: same"""'})

    scripts, left_out = find_scripts(folder)

    assert [script.place for script in scripts] == ["tools/a.py"]
    assert [file.reason for file in left_out] == [
        "'tools/b.py' and 'tools/a.py' both declare the tool 'same'. Rename one of them."
    ]


def test_a_link_out_of_the_project_is_told_and_one_inside_is_followed(tools: MakeFolder, tmp_path: Path) -> None:
    folder = tools({"../shared/own.py": CONTENT[".py"]})
    (tmp_path / "secret.py").write_text('"""Tool: secret"""')
    (folder / "outside.py").symlink_to(tmp_path / "secret.py")
    (folder / "inside.py").symlink_to("../shared/own.py")
    os.mkfifo(folder / "pipe.py")

    scripts, left_out = find_scripts(folder)

    assert [script.name for script in scripts] == ["inside"]
    assert [file.reason for file in left_out] == [
        "'tools/outside.py' is a link that leads out of the project. Put the file itself there.",
        "'tools/pipe.py' cannot be read as a file. Check its type and its permissions.",
    ]


def test_a_file_elsewhere_in_a_project_is_a_tool_if_it_says_so(tools: MakeFolder) -> None:
    project = tools(
        {
            "inside.py": '"""Tool: inside"""',
            "../report.py": '"""Tool: report\nDescription: Reports."""',
            "../broken.py": '"""Tool: broken"""\ndef (',
            "../module.py": '"""Description: of a module.\n\nInput: is read."""',
            "../noun.py": '"""Tool: its definition, its tier, a call."""',
            "../other.py": "def (",
            "../text.py": "TEXT = 'Tool: x'\ndef (",
            "../node_modules/x.py": '"""Tool: foreign"""',
            "_helpers.py": "",
        }
    ).parent

    scripts, left_out = find_scripts(project)

    assert sorted(script.name for script in scripts) == ["inside", "report"]
    assert [file.place for file in left_out] == ["broken.py"]


def test_a_folder_of_any_name_holds_tools(tmp_path: Path) -> None:
    (tmp_path / "tool_a.py").write_text(CONTENT[".py"])
    (tmp_path / "b.py").write_text("import os")

    scripts, left_out = find_scripts(tmp_path)

    assert ([script.name for script in scripts], [file.place for file in left_out]) == (["a"], ["b.py"])


def test_one_file_can_be_named(tools: MakeFolder) -> None:
    folder = tools({"tool_a.py": CONTENT[".py"], "b.py": "import os", "mine/tool.py": CONTENT[".py"]})

    assert [script.place for script in find_scripts(folder / "tool_a.py").scripts] == ["tools/tool_a.py"]
    assert [script.name for script in find_scripts(folder / "mine" / "tool.py").scripts] == ["mine"]
    assert [file.place for file in find_scripts(folder / "b.py").left_out] == ["tools/b.py"]
    for nothing in (folder / "missing.py", ""):
        with pytest.raises(ValueError, match=r"is not a folder, and not a script \(\.py, \.ts or \.js\)\. Name one"):
            find_scripts(nothing)


def test_a_script_that_nothing_here_can_run_is_told(tools: MakeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_runtime, "_node", lambda _: (Path("/usr/bin/node"), (20, 1, 0)))
    folder = tools({"a.ts": "/* Tool: a */", "b.js": "/* Tool: b */"})

    scripts, left_out = find_scripts(folder)

    assert [script.name for script in scripts] == ["b"]
    assert [(file.place, file.reason.split("needs")[0]) for file in left_out] == [
        ("tools/a.ts", "'tools/a.ts': A TypeScript tool ")
    ]


def test_nothing_is_imported_or_run_to_find_a_tool(tools: MakeFolder, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    effect = f"\nopen({str(marker)!r}, 'w')\nimport sys; sys.exit(3)\n"
    folder = tools({"a.py": CONTENT[".py"] + effect, "b.py": "import os" + effect})

    scripts, _ = find_scripts(folder)

    assert ([script.name for script in scripts], marker.exists()) == (["a"], False)
