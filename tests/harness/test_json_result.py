"""Results as standard JSON: what passes, what is converted, what is refused, and where a result is cut."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import json
import math
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from forge_harness import ToolResultError
from forge_harness.json_result import fit_texts, write_result


class Point(BaseModel):
    x: float
    label: str = "p"


class Colour(enum.StrEnum):
    RED = "red"


class Letter(str, enum.Enum):  # noqa: UP042  # the older kind, whose text is not its value
    A = "a"


def cycle() -> Any:
    ring: list[Any] = []
    ring.append({"ring": ring})
    return ring


def deep() -> Any:
    value: Any = 0
    for _ in range(100_000):
        value = [value]
    return value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.requirement("result:reaches-the-model-unchanged")
@given(JSON)
def test_json_passes_unchanged(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        with pytest.raises(ToolResultError):
            write_result(value)
        return

    plain, text = write_result(value)

    assert plain == value
    assert json.loads(text) == value


def test_the_payload_is_no_part_of_the_tools_own_value() -> None:
    value = {"rows": [1]}

    plain, _ = write_result(value)
    plain["rows"].append(2)

    assert value == {"rows": [1]}


@pytest.mark.requirement("result:tuples-and-models-are-converted")
@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ((1, (2,)), [1, [2]]),
        ({"a": (1,)}, {"a": [1]}),
        (Point(x=1), {"x": 1.0, "label": "p"}),
        ([Point(x=1)], [{"x": 1.0, "label": "p"}]),
        ({"p": {"q": (Point(x=1),)}}, {"p": {"q": [{"x": 1.0, "label": "p"}]}}),
        (Colour.RED, "red"),
        ({Colour.RED: (Colour.RED,)}, {"red": ["red"]}),
        ({Letter.A: (Letter.A,)}, {"a": ["a"]}),
    ],
)
def test_tuples_and_models_take_their_json_form(value: Any, plain: Any) -> None:
    written, text = write_result(value)

    assert written == plain
    assert json.loads(text) == plain
    assert "<" not in repr(written)


@pytest.mark.requirement("result:only-standard-json")
@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (math.nan, "NaN"),
        (math.inf, "NaN or an infinity"),
        ([-math.inf], "NaN or an infinity"),
        ({"a": [math.nan]}, "NaN"),
        (Point(x=math.inf), "NaN or an infinity"),
        ({1: "a"}, "key"),
        ({"a": {None: 1}}, "key"),
        ({(1, 2): 1}, "key"),
        ({True: 1}, "key"),
        ({1.5: 1}, "key"),
        ("\ud800", "surrogate"),
        ({"\udfff": 1}, "surrogate"),
        (["a", ("\ud800",)], "surrogate"),
        (cycle(), "cycle"),
        (deep(), "nested too deeply"),
        ({1, 2}, "object"),
        (b"bytes", "object"),
        (object(), "object"),
        (dt.date(2024, 1, 1), "object"),
        (decimal.Decimal("1.5"), "object"),
        (uuid.UUID(int=0), "object"),
        ((n for n in (1, 2)), "object"),
        ({"a": {1}}, "object"),
        (ValueError, "object"),
    ],
)
def test_what_json_cannot_say_is_refused_with_its_kind(value: Any, kind: str) -> None:
    with pytest.raises(ToolResultError, match=kind):
        write_result(value)


def test_a_number_with_too_many_digits_is_refused() -> None:
    with pytest.raises(ToolResultError, match="number"):
        write_result((10**5000,))


class Unwritable(BaseModel):
    model_config = {"arbitrary_types_allowed": True}
    handle: object


@pytest.mark.parametrize("wrap", [lambda model: model, lambda model: [model], lambda model: {"a": (model,)}])
def test_a_model_that_cannot_be_written_is_refused(wrap: Any) -> None:
    with pytest.raises(ToolResultError, match="an object that JSON does not know"):
        write_result(wrap(Unwritable(handle=object())))


class EqualToAll:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparing")

    __hash__ = None  # type: ignore[assignment]  # as Python itself does


def test_a_refusal_never_holds_the_value() -> None:
    with pytest.raises(ToolResultError) as caught:
        write_result({"secret": {"hunter2"}})

    assert "hunter2" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_an_object_that_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ToolResultError):
        write_result(EqualToAll())


@pytest.mark.requirement("result:cut-above-the-cap")
@pytest.mark.parametrize(
    "value", ["a" * 1000, "é" * 1000, "😀" * 1000, {"rows": ["é" * 10] * 100}, '"\n' * 1000, [0] * 1000]
)
@pytest.mark.parametrize("cap", [100, 101, 102, 103])
def test_a_result_above_the_cap_is_cut_on_a_character_with_a_marker(value: Any, cap: int) -> None:
    whole = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    plain, text = write_result(value, max_bytes=cap)

    kept, marker = plain.split("\n[cut: ")
    assert marker.endswith("bytes shown]")
    assert whole.startswith(kept)
    assert kept
    assert len(text.encode()) <= cap
    assert json.loads(text) == plain


@pytest.mark.requirement("result:cut-above-the-cap")
def test_a_result_at_the_cap_is_whole() -> None:
    text = json.dumps({"a": "é"}, ensure_ascii=False, separators=(",", ":"))

    assert write_result({"a": "é"}, max_bytes=len(text.encode())) == ({"a": "é"}, text)
    assert write_result({"a": "é"}, max_bytes=len(text.encode()) - 1) != ({"a": "é"}, text)


@pytest.mark.requirement("result:cut-above-the-cap")
def test_the_default_cap_is_one_mebibyte() -> None:
    plain, text = write_result("a" * (1024 * 1024))

    assert "[cut: " in plain
    assert len(text.encode()) <= 1024 * 1024
    assert len(text.encode()) > 1024 * 1024 - 100


def test_a_cap_smaller_than_the_marker_leaves_the_marker() -> None:
    plain, _ = write_result("a" * 100, max_bytes=3)

    assert plain.startswith("\n[cut: 0 of ")


@pytest.mark.requirement("result:reaches-the-model-unchanged")
def test_a_result_nested_as_deeply_as_python_writes_it_is_whole() -> None:
    nested: Any = "leaf"
    for _ in range(220):
        nested = {"a": [nested]}

    plain, text = write_result(nested)

    assert plain == nested
    assert text == json.dumps(nested, separators=(",", ":"))


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(
    st.fixed_dictionaries(
        {
            "out": TEXTS | st.none(),
            "paths": st.lists(TEXTS, max_size=6),
            "inner": st.fixed_dictionaries({"text": TEXTS}),
        }
    ),
    st.integers(75, 400),
)
def test_a_fitted_result_stays_an_object_below_the_cap(payload: dict[str, Any], max_bytes: int) -> None:
    fitted = fit_texts(payload, ["out", "paths", "inner.text"], max_bytes=max_bytes)

    assert write_result(fitted, max_bytes=max_bytes)[0] == fitted
    assert (payload["out"] or "").startswith(fitted["out"] or "")
    assert payload["inner"]["text"].startswith(fitted["inner"]["text"])
    assert payload["paths"][: len(fitted["paths"])] == fitted["paths"]
    assert fitted["truncated"] == (fitted != {**payload, "truncated": False})


def test_a_short_text_stays_whole_beside_a_long_one() -> None:
    fitted = fit_texts({"stdout": "é" * 1_000, "stderr": "no such file"}, ["stdout", "stderr"], max_bytes=200)

    assert fitted["stderr"] == "no such file"
    # Nothing more would fit: "é" has two bytes.
    assert 198 <= len(json.dumps(fitted, ensure_ascii=False, separators=(",", ":")).encode()) <= 200


def test_long_texts_share_the_room() -> None:
    fitted = fit_texts({"stdout": "a" * 1_000, "stderr": "b" * 2_000}, ["stdout", "stderr"], max_bytes=240)

    assert len(fitted["stdout"]) == len(fitted["stderr"]) == 99


def test_a_result_stays_marked_as_truncated_when_it_fits() -> None:
    assert fit_texts({"text": "a", "truncated": True}, ["text"]) == {"text": "a", "truncated": True}


def test_a_key_that_is_not_there_is_the_callers_mistake() -> None:
    with pytest.raises(KeyError, match="body"):
        fit_texts({"text": "short"}, ["body"])
