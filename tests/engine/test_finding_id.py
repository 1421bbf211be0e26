import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.finding_id import FindingId, finding_id, names_in, old_finding_id, parse_finding_id

NAMES = {"path", "limit", "filters"}


def cause(message: str) -> str:
    return old_finding_id("fetch", "a_check", message, names=NAMES).cause


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Given '../a' in 'path', it failed.", "Given '/etc/passwd' in 'path', it failed."),
        ("It took 2.31 s.", "It took 4.9 s."),
        ("After an error at line 12, it spoke.", "After an error at line 340, it spoke."),
        ("It read <sandbox>/outside/t1a51b9a16f91/secret.csv.", "It read <sandbox>/home/t00ff/secret.json."),
        ("It held canary0123456789abcdef0123.", "It held canary999999999999999999ab."),
        ('It said "it\'s gone".', "It said 'all well'."),
        ("It returned {'a': [1, {'b': 2}]}.", "It returned {}."),
    ],
)
def test_what_changes_from_run_to_run_is_no_part_of_the_cause(one, other):
    assert cause(one) == cause(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Given '../a' in 'path', it failed.", "Given '../a' in 'limit', it failed."),
        ("It raised TypeError.", "It raised KeyError."),
        ("No description: /properties/path.", "No description: /properties/limit."),
        ("The tool's path is the author's.", "The tool's limit is the author's."),
    ],
)
def test_another_argument_or_failure_is_another_cause(one, other):
    assert cause(one) != cause(other)


def test_another_tool_or_check_is_another_cause():
    causes = {old_finding_id(tool, check, "It broke.").cause for tool in ("a", "b") for check in ("one", "two")}

    assert len(causes) == 4


@pytest.mark.parametrize("tool", ["fetch", "odd[name]#12345678", "", "two\nwords"])
@pytest.mark.parametrize("cause", ["", "0123abcd", "stale_cache", "stale_cache:order_by", "crash:a.b-C$"])
def test_an_id_is_read_as_it_is_written(tool, cause):
    name = FindingId(tool, "a_check", cause)

    assert parse_finding_id(str(name)) == name


@pytest.mark.parametrize("cause", ["lost_in_parts", "lost_in_parts:total"])
def test_a_code_that_has_moved_is_read_with_its_present_check(cause):
    name = parse_finding_id(f"split[choices_are_handled]#{cause}")

    assert name == FindingId("split", "common_rules_hold", cause)


@pytest.mark.parametrize("cause", ["", "unhandled_choice:unit", "not_enough_seen"])
def test_what_has_not_moved_is_read_with_its_own_check(cause):
    name = FindingId("split", "choices_are_handled", cause)

    assert parse_finding_id(str(name)) == name


def test_no_code_that_its_check_still_documents_has_moved():
    for check, declared in all_checks().items():
        names = [parse_finding_id(f"split[{check}]#{code}") for code in declared.codes]

        assert {name.check for name in names} <= {check}


def test_a_code_that_has_moved_is_documented_by_its_new_check():
    checks = all_checks()
    every = {code for declared in checks.values() for code in declared.codes}
    moved = [parse_finding_id(f"split[choices_are_handled]#{code}") for code in every]

    assert all(name.cause in checks[name.check].codes for name in moved if name.check != "choices_are_handled")
    assert "common_rules_hold" in {name.check for name in moved}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fetch",
        "fetch[",
        "fetch[]",
        "fetch[a]#",
        "fetch[a]#123",
        "fetch[a]#0123ABCD",
        "fetch[a]#a:",
        "fetch[a]#a: b",
    ],
)
def test_other_texts_are_no_ids(text):
    assert parse_finding_id(text) is None


def test_an_id_without_a_cause_covers_any():
    found = FindingId("fetch", "a_check", "0123abcd")

    assert FindingId("fetch", "a_check").covers(found)
    assert found.covers(found)
    assert not FindingId("fetch", "a_check", "ffffffff").covers(found)


def test_an_id_hangs_on_the_code_and_what_it_is_about():
    assert (
        str(finding_id("fetch", "a_check", "unbound_value", "$.rows[].id")) == "fetch[a_check]#unbound_value:$.rows.id"
    )
    assert str(finding_id("fetch", "a_check", "unbound_value")) == "fetch[a_check]#unbound_value"


def test_a_code_without_what_it_is_about_covers_any():
    found = finding_id("fetch", "a_check", "unbound_value", "order_by")

    assert FindingId("fetch", "a_check", "unbound_value").covers(found)
    assert not finding_id("fetch", "a_check", "unbound_value", "limit").covers(found)
    assert not finding_id("fetch", "a_check", "unbound").covers(found)


def test_the_names_of_a_schema_are_found_at_any_depth_and_in_finite_time():
    schema = {"properties": {"a": {"items": {"properties": {"b": {}}}}}, "$defs": {"X": {"properties": {"c": {}}}}}
    schema["$defs"]["X"]["properties"]["c"] = schema

    assert names_in(schema) == {"a", "b", "c"}
