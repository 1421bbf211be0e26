"""`forge check --shard K/N` and `forge report merge`: the shards together say what one run says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pytest_forge.report.shard import Shard

TARGETS = ("definitions:tools.json", "definitions:more.json")


@pytest.fixture
def project(folder):
    tools = [
        {"name": f"tool_{number}", "description": "Return it." * (number % 2), "input_schema": {"type": "object"}}
        for number in range(5)
    ]
    (folder / "more.json").write_text(json.dumps([tools[0], *tools, {"x": 1}]))
    accepted = {"id": "mute[description_is_present]", "tool": "mute", "check": "description_is_present"}
    gone = {"id": "gone[description_is_present]", "tool": "gone", "check": "description_is_present", "reason": "Gone."}
    baseline = {"version": 1, "accepted": [{**accepted, "reason": "It is mute."}, gone]}
    (folder / "accepted.json").write_text(json.dumps(baseline))
    return folder


@pytest.fixture
def shards(project, forge):
    """Makes the reports of the shards of one run, and returns their names."""

    def make(of: int, *words: str) -> list[str]:
        names = [f"{number}.json" for number in range(1, of + 1)]
        for number, name in enumerate(names, start=1):
            more = ("--shard", f"{number}/{of}", "--format", "json", "--output", name, "--store", "off")
            forge("check", *TARGETS, *more, *words)
        return names

    return make


def timeless(text: str) -> str:
    return re.sub(r'"seconds": [-+.e\d]+|[\d.]+ s$', "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("of", [1, 3, 9])
def test_the_shards_together_say_what_one_run_says(forge, shards, of, form):
    words = ("--baseline", "accepted.json")
    whole = forge("check", *TARGETS, "--format", form, "--store", "off", *words)

    names = shards(of, *words)
    merged = forge("report", "merge", *reversed(names), "--format", form, *words)

    assert timeless(merged[1]) == timeless(whole[1])
    assert (merged[0], merged[2]) == (whole[0], whole[2]) == (1, "")


def test_each_tool_is_in_one_shard_and_shards_are_equally_large():
    names = ["a", "b", "b", "c", "d", "e", "f"]
    parts = [Shard(number, 3).indices("x.py", names) for number in (1, 2, 3)]

    assert sorted(index for part in parts for index in part) == list(range(7))
    assert sorted(map(len, parts)) == [2, 2, 3]
    reordered = [sorted(names[::-1][index] for index in Shard(n, 3).indices("x.py", names[::-1])) for n in (1, 2, 3)]
    assert reordered == [sorted(names[index] for index in part) for part in parts]


def test_a_missing_shard_is_told_and_is_not_a_clean_run(forge, shards):
    names = shards(3, "--checks", "root_is_an_object")

    code, out, err = forge("report", "merge", names[0], names[2], "--output", "all.txt")

    assert (code, out) == (2, "")
    assert err == "forge: The shard is missing: 2/3. Name the report of each shard.\n"
    # It was not interrupted.
    assert "The run is incomplete: these are the verdicts that were made." in Path("all.txt").read_text()


def test_reports_of_runs_on_different_targets_are_put_together(forge, project):
    for name, target in zip(("a.json", "b.json"), TARGETS, strict=True):
        forge("check", target, "--checks", "description_is_present", "--format", "json", "--output", name)

    code, out, _ = forge("report", "merge", "a.json", "b.json", "--format", "json")

    assert code == 1
    assert json.loads(out)["summary"]["tools"] == 9


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("1.json", "1.json"), "'1.json' is named twice. "),
        (("1.json", "copy.json"), "'1.json' and 'copy.json' are both shard 1/2. Name each shard once."),
        (("1.json", "other.json"), "'other.json' is shard 1/3, and '1.json' is shard 1/2. "),
        (("1.json", "whole.json"), "'whole.json' is the report of a whole run, the others are of shards. "),
        (("whole.json", "again.json"), "both judge "),
        (("1.json", "few.json"), "made different checks. Name the reports of one run."),
        (("none.json",), "'none.json' cannot be read (No such file or directory). "),
        (("tools.json",), "'tools.json' is not a JSON report of version 1. "),
        (("empty.json",), "'empty.json' is not JSON. "),
        (("broken.json",), "'broken.json' is a broken report. "),
    ],
)
def test_reports_that_do_not_belong_together_are_refused(refused, shards, forge, project, words, told):
    made = ("--checks", "root_is_an_object,description_is_present")
    shards(2, *made)
    (project / "copy.json").write_bytes((project / "1.json").read_bytes())
    (project / "other.json").write_text((project / "1.json").read_text().replace('"of": 2', '"of": 3'))
    for name in ("whole.json", "again.json"):
        forge("check", *TARGETS, *made, "--format", "json", "--output", name)
    forge(
        "check", *TARGETS, "--checks", "root_is_an_object", "--shard", "2/2", "--format", "json", "--output", "few.json"
    )
    (project / "empty.json").write_text("")
    (project / "broken.json").write_text('{"version": 1, "results": [{"tool": 1}], "tools": [], "summary": {}}')

    assert told in refused("report", "merge", *words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--shard", "0/2"), "'0/2' is not K/N with K from 1 to N"),
        (("--shard", "3/2"), "'3/2' is not K/N"),
        (("--shard", "1/2", "--write-baseline", "b.json"), "--write-baseline needs every tool of the run. "),
        (("--shard", "1/2", "--cov-fail-under", "3"), "--cov-fail-under needs every tool of the run. "),
        (("--shard", "1/2", "--replay", "a[b]"), "--replay repeats one finding. Leave --shard out."),
    ],
)
def test_a_shard_that_means_nothing_is_refused(refused, words, told):
    assert told in refused("check", "definitions:tools.json", *words)
