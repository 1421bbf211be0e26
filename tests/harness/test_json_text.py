"""JSON text: what `json.dumps` writes, whatever it is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness.json_text import json_writer

write = json_writer()
keys = st.text() | st.integers() | st.booleans() | st.none() | st.floats()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("half \ud83d a pair"),
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner) | st.tuples(inner),
    max_leaves=5,
)


@given(values)
def test_every_value_is_written_as_json_dumps_writes_it(value: Any) -> None:
    assert write(value) == json.dumps(value, ensure_ascii=False)


def test_an_object_that_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        write({"a": Path("b")})


def test_what_is_written_for_such_an_object_can_be_chosen() -> None:
    assert json_writer(default=str)({"a": Path("b")}) == '{"a": "b"}'


def test_a_cycle_is_named_and_leaves_nothing_behind() -> None:
    value: list[Any] = []
    value.append(value)

    with pytest.raises(ValueError, match="Circular reference"):
        write(value)
    value.clear()
    assert write(value) == "[]"


def test_an_interpreter_without_the_encoder_of_c_writes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json.encoder, "c_make_encoder", None)

    assert json_writer()({"ä": [1.5, None]}) == '{"ä": [1.5, null]}'
