from xml.etree import ElementTree as ET

CHECKS = ("--forge-checks", "description_is_present,root_is_an_object")


def test_a_test_has_small_properties_with_id_code_level_and_reproduction(pytester, definitions):
    pytester.runpytest("--forge-tools", definitions, *CHECKS, "--junitxml=junit.xml")
    text = (pytester.path / "junit.xml").read_text()
    cases = ET.fromstring(text).iter("testcase")
    properties = {
        case.get("name"): {one.get("name"): one.get("value") for one in case.iter("property")} for case in cases
    }

    assert properties["mute[description_is_present]"] == {
        "forge_level": "MUST",
        "forge_id": "mute[description_is_present]#description_missing",
        "forge_code": "description_missing",
        "forge_reproduce": (
            "forge check definitions:tools.json --replay 'mute[description_is_present]#description_missing'"
        ),
    }
    assert properties["told[description_is_present]"] == {"forge_level": "MUST"}
    assert len(text) < 5_000
