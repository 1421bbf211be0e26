"""What the tests of the plugin share: definitions to check, which need no process and are judged at once."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def definitions(pytester: pytest.Pytester) -> str:
    """Two tools: `told` passes description_is_present, `mute` fails it; root_is_an_object holds for both."""
    tools = [
        {"name": name, "description": description, "input_schema": {"type": "object", "properties": {}}}
        for name, description in (("told", "Return the given text as it is."), ("mute", ""))
    ]
    (pytester.path / "tools.json").write_text(json.dumps(tools))
    return "definitions:tools.json"
