import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import FAMILIES
from pytest_forge.engine.selection import SelectionError, replayed, select_checks


def test_nothing_named_selects_everything_in_order():
    assert select_checks() == list(all_checks().values())


def test_families_and_ids_are_named_alike():
    selected = select_checks(include=["definition", "call_returns"], skip=["root_is_closed"])

    assert {check.family for check in selected} == {"definition", "results"}
    assert "root_is_closed" not in {check.id for check in selected}
    assert [check.id for check in selected if check.family == "results"] == ["call_returns"]


def test_the_level_must_leaves_out_every_should():
    assert {check.level for check in select_checks(level="must")} == {"MUST"}


@pytest.mark.parametrize("name", ["call_retruns", "definitoin"])
def test_an_unknown_name_is_told_with_a_hint(name):
    with pytest.raises(SelectionError, match=rf"There is no check or family '{name}'\. Did you mean '\w+'\?"):
        select_checks(skip=[name])


def test_a_name_like_no_other_points_to_the_list():
    with pytest.raises(SelectionError, match="'forge explain' lists the checks"):
        select_checks(include=["\x1b[31m"])


def test_a_selection_that_leaves_nothing_is_no_clean_run():
    with pytest.raises(SelectionError, match="leaves no check"):
        select_checks(include=list(FAMILIES), skip=list(FAMILIES))


@pytest.mark.parametrize("tool", ["fetch", "odd[name]", "", "two words"])
def test_the_id_of_a_finding_names_a_tool_and_a_check(tool):
    name, check = replayed(f"{tool}[call_returns]")

    assert (name, check.id) == (tool, "call_returns")


def test_an_id_with_the_former_check_of_its_code_names_the_present_one():
    assert replayed("split[choices_are_handled]#lost_in_parts:total")[1].id == "common_rules_hold"
    assert replayed("split[choices_are_handled]")[1].id == "choices_are_handled"
    assert [check.id for check in select_checks(include=["choices_are_handled"])] == ["choices_are_handled"]


@pytest.mark.parametrize(
    "identifier",
    ["", "fetch", "fetch[call_returns", "call_returns]", "fetch[]", "fetch[definition]", "fetch[nonsense]"],
)
def test_what_is_no_id_of_a_finding_is_refused(identifier):
    with pytest.raises(SelectionError):
        replayed(identifier)
