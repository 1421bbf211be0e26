"""`forge check` in a project with a table [tool.forge]."""

from __future__ import annotations

import json

import pytest

TABLE = '[tool.forge]\ntargets = ["definitions:tools.json"]\nchecks = ["description_is_present"]\n'


def ids(out: str) -> set[str]:
    return {result["check"] for result in json.loads(out)["results"]}


def test_the_projects_targets_and_checks_are_used_without_a_target(forge, folder):
    (folder / "pyproject.toml").write_text(TABLE + 'format = "json"\n')

    code, out, err = forge("check")

    assert (code, ids(out), err) == (1, {"description_is_present"}, "")


def test_the_command_line_overrides_the_project(forge, folder):
    (folder / "pyproject.toml").write_text(TABLE + 'skip = "fields_are_described"\n')

    code, out, _ = forge("check", "--checks", "root_is_an_object", "--format", "json")

    assert (code, ids(out)) == (0, {"root_is_an_object"})


def test_settings_hold_for_a_named_target_too(forge, folder):
    (folder / "pyproject.toml").write_text('[tool.forge]\nchecks = "root_is_an_object"\n')

    _, out, _ = forge("check", "definitions:tools.json", "--format", "json")

    assert ids(out) == {"root_is_an_object"}


def test_the_file_is_found_above_and_its_paths_start_there(forge, folder, monkeypatch):
    accepted = {"id": "mute[description_is_present]", "tool": "mute", "check": "description_is_present"}
    (folder / "accepted.json").write_text(
        json.dumps({"version": 1, "accepted": [{**accepted, "reason": "It is mute."}]})
    )
    (folder / "pyproject.toml").write_text(TABLE + 'baseline = "accepted.json"\nstore = "past.json"\n')
    (folder / "src" / "deep").mkdir(parents=True)
    (folder / "src" / "pyproject.toml").write_text('[project]\nname = "no table of forge here"\n')
    monkeypatch.chdir(folder / "src" / "deep")

    code, out, err = forge("check")

    assert (code, "1 accepted" in out) == (0, True)
    assert err == "forge: Targets come from '../../pyproject.toml'. Run the commands of the report in '../..'.\n"
    assert not (folder / "src" / "deep" / "past.json").exists()


def test_a_file_from_windows_is_read(forge, folder):
    (folder / "pyproject.toml").write_bytes(b"\xef\xbb\xbf" + TABLE.replace("\n", "\r\n").encode())

    assert forge("check")[0] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.forge]\nbugdet = 'deep'\n", "[tool.forge] has the unknown key 'bugdet'. Did you mean 'budget'?"),
        (
            "[tool.forge]\nmax_seconds = 3\n",
            "[tool.forge] has the unknown key 'max_seconds'. Did you mean 'max-seconds'?",
        ),
        ("[tool.forge]\nxyz = 1\n", "the unknown key 'xyz'. The keys are targets, checks, "),
        ("[tool.forge]\nworkers = 'two'\n", "'workers' in [tool.forge] is 'two'. Write a whole number above 0."),
        ("[tool.forge]\nworkers = true\n", "'workers' in [tool.forge] is True. Write a whole number above 0."),
        ("[tool.forge]\nworkers = 0\n", "'workers' in [tool.forge] is 0. Write"),
        ("[tool.forge]\ntargets = 'a.py'\n", "'targets' in [tool.forge] is 'a.py'. Write a list of strings."),
        (
            "[tool.forge]\nbudget = 'large'\n",
            "'budget' in [tool.forge] is 'large'. Write one of quick, standard, deep.",
        ),
        ("[tool.forge]\nallow-destructive = 1\n", "is 1. Write true or false."),
        ("[tool.forge]\nmax-seconds = inf\n", "is inf. Write a number of seconds above 0."),
        ("[tool.forge]\nbaseline = ''\n", "is ''. Write a string with a path."),
        ("[tool.forge]\nformat = 'xls'\n", "'format' in [tool.forge] is 'xls'. Write one of text, json"),
        ("[tool.forge]\nreport = ['json']\n", "is ['json']. Write a list of strings, each FORMAT:PATH."),
        ("[tool]\nforge = 3\n", "[tool.forge] is 3, which is not a table. Write its settings below [tool.forge]."),
        ("[tool.forge\n", "is not valid TOML: "),
        (
            "[tool.forge]\nbudget = 'quick'\n",
            "No TARGET was given, and pyproject.toml has no 'targets' in [tool.forge]. ",
        ),
        ("", "No TARGET was given, and no pyproject.toml here or above has [tool.forge]. "),
    ],
)
def test_a_mistake_in_the_table_is_named_with_the_file_and_the_key(refused, folder, text, told):
    (folder / "pyproject.toml").write_text(text)

    err = refused("check")

    assert told in err
    assert "pyproject.toml" in err


def test_the_command_line_can_take_back_a_permission(forge, folder):
    (folder / "pyproject.toml").write_text(TABLE + "allow-destructive = true\n")

    assert forge("check", "--no-allow-destructive")[0] == 1


def test_the_baseline_of_the_project_can_be_written_for_the_first_time(forge, folder):
    (folder / "pyproject.toml").write_text(TABLE + 'baseline = "accepted.json"\n')

    assert "There is no baseline 'accepted.json'." in forge("check")[2]
    code, _, _ = forge("check", "--write-baseline", "accepted.json")

    assert (code, (folder / "accepted.json").is_file()) == (1, True)
