import json

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import FAMILIES
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
    assert all(part in out for part in (check.promise, check.source, check.level, "broken", "mended"))
    assert "\x1b" not in out


def test_the_source_of_a_check_says_what_its_declaration_says():
    texts = ("id", "family", "level", "source", "promise", "reason", "codes")
    declared = [{text: getattr(check, text) for text in texts} for check in all_checks().values()]
    written = [{text: getattr(check, text) for text in texts} for check in written_checks().values()]

    assert written == declared


@pytest.mark.parametrize("name", sorted(all_checks()))
def test_every_check_can_be_explained(forge, name):
    code, out, _ = forge("explain", name, "--format", "json")
    (explained,) = json.loads(out)["checks"]

    assert code == 0
    assert explained["id"] == name
    assert explained["promise"].endswith(".")
    assert all(word in explained["example"] for word in ("broken", "mended"))


def test_an_unknown_check_is_told_with_a_hint(refused):
    assert "There is no check 'root_is_closd'. Did you mean 'root_is_closed'?" in refused("explain", "root_is_closd")
    assert "'forge explain' lists them." in refused("explain", "\x1b[31m")
