"""Reports of critics, and the one repair that their errors start."""

from dataclasses import dataclass

import pytest

from forge_harness import (
    CriticAgent,
    CriticFinding,
    CriticReport,
    Remark,
    Scratchpad,
    escalate_critic_errors_into_report,
    get_scratchpad,
    repair_once,
    rule,
)

BARE = {"metadata": {"domain": "sales"}, "exposes": []}
MENDED = {"metadata": {"domain": "sales"}, "exposes": [{"exposeId": "orders", "description": "Orders by day."}]}
ERROR = CriticFinding("builder", "error", "exposes is empty", target="exposes")
WARNING = CriticFinding("builder", "warning", "metadata.domain is missing", target="metadata.domain")
INFO = CriticFinding("logical", "info", "link_order has no join_keys")


@dataclass
class Session:
    no_cache: bool = False
    repair_used: bool = False
    scratchpad: Scratchpad | None = None


class Stage:
    """A stage that returns its drafts one after the other, and records what it was run with."""

    def __init__(self, *drafts):
        self.drafts = list(drafts)
        self.no_cache = []
        self.feedback = []

    def __call__(self, session):
        self.no_cache.append(session.no_cache)
        self.feedback.append(session.scratchpad.feedback)
        draft = self.drafts.pop(0)
        if isinstance(draft, BaseException):
            raise draft
        return draft


def reviewed(session, contract):
    """The report about a contract, as a run has it before a repair."""
    CriticAgent().review_contract(contract, scratchpad=get_scratchpad(session))
    return escalate_critic_errors_into_report(CriticReport(), session.scratchpad.critic_findings)


def repaired(session, report, **stages):
    critic = CriticAgent()
    return repair_once(
        report,
        stages,
        session=session,
        review=lambda stage, draft: critic.review_contract(draft, scratchpad=session.scratchpad),
    )


@pytest.mark.requirement("critic:escalation")
@pytest.mark.parametrize(
    ("findings", "passes"),
    [((), True), ((INFO,), True), ((WARNING, INFO), True), ((ERROR,), False), ((WARNING, ERROR), False)],
)
def test_a_report_fails_by_errors_alone(findings, passes):
    report = escalate_critic_errors_into_report(CriticReport(), findings)
    assert report.passes is passes
    assert report.findings == findings
    assert report.issues == (() if passes else ("[critic:builder] exposes is empty",))


@pytest.mark.requirement("critic:escalation")
def test_a_report_shows_every_finding_the_worst_first():
    report = escalate_critic_errors_into_report(CriticReport((INFO,)), [WARNING, ERROR, WARNING])
    assert str(report).splitlines() == [
        "critic: ✗ 1 error, 1 warning",
        "error: [critic:builder] exposes is empty",
        "warning: [critic:builder] metadata.domain is missing",
        "info: [critic:logical] link_order has no join_keys",
    ]
    assert str(CriticReport((WARNING,))).splitlines() == [
        "critic: ✓ 0 errors, 1 warning",
        "warning: [critic:builder] metadata.domain is missing",
    ]


def test_a_finding_cannot_add_lines_to_a_report():
    report = CriticReport((CriticFinding("a\nb", "error", "no\r\n\x1b[2Jerror: \ud800"),))
    assert report.issues == (r"[critic:a\nb] no\r\n\x1b[2Jerror: \ud800",)
    assert len(str(report).splitlines()) == 2


def test_a_report_refuses_what_is_not_a_finding():
    with pytest.raises(TypeError, match=r"'exposes' is of type str and not a CriticFinding\. Make a CriticFinding"):
        escalate_critic_errors_into_report(CriticReport(), ["exposes"])
    with pytest.raises(ValueError, match="of the stage 'logical' cannot stand for the stage 'builder'"):
        CriticReport((ERROR,)).with_new_draft("builder", [INFO])


@pytest.mark.parametrize(
    ("stages", "diagnosed"),
    [
        (["transformation", "builder", "logical"], "logical"),
        (["transformation", "builder"], "builder"),
        (["readme", "transformation"], "transformation"),
        (["readme"], None),
        ([], None),
    ],
)
def test_the_first_stage_with_an_error_is_diagnosed(stages, diagnosed):
    errors = [CriticFinding(stage, "error", "is wrong") for stage in stages]
    warned = CriticFinding("logical", "warning", "is odd")
    assert CriticReport((warned, *errors)).diagnosed_stage == diagnosed


@pytest.mark.requirement("critic:repair")
@pytest.mark.parametrize("no_cache", [False, True])
def test_an_error_starts_one_attempt_without_the_cache(no_cache):
    session = Session(no_cache=no_cache)
    builder, logical = Stage(MENDED), Stage()
    report = reviewed(session, BARE)
    assert not report.passes
    outcome = repaired(session, report, logical=logical, builder=builder)
    assert builder.no_cache == [True]
    assert session.no_cache is no_cache
    assert session.repair_used
    assert (outcome.stage, outcome.draft) == ("builder", MENDED)
    assert outcome.report.passes
    assert outcome.report.findings == ()
    assert session.scratchpad.critic_findings == []


@pytest.mark.requirement("critic:repair")
def test_the_stage_is_told_what_was_found_in_its_draft():
    session, builder = Session(), Stage(MENDED)
    repaired(session, escalate_critic_errors_into_report(reviewed(session, BARE), [INFO]), builder=builder)
    [[feedback]] = builder.feedback
    assert (feedback.source_stage, feedback.target_stage) == ("critic", "builder")
    assert feedback.summary == "critic: ✗ 1 error, 0 warnings"
    assert feedback.structured == {
        "passes": False,
        "findings": [
            {
                "severity": "error",
                "message": "exposes is empty",
                "field": "exposes",
                "suggestion": "add what the data product offers to others",
            }
        ],
    }


@pytest.mark.requirement("critic:repair")
def test_warnings_never_start_an_attempt():
    session, builder = Session(), Stage(MENDED)
    report = CriticReport((WARNING, INFO) * 50)
    outcome = repaired(session, report, builder=builder, logical=builder, transformation=builder)
    assert outcome.report is report
    assert outcome.report.passes
    assert outcome.stage is None
    assert builder.no_cache == []
    assert session == Session()


@pytest.mark.requirement("critic:repair")
@pytest.mark.parametrize("draft", [BARE, {}, None])
def test_a_useless_attempt_ends_with_a_report_that_fails(draft):
    session, builder = Session(), Stage(draft, MENDED)
    first = repaired(session, reviewed(session, BARE), builder=builder)
    assert first.stage == "builder"
    assert not first.report.passes
    second = repaired(session, first.report, builder=builder)
    assert second.stage is None
    assert second.report is first.report
    assert builder.no_cache == [True]


@pytest.mark.requirement("critic:repair")
@pytest.mark.parametrize("error", [RuntimeError("model"), SystemExit(3), KeyboardInterrupt()])
def test_no_cache_is_restored_when_the_stage_raises(error):
    session, builder = Session(), Stage(error, MENDED)
    report = reviewed(session, BARE)
    with pytest.raises(type(error)):
        repaired(session, report, builder=builder)
    assert builder.no_cache == [True]
    assert session.no_cache is False
    assert repaired(session, report, builder=builder).report is report
    assert builder.no_cache == [True]


def test_no_cache_is_restored_when_the_stage_changes_it():
    session = Session()

    def builder(session):
        session.no_cache = "changed"
        return MENDED

    assert repaired(session, reviewed(session, BARE), builder=builder).report.passes
    assert session.no_cache is False


def test_errors_of_other_stages_stay_after_a_repair():
    session = Session()
    cycle = CriticFinding("transformation", "error", "circular dependency: a → a")
    report = escalate_critic_errors_into_report(reviewed(session, BARE), [cycle, INFO])
    outcome = repaired(session, report, builder=Stage(MENDED), transformation=Stage({}))
    assert outcome.stage == "builder"
    assert outcome.report.findings == (cycle, INFO)
    assert not outcome.report.passes


def test_a_later_stage_is_not_run_for_one_that_cannot_be():
    session, builder = Session(), Stage(MENDED)
    report = CriticReport((ERROR, CriticFinding("logical", "error", "link_order joins one hub")))
    assert repaired(session, report, builder=builder).report is report
    assert builder.no_cache == []
    assert session == Session()


@pytest.mark.requirement("critic:repair")
def test_an_error_of_a_users_rule_starts_the_attempt(rules):
    @rule(stage="builder", severity="error")
    def is_public(contract):
        if contract["metadata"]["domain"] != "public":
            yield Remark("the domain is not public", target="metadata.domain")

    session, public = Session(), MENDED | {"metadata": {"domain": "public"}}
    report = reviewed(session, MENDED)
    assert report.issues == ("[critic:builder] the domain is not public",)
    assert repaired(session, report, builder=Stage(public)).report.passes


def test_a_stage_that_would_run_later_is_refused():
    async def coroutine(session):
        return MENDED

    def generator(session):
        yield MENDED

    for stage, kind in ((coroutine, "coroutine"), (generator, "generator")):
        session = Session()
        with pytest.raises(TypeError, match=f"'builder' returned a {kind}, which would run with the cache. Give"):
            repaired(session, CriticReport((ERROR,)), builder=stage)
        assert session.no_cache is False
