import random

from jsonschema import Draft202012Validator

from pytest_forge.strategies.calls.mutation import Mutator
from pytest_forge.strategies.calls.value_pool import ValuePool
from pytest_forge.strategies.mined_constants import MinedConstants

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "count"],
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 12},
        "count": {"type": "integer", "minimum": 0, "maximum": 50},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 4},
        "where": {"type": "object", "properties": {"row": {"type": "integer"}}},
    },
}
CALL = {"name": "abc", "count": 3, "tags": ["x", "y"], "where": {"row": 1}}


def mutated(seed: int, *words: object) -> list[dict[str, object]]:
    mutator = Mutator(SCHEMA, lambda: {"name": "fresh", "count": 1}, random.Random(seed), MinedConstants())
    for word in words:
        mutator.learn(word)
    return [mutator.mutated(CALL, [CALL]) for _ in range(300)]


def test_a_changed_call_fits_the_schema_and_leaves_the_old_one_alone():
    before = {**CALL, "tags": list(CALL["tags"]), "where": dict(CALL["where"])}
    calls = mutated(1)

    assert all(Draft202012Validator(SCHEMA).is_valid(call) for call in calls)
    assert before == CALL
    assert len({repr(call) for call in calls}) > 100


def test_what_the_tool_has_met_becomes_an_argument():
    calls = mutated(2, "secret", 37)

    assert {"secret", 37} <= {value for call in calls for value in (call["name"], call["count"])}


def test_one_source_makes_the_same_calls():
    assert mutated(3) == mutated(3) != mutated(4)


def test_a_result_is_taken_up_where_name_and_type_fit():
    pool = ValuePool()
    pool.learn({"orders": [{"id": "o-1"}, {"id": "o-2"}], "total": 7, "byName": {"ada": {"age": 3}}})
    source = random.Random(0)

    made = [
        pool.placed({"order_id": "x", "total": 1, "name": "n", "tag_id": 5}, source, lambda _: True) for _ in range(40)
    ]

    found = [call for call in made if call]
    assert {call["order_id"] for call in found} <= {"x", "o-1", "o-2"}
    assert {"o-1", "o-2"} <= {call["order_id"] for call in found}
    assert {call["name"] for call in found} == {"n", "ada"}
    assert {call["tag_id"] for call in found} == {5}


def test_what_does_not_fit_is_not_taken_up():
    pool = ValuePool()
    pool.learn({"id": "o-1"})

    assert pool.placed({"id": "x"}, random.Random(0), lambda _: False) is None
    assert pool.placed({"other": "x"}, random.Random(0), lambda _: True) is None
