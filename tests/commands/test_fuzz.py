import json
import shlex
import time

import pytest

TOOL = """
def share_out(total: int, people: int) -> dict[str, int]:
    '''Share a total out among people.

    Args:
        total: What there is.
        people: Among how many it is shared out.
    '''
    return {"each": total // people}

def told(text: str) -> str:
    '''Return the text as it is.

    Args:
        text: What to return.
    '''
    return text
"""


def test_chosen_checks_are_the_only_ones(forge, folder):
    (folder / "shares.py").write_text(TOOL)
    words = ("--checks", "results_are_json", "--store", "off", "--format", "json", "--max-seconds", "5")

    _, out, _ = forge("fuzz", "shares.py:told", *words)

    assert {result["check"] for result in json.loads(out)["results"]} == {"results_are_json"}


@pytest.mark.in_turns("pytest_forge/commands", "pytest_forge/engine")
def test_what_is_found_has_the_id_that_a_check_replays(forge, folder):
    (folder / "shares.py").write_text(TOOL)
    words = ("shares.py:share_out", "--checks", "valid_calls_do_not_crash", "--store", "off", "--format", "json")
    # A deep run goes on after the first finding.
    words += ("--max-seconds", "5")
    code, out, _ = forge("fuzz", *words, "--seed", "2")
    [found] = json.loads(out)["results"]
    line = shlex.split(found["reproduce"])

    checked = json.loads(forge("check", *words)[1])["results"]
    again, replayed, err = forge(*line[1:], "--store", "off", "--format", "json", "--max-seconds", "5")

    assert (code, again, err) == (1, 1, "")
    assert line[:2] == ["forge", "check"]
    assert line[-2:] == ["--budget", "deep"]
    assert [result["arguments"] for result in json.loads(replayed)["results"]] == [found["arguments"]]
    assert line[4] == shlex.split(checked[0]["reproduce"])[4]


@pytest.mark.in_turns("pytest_forge/commands", "pytest_forge/engine")
def test_a_run_keeps_to_its_time_and_says_what_was_not_judged(forge, folder):
    (folder / "shares.py").write_text(TOOL)
    started = time.monotonic()
    code, out, _ = forge("fuzz", "shares.py", "--max-seconds", "4", "--store", "off", "--format", "json", "--jobs", "1")
    report = json.loads(out)
    late = [result for result in report["results"] if "the time of the run was over" in result["message"]]

    assert time.monotonic() - started < 60
    assert report["summary"]["tools"] == 2
    assert {result["family"] for result in report["results"]} <= {
        "robustness", "effects", "injection", "confinement", "errors", "results"
    }  # fmt: skip
    # Deep runs of two tools take minutes.
    assert {result["status"] for result in late} <= {"error"}
    assert code in (1, 2)


def test_time_that_is_none_is_refused(forge, capsys):
    for word in ("0", "-1", "soon", "inf", "nan"):
        try:
            code = forge("check", "x.py", "--max-seconds", word)[0]
        except SystemExit as error:
            code = error.code

        assert code == 2, word
