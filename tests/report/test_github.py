import re
from dataclasses import replace

from hypothesis import example, given, settings

from pytest_forge.report.formats import write_report
from pytest_forge.report.github import github_text

from .conftest import hostile_report
from .hostile import hostile_texts


def commands(text: str) -> list[str]:
    """Return the lines that a runner takes as commands, as it stops and resumes."""
    found, word = [], ""
    for line in re.split(r"\r\n|\r|\n", text):
        shown = line.lstrip()
        if word:
            word = "" if shown == f"::{word}::" else word
        elif shown.startswith("::stop-commands::"):
            word = shown.removeprefix("::stop-commands::")
        elif shown.startswith("::") or "##[" in line:
            found.append(line)
    assert word == ""
    return found


def test_findings_are_annotations_on_the_line_of_their_tool(every_verdict, tmp_path):
    (tmp_path / "shop.py").write_text("\ndef fetch(a): ...\n")

    assert commands(github_text(every_verdict, tmp_path)) == [
        (
            "::error file=shop.py,line=2,title=fetch[must_hold]#broken::"
            "It broke.%0AReproduce: forge check shop.py:fetch --replay ID"
        ),
        "::warning file=shop.py,line=2,title=fetch[should_hold]#broken::It could be better.",
        "::notice title=Forge::1 could not be judged; the log has the reasons.",
    ]


@example(tool="x", text="\n```\n<script>\n::error::x\n")
@settings(max_examples=40)
@given(tool=hostile_texts, text=hostile_texts)
def test_no_text_of_a_tool_is_a_command(tool, text, tmp_path_factory):
    found = commands(github_text(hostile_report(tool, text), tmp_path_factory.getbasetemp()))

    assert [re.match(r"::(error|notice) (?:file=[^,:]*,line=\d+,)?title=[^,:]*::", one)[1] for one in found] == [
        "error",
        "notice",
    ]


def test_annotations_that_would_not_be_shown_are_counted(every_verdict, tmp_path):
    many = replace(every_verdict, results=every_verdict.results[1:2] * 25)
    found = commands(github_text(many, tmp_path))

    assert len(found) == 11
    assert found[-1] == "::notice title=Forge::15 more MUST findings; the log has all."


def test_the_summary_of_the_job_is_appended_and_stays_below_its_limit(every_verdict, tmp_path, monkeypatch):
    place = tmp_path / "summary.md"
    place.write_bytes(b"x" * 1_000_000)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(place))
    many = replace(every_verdict, results=every_verdict.results[1:2] * 500)
    write_report("github", many, base=tmp_path, place=tmp_path / "out")
    size = place.stat().st_size
    write_report("json", many, base=tmp_path, place=tmp_path / "out")

    assert place.read_bytes().startswith(b"x" * 1_000_000 + b"### Forge: 500 findings")
    assert 1_010_000 < size <= 1024 * 1024
    assert place.stat().st_size == size
