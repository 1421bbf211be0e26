from __future__ import annotations

import re

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.builtin.uuid_generate import uuid_generate

from .deviations import outcomes

UUID = [(r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", 36)]


@pytest.mark.requirement("uuid_generate:version-four")
@pytest.mark.parametrize(("pattern", "length"), outcomes(UUID=UUID))
def test_each_call_gives_another_identifier(pattern: str, length: int) -> None:
    answers = [dispatch_forge_tool(uuid_generate, {}).llm_payload() for _ in range(20)]

    for answer in answers:
        assert answer.keys() == {"uuid"}
        assert len(answer["uuid"]) == length
        assert re.search(pattern, answer["uuid"])
    assert len({answer["uuid"] for answer in answers}) == 20


def test_unknown_arguments_are_refused() -> None:
    assert dispatch_forge_tool(uuid_generate, {"version": 7}).llm_payload()["error"] == "ToolValidationError"
