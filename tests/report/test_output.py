import json

from pytest_forge.report.output import json_text


def test_json_is_standard_and_safe_on_a_terminal():
    value = {
        "nan": float("nan"),
        "inf": [float("-inf")],
        "text": "é \x1b\x9b\u202e\ud800\U000e0001\n",
        "bytes": b"x",
        3: (1, 2),
    }
    text = json_text(value)

    assert json.loads(text, parse_constant=None) == {
        "nan": "nan",
        "inf": ["-inf"],
        "text": value["text"],
        "bytes": "b'x'",
        "3": [1, 2],
    }
    assert all(character.isprintable() or character == "\n" for character in text)
    assert "é" in text
