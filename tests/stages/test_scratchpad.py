"""Scratchpad: typed slots, copies, threads, pickles."""

import copy
import math
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from forge_harness import CriticFinding, RetrievalResult, Scratchpad, StageFeedback, get_scratchpad


def a_finding(message="hub_customer has no business_key_columns", stage="logical", severity="warning"):
    return CriticFinding(stage=stage, severity=severity, message=message)


def a_full_pad():
    pad = Scratchpad()
    pad.add_critic_finding(a_finding())
    pad.add_retrieval(RetrievalResult("memory/semantic", "k", 0.5, payload={"tables": ["orders"]}))
    pad.add_feedback(StageFeedback("validator", "builder", "3 errors", {"errors": ["domain missing"]}))
    pad.set_raw("notes", {"list": [1, {"deep": []}]})
    return pad


@pytest.mark.requirement("scratchpad:slots")
def test_what_is_written_is_read_back():
    pad = Scratchpad()
    finding = CriticFinding(
        stage="logical",
        severity="warning",
        message="hub_customer has no business_key_columns",
        suggestion="set business_key_columns to ['customer_id']",
        target="dv2.hubs.hub_customer.business_key_columns",
    )
    feedback = StageFeedback(
        source_stage="validator",
        target_stage="builder",
        summary="3 errors in metadata; retry with corrections",
        structured={"errors": ["domain missing"]},
    )

    pad.add_critic_finding(finding)
    pad.add_feedback(feedback)

    assert pad.critic_findings_for_stage("logical") == pad.critic_findings == [finding]
    assert pad.critic_findings_for_stage("builder") == []
    assert pad.feedback_for_stage("builder") == pad.feedback == [feedback]
    assert pad.feedback_for_stage("validator") == []
    assert pad.get_raw("none") is None
    assert pad.get_raw("none", 3) == 3


@pytest.mark.requirement("scratchpad:typed")
@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda pad: a_finding(severity="fatal"), "A finding cannot have the severity 'fatal'. Write 'error', "),
        (lambda pad: a_finding(message=" "), "A finding has an empty message. Write its message."),
        (lambda pad: a_finding(stage=""), "A finding has an empty stage."),
        (lambda pad: CriticFinding("logical", "info", 5), "The message of a finding is a text, and 5 is of type int."),
        (lambda pad: RetrievalResult("n", "k", "high"), "A similarity is a number, and 'high' is of type str."),
        (lambda pad: RetrievalResult("n", "k", True), "A similarity is a number"),
        (lambda pad: pad.add_critic_finding({"stage": "logical"}), "is of type dict and not a CriticFinding."),
        (lambda pad: pad.add_feedback(a_finding()), "is of type CriticFinding and not a StageFeedback."),
        (lambda pad: pad.add_retrieval(None), "None is of type NoneType and not a RetrievalResult."),
        (lambda pad: pad.set_raw("lock", threading.Lock()), "A value of type lock cannot be kept in a scratchpad"),
        (lambda pad: pad.add_feedback(StageFeedback("a", "b", "c", {"f": lambda: 1})), "cannot be pickled. Keep plain"),
        (lambda pad: pad.replace_critic_findings("builder", [a_finding()]), "of the stage 'logical' cannot stand for"),
    ],
)
def test_a_slot_refuses_what_is_not_of_its_type(write, sentence):
    pad = Scratchpad()

    with pytest.raises((TypeError, ValueError)) as raised:
        write(pad)

    assert sentence in str(raised.value)
    assert pad == Scratchpad()


@pytest.mark.requirement("scratchpad:reads-are-copies")
def test_nothing_that_was_read_or_written_changes_the_pad():
    pad, untouched = a_full_pad(), a_full_pad()
    written = {"list": [1]}
    pad.set_raw("mine", written)
    untouched.set_raw("mine", written)
    errors = ["one"]
    pad.add_feedback(StageFeedback("a", "b", "c", {"errors": errors}))
    untouched.add_feedback(StageFeedback("a", "b", "c", {"errors": errors}))

    written["list"].append(2)
    errors.append("two")
    for read in (pad.critic_findings, pad.retrievals, pad.feedback, pad.raw, pad.critic_findings_for_stage("logical")):
        read.clear()
    pad.raw["notes"]["list"][1]["deep"].append("x")
    pad.get_raw("notes")["list"].clear()
    pad.feedback[0].structured["errors"].append("x")
    pad.feedback_for_stage("builder")[0].structured.clear()
    pad.retrievals[0].payload["tables"].append("x")
    pad.top_retrievals()[0].payload.clear()

    assert pad == untouched


@pytest.mark.requirement("scratchpad:threads")
def test_no_record_of_parallel_writers_is_lost():
    pad = Scratchpad()
    start = threading.Barrier(32)

    def write(worker):
        start.wait()
        for number in range(1_000):
            pad.add_critic_finding(a_finding(f"{worker}/{number}"))

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(write, range(32)))

    messages = [finding.message for finding in pad.critic_findings]
    assert sorted(messages) == sorted(f"{worker}/{number}" for worker in range(32) for number in range(1_000))
    # Each writer's own are in the order that it wrote them.
    assert [text for text in messages if text.startswith("7/")] == [f"7/{number}" for number in range(1_000)]


@pytest.mark.requirement("scratchpad:one-for-all-threads")
def test_every_thread_gets_the_same_scratchpad():
    for _ in range(20):
        session = SimpleNamespace(scratchpad=None)
        start = threading.Barrier(16)

        def ask(_, session=session, start=start):
            start.wait()
            return get_scratchpad(session)

        with ThreadPoolExecutor(16) as pool:
            pads = list(pool.map(ask, range(16)))

        assert {id(pad) for pad in pads} == {id(session.scratchpad)}


@pytest.mark.requirement("scratchpad:pickles")
@pytest.mark.parametrize("copied", [lambda pad: pickle.loads(pickle.dumps(pad)), copy.deepcopy, copy.copy])
def test_a_copy_holds_the_same_and_is_independent(copied):
    pad = a_full_pad()

    other = copied(pad)

    assert other == pad
    other.add_critic_finding(a_finding("new"))
    other.set_raw("notes", 1)
    assert pad == a_full_pad()
    assert repr(other) == "<Scratchpad critic_findings=2, retrievals=1, feedback=1, raw=1>"


@pytest.mark.requirement("scratchpad:top-retrievals")
def test_retrievals_come_by_similarity():
    pad = Scratchpad()
    for key, similarity in {"low": 0.1, "nan": math.nan, "high": 0.9, "middle": 0.5, "also": 0.5}.items():
        pad.add_retrieval(RetrievalResult("memory/semantic", key, similarity))
    pad.add_retrieval(RetrievalResult("memory/episodic", "other", 0.7))

    def keys(**wanted):
        return [result.key for result in pad.top_retrievals(**wanted)]

    assert keys() == ["high", "other", "middle", "also", "low"]
    assert keys(limit=3, namespace="memory/semantic") == ["high", "middle", "also"]
    assert keys(limit=1) == ["high"]
    assert keys(limit=0) == keys(limit=-1) == []


@pytest.mark.requirement("scratchpad:new-draft")
def test_findings_of_one_stage_are_replaced_at_once():
    pad = Scratchpad()
    pad.add_critic_finding(a_finding("old"))
    pad.add_critic_finding(a_finding("other", stage="builder"))

    pad.replace_critic_findings("logical", [a_finding("new")])

    assert [finding.message for finding in pad.critic_findings] == ["other", "new"]
