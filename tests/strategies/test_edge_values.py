from pytest_forge.strategies.calls.edge_values import EdgeValues


def test_every_choice_and_every_integer_of_a_small_range_is_an_edge_value():
    grades = [f"grade-{number}" for number in range(50)]
    edges = EdgeValues(
        {
            "type": "object",
            "properties": {"row": {"type": "integer", "minimum": -3, "maximum": 59}, "grade": {"enum": grades}},
        }
    )

    assert set(range(-3, 60)) <= set(edges.of("row", limit=85))
    assert set(grades) <= set(edges.of("grade"))
