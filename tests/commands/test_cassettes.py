from __future__ import annotations

import json
from pathlib import Path

import pytest

from .recordings import KEY, URL, entry, write


def judged(forge, *words: str) -> tuple[int, dict]:
    code, out, err = forge("cassettes", "lint", *words, "--format", "json")
    assert err == ""
    return code, json.loads(out)


def test_a_clean_folder_is_clean(forge, folder):
    write(folder / "cassettes" / "a.yaml", entry())

    code, out, err = forge("cassettes", "lint")

    assert (code, err) == (0, "")
    assert out.startswith("1 cassette, 0 findings.\n")
    assert "Unplayed interactions were not judged" in out


def test_the_json_is_what_is_documented(forge, folder):
    write(folder / "cassettes" / "a.yaml", entry(headers={"Authorization": [f"Bearer {KEY}"]}))

    code, report = judged(forge)

    (finding,) = report["findings"]
    assert code == 1
    assert report == {
        "version": 1,
        "findings": [finding],
        "accepted": [],
        "stale": [],
        "not_judged": report["not_judged"],
        "summary": {"files": 1, "findings": 1, "accepted": 0, "stale": 0},
    }
    assert finding == {
        "id": finding["id"],
        "file": "cassettes/a.yaml",
        "rule": "secret",
        "interaction": 1,
        "message": "Request header 'authorization' holds a credential. Revoke it if it was real, and scrub the file.",
    }


@pytest.mark.parametrize("shape", ["text", "json"])
def test_no_report_quotes_a_secret(forge, folder, shape):
    write(
        folder / "cassettes" / "a.yaml",
        entry(json.dumps({"content": f"my key is {KEY}"}), url=f"{URL}?key={KEY}", headers={"x-api-key": [KEY]}),
    )

    code, out, _ = forge("cassettes", "lint", "--format", shape)

    assert code == 1
    assert all(word in out.lower() for word in ("url", "request header", "request body"))
    assert KEY not in out


def test_findings_are_grouped_by_file_with_the_worst_first(forge, folder):
    write(folder / "cassettes" / "a.yaml", entry(json.dumps({"model": "text-davinci-003"})))
    write(
        folder / "cassettes" / "b.yaml",
        entry(url="/v1/chat"),
        entry(json.dumps({"model": "text-davinci-003"}), headers={"x-api-key": [KEY]}),
    )

    code, report = judged(forge)

    assert code == 1
    assert [(finding["file"][-6:], finding["rule"]) for finding in report["findings"]] == [
        ("b.yaml", "secret"),
        ("b.yaml", "unmatchable"),
        ("b.yaml", "retired_model"),
        ("a.yaml", "retired_model"),
    ]


def test_age_and_size_are_judged_as_asked(forge, folder):
    write(folder / "cassettes" / "a.yaml", entry(" " * 1_100_000))

    old = judged(forge, "--max-age", "30", "--max-size", "1")
    young = judged(forge, "--max-age", "99999")

    assert old[0] == 1
    assert [finding["rule"] for finding in old[1]["findings"]] == ["age", "too_large"]
    assert young[0] == 0


def test_a_file_of_a_folder_that_is_no_cassette_is_a_finding(forge, folder):
    write(folder / "cassettes" / "a.yaml", entry())
    (folder / "cassettes" / "broken.yaml").write_text("interactions: [")

    code, report = judged(forge)

    assert code == 1
    assert [(finding["file"], finding["rule"]) for finding in report["findings"]] == [
        ("cassettes/broken.yaml", "unreadable")
    ]


def test_a_cassette_whose_test_is_gone_is_an_orphan(forge, folder):
    (folder / "test_chat.py").write_text(
        "class TestChat:\n    def test_hi(self): pass\nclass TestMore(TestChat): pass\n"
        "def test_plain(): pass\nNAMES = ['test_made']\n"
    )
    kept = ("TestChat.test_hi[a]", "TestMore.test_hi", "test_plain-1f2e3d4c", "test_made", "0")
    for name in (*kept, "test_gone", "TestChat.test_gone[b]"):
        write(folder / "cassettes" / "test_chat" / f"{name}.yaml", entry())
    write(folder / "cassettes" / "test_away" / "test_any.yaml", entry())
    write(folder / "cassettes" / "greetings.yaml", entry())

    code, report = judged(forge)

    assert code == 1
    assert {(Path(finding["file"]).stem, finding["rule"]) for finding in report["findings"]} == {
        ("test_gone", "orphan"),
        ("TestChat.test_gone[b]", "orphan"),
        ("test_any", "orphan"),
    }


def test_a_record_of_a_run_tells_what_was_not_played_and_which_files_no_test_has(forge, folder):
    write(folder / "cassettes" / "test_chat" / "test_hi.yaml", entry(), entry())
    write(folder / "cassettes" / "test_chat" / "test_gone.yaml", entry())
    record = {
        "version": 1,
        "complete": True,
        "root": str(folder),
        "cassettes": [{"path": "cassettes/test_chat/test_hi.yaml", "unplayed": [2], "judged": True}],
        "owned": ["cassettes/test_chat/test_hi.yaml"],
        "modules": ["cassettes/test_chat"],
    }
    (folder / "run.json").write_text(json.dumps(record))

    code, report = judged(forge, "--run", "run.json")

    assert code == 1
    assert [(Path(one["file"]).stem, one["rule"], one["interaction"]) for one in report["findings"]] == [
        ("test_hi", "unplayed", 2),
        ("test_gone", "orphan", None),
    ]
    assert report["not_judged"] == []


class TestBaseline:
    @pytest.fixture
    def baseline(self, forge, folder) -> Path:
        write(folder / "cassettes" / "a.yaml", entry(headers={"x-api-key": [KEY]}))
        words = ("--baseline", "base.json", "--write-baseline", "--reason", "A key of a closed account.")
        code, out, err = forge("cassettes", "lint", *words)

        assert (code, err) == (0, "")
        assert "accepts 1 findings, 1 of them new" in out
        return folder / "base.json"

    def test_what_is_accepted_is_no_finding(self, forge, baseline):
        code, report = judged(forge, "--baseline", "base.json")

        (accepted,) = json.loads(baseline.read_text())["accepted"]
        assert code == 0
        assert accepted["reason"] == "A key of a closed account."
        assert report["accepted"] == [accepted["id"]]
        assert KEY not in baseline.read_text()

    def test_another_secret_in_the_same_place_is_not_accepted(self, forge, folder, baseline):
        write(folder / "cassettes" / "a.yaml", entry(headers={"x-api-key": [KEY[::-1]]}))

        code, report = judged(forge, "--baseline", "base.json")

        assert code == 1
        assert [finding["rule"] for finding in report["findings"]] == ["secret"]
        assert len(report["stale"]) == 1

    @pytest.mark.parametrize("is_removed", [True, False])
    def test_an_entry_that_is_not_found_any_more_fails(self, forge, folder, baseline, is_removed):
        write(folder / "cassettes" / "b.yaml", entry())
        if is_removed:
            (folder / "cassettes" / "a.yaml").unlink()
        else:
            write(folder / "cassettes" / "a.yaml", entry())

        code, out, _ = forge("cassettes", "lint", "--baseline", "base.json")

        assert code == 1
        assert "which no longer occurs. Remove the entry." in out

    def test_an_entry_of_a_file_that_was_not_looked_at_is_not_stale(self, forge, folder, baseline):
        other = write(folder / "other" / "b.yaml", entry())

        code, report = judged(forge, str(other), "--baseline", "base.json")

        assert (code, report["stale"]) == (0, [])

    def test_reasons_stay_when_it_is_written_again(self, forge, folder, baseline):
        write(folder / "cassettes" / "b.yaml", entry(headers={"x-api-key": [KEY]}))

        forge("cassettes", "lint", "--baseline", "base.json", "--write-baseline", "--reason", "Another.")

        reasons = [entry["reason"] for entry in json.loads(baseline.read_text())["accepted"]]
        assert reasons == ["A key of a closed account.", "Another."]

    def test_nothing_is_accepted_without_a_reason(self, refused, folder):
        write(folder / "cassettes" / "a.yaml", entry(headers={"x-api-key": [KEY]}))

        told = refused("cassettes", "lint", "--baseline", "base.json", "--write-baseline")

        assert "1 findings would be accepted without a reason. Give one with --reason TEXT." in told

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("{", "is not JSON. Fix it"),
            ("[]", "is not a baseline of version 1."),
            ('{"version": 1, "accepted": [{"id": "x"}]}', "Entry 1 of 'base.json' lacks one of"),
            (
                '{"version": 1, "accepted": [{"id": "x", "file": "f", "rule": "age", "message": "m", "reason": " "}]}',
                "accepts 'x' without a reason. Write why",
            ),
            (
                '{"version": 1, "accepted": [{"id": "x", "file": "f", "rule": "odd", "message": "m", "reason": "r"}]}',
                "names the rule 'odd'. Use one of secret",
            ),
        ],
    )
    def test_a_file_that_is_no_baseline_is_refused(self, refused, folder, text, told):
        write(folder / "cassettes" / "a.yaml", entry())
        (folder / "base.json").write_text(text)

        assert told in refused("cassettes", "lint", "--baseline", "base.json")


class TestMistakes:
    def test_a_wrong_path(self, refused):
        assert "There is no file 'nowhere'. Check the path." in refused("cassettes", "lint", "nowhere")

    def test_an_empty_folder(self, refused, folder):
        (folder / "empty").mkdir()

        assert "holds no .yaml, .yml or .json file." in refused("cassettes", "lint", "empty")

    def test_no_cassettes_below_the_current_folder(self, refused):
        assert "There is no folder named 'cassettes' below the working directory." in refused("cassettes", "lint")

    def test_a_folder_of_other_files(self, refused, folder):
        (folder / "other").mkdir()
        (folder / "other" / "package.json").write_text('{"name": "x"}')

        assert "'other/package.json' is not a recording of HTTP." in refused("cassettes", "lint", "other")

    @pytest.mark.parametrize(
        ("name", "text", "told"),
        [
            ("bad.yaml", "a: [", "is neither YAML nor JSON. Record it again"),
            ("other.json", '{"name": "x"}', "is not a recording of HTTP. Name a cassette"),
            ("bad.json", "{", "is not JSON. Record it again"),
            ("empty.yaml", "", "is not a recording of HTTP."),
        ],
    )
    def test_a_named_file_that_is_no_cassette(self, refused, folder, name, text, told):
        (folder / name).write_text(text)

        assert told in refused("cassettes", "lint", name)

    def test_windows_line_ends_are_none(self, forge, folder):
        path = write(folder / "cassettes" / "a.yaml", entry())
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

        assert judged(forge)[0] == 0

    def test_a_number_that_is_none(self, refused):
        assert "'x' is not a whole number" in refused("cassettes", "lint", "--max-age", "x")

    def test_a_record_that_is_none(self, refused, folder):
        write(folder / "cassettes" / "a.yaml", entry())
        (folder / "run.json").write_text('{"version": 1}')

        assert "'run.json' is not a record of a run." in refused("cassettes", "lint", "--run", "run.json")

    def test_an_unknown_action(self, refused):
        assert "See 'forge cassettes --help'." in refused("cassettes", "tidy")
