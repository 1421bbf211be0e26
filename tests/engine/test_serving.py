"""Serving: what becomes of a child that a defect of ours has ended."""

from pytest_forge.engine import serving
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.requests import CheckRequest
from pytest_forge.engine.serving import Serving
from pytest_forge.sandbox import Sandbox
from pytest_forge.targets.past_calls import PastCalls

REQUEST = CheckRequest(
    tool=0,
    seed=0,
    nonce="n",
    limits=Budget(load_s=20, call_s=1, check_s=6),
    with_coverage=False,
    base="/",
    allow_destructive=False,
    notes={},
    check="call_returns",
    module="",
    past=PastCalls(),
)


def test_a_defect_of_ours_is_told_with_its_place_and_not_as_a_lost_process(tmp_path, monkeypatch):
    def fail(*_, **__):
        raise LookupError("no such row")

    monkeypatch.setattr(serving, "run_check", fail)

    reply = Serving([], None, Sandbox(tmp_path, {}))._in_child(REQUEST, ())

    assert reply.loss is None
    assert reply.ending.status == "error"
    assert "LookupError at test_serving.py:" in reply.ending.message
