import json
import re

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import FAMILIES
from pytest_forge.commands.explain import example_of
from pytest_forge.commands.written_checks import written_checks


def test_the_list_holds_every_check_under_its_family(forge):
    code, out, err = forge("explain")

    assert (code, err) == (0, "")
    assert [line for line in out.splitlines() if line in FAMILIES] == list(FAMILIES)
    assert all(f"  {name} " in out for name in all_checks())


def test_an_explanation_holds_promise_reason_source_and_example(forge):
    check = all_checks()["root_is_closed"]
    code, out, _ = forge("explain", "root_is_closed")

    assert code == 0
    assert all(part in out for part in (check.promise, check.source, check.level, "broken", "fixed"))
    assert "\x1b" not in out


def test_the_source_of_a_check_says_what_its_declaration_says():
    texts = ("id", "family", "level", "source", "promise", "reason", "codes", "unseen")
    declared = [{text: getattr(check, text) for text in texts} for check in all_checks().values()]
    written = [{text: getattr(check, text) for text in texts} for check in written_checks().values()]

    assert written == declared


def test_every_check_can_be_explained(forge):
    code, out, _ = forge("explain", "--format", "json")
    explained = {check["id"]: check for check in json.loads(out)["checks"]}

    assert code == 0
    assert explained.keys() == all_checks().keys()
    assert [name for name, check in explained.items() if not check["promise"].endswith(".")] == []
    told = {name: [word in check["example"] for word in ("broken", "fixed")] for name, check in explained.items()}
    assert [name for name, words in told.items() if not all(words)] == []


def test_one_check_is_explained_as_in_the_list_of_all(forge):
    _, out, _ = forge("explain", "--format", "json")
    every = json.loads(out)["checks"]

    for check in (every[0], every[-1]):
        code, one, _ = forge("explain", check["id"], "--format", "json")

        assert (code, json.loads(one)["checks"]) == (0, [check])


def test_an_unknown_check_is_told_with_a_hint(refused):
    assert "There is no check 'root_is_closd'. Did you mean 'root_is_closed'?" in refused("explain", "root_is_closd")
    assert "'forge explain' lists them." in refused("explain", "\x1b[31m")


def test_a_family_is_answered_with_its_checks(refused):
    told = refused("explain", "approval")

    assert (
        "'approval' is a family of checks. Name one of them: nothing_happens_before_a_grant, tiers_are_enforced" in told
    )


def test_a_check_says_what_it_judges_of_servers_or_why_it_cannot(forge):
    _, left_out, _ = forge("explain", "tiers_are_enforced")
    _, judged, _ = forge("explain", "failure_is_not_success")

    assert "Tools of MCP servers are not judged" in left_out
    assert "Tools of MCP servers are not judged" not in judged
    assert all_checks()["failure_is_not_success"].promise in judged


def test_the_pages_hold_every_check_and_their_links_lead_to_them(forge, tmp_path):
    code, out, err = forge("explain", "--format", "markdown", "--output", str(tmp_path / "pages"))

    index = (tmp_path / "pages/README.md").read_text()
    linked = re.findall(r"\]\(([^)]+)\)", index)
    assert (code, out) == (0, "")
    assert err.startswith(f"forge: Wrote {len(all_checks()) + 1} pages to ")
    assert sorted(linked) == sorted(f"{name}.md" for name in all_checks())
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"README.md", *linked}
    page = (tmp_path / "pages/root_is_closed.md").read_text()
    assert page == forge("explain", "root_is_closed", "--format", "markdown")[1]
    assert f"```python\n{example_of(written_checks()['root_is_closed'])}\n```" in page


def test_pages_of_all_checks_need_a_folder(forge, tmp_path):
    (tmp_path / "file").touch()

    assert "Name a folder with --output" in forge("explain", "--format", "markdown")[2]
    assert (
        "cannot be made (File exists)"
        in forge("explain", "--format", "markdown", "--output", str(tmp_path / "file"))[2]
    )
