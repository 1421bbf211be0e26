"""The table of tiers and effects, judged on observations alone: no process, no call."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_forge.checks.effects.tier_rules import RULES
from pytest_forge.observe.from_outside import OutsideObserver
from pytest_forge.observe.observation import Observation, Seen, Unseen
from pytest_forge.oracles.audit import AuditEvent
from pytest_forge.oracles.file_tree import Change, FileTree, Fingerprint
from pytest_forge.oracles.sent_requests import SentRequest
from pytest_forge.sandbox import Sandbox
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.outcome import Outcome
from pytest_forge.verdict import NotApplicable

SANDBOX = Sandbox(Path("/sandbox"), {})
WORKSPACE = SANDBOX.workspace
TIERS = ("read", "write", "execute")


def tool(tier: str, kind: str = "forge", **facts) -> ToolFacts:
    return ToolFacts("take_note", "tools.py", kind, tier=tier, **facts)


def seen(changes=(), operations=(), looked_up=(), requests=(), **arguments) -> Observation[Outcome]:
    entry = Fingerprint("file", 0o644, "", 5, 1, 1, 0)
    return Observation(
        answer=Outcome(arguments),
        workspace=WORKSPACE,
        changes=Seen(tuple(changes)),
        files=Seen(FileTree({str(change.path): entry for change in changes})),
        operations=Seen(tuple(operations)),
        looked_up=Seen(tuple(looked_up)),
        requests=Seen(tuple(requests)),
        files_read=Unseen("No files were planted."),
    )


def broken(tier: str, observation: Observation[Outcome], **facts) -> set[str]:
    facts_of = tool(tier, **facts)
    return {rule.code for rule in RULES.values() if rule.finding(facts_of, SANDBOX, observation)}


def created(path: Path) -> Change:
    return Change(path, "created", "file")


STARTED = AuditEvent("subprocess.Popen", "execute", ("ls", "-l"), asked_by=("subprocess", "tools"))
DELETED = SentRequest("DELETE", "https://api.example/notes/1")


@pytest.mark.parametrize(
    ("observation", "findings"),
    [
        (seen(), ([], [], [])),
        (seen([created(WORKSPACE / "note.txt")]), (["reader_wrote"], [], [])),
        (seen([created(SANDBOX.home / ".bashrc")]), (["reader_wrote"], ["writer_outside"], [])),
        (seen(requests=[DELETED]), (["reader_sent"], [], [])),
    ],
    ids=["nothing", "own file", "file of another program", "order"],
)
def test_each_tier_allows_its_own_effects_only(observation, findings):
    assert [broken(tier, observation) for tier in TIERS] == [set(codes) for codes in findings]


def test_a_cache_that_the_call_has_looked_for_is_no_write_of_a_reader():
    cache = SANDBOX.temp / "prices.json"

    assert broken("read", seen([created(cache)])) == {"reader_wrote"}
    assert broken("read", seen([created(cache)], looked_up=[str(cache)])) == set()


def test_a_folder_whose_list_of_names_changed_is_not_a_change_of_its_own():
    listed = Change(WORKSPACE, "changed", "folder", is_list_only=True)

    assert broken("read", seen([listed])) == set()
    assert broken("read", seen([Change(WORKSPACE, "changed", "folder")])) == {"reader_wrote"}


def test_a_guess_that_excuses_a_request_is_noted_and_a_declaration_is_not():
    posted = seen(requests=[SentRequest("POST", "https://api.example/search")])
    rule, noted = RULES["readers_send_no_orders"], []

    assert rule.finding(tool("read"), SANDBOX, posted, noted.append) is None
    assert [claim.word for claim in noted] != []
    assert rule.finding(tool("read", declared={"posts_questions": True}), SANDBOX, posted, noted.append) is None
    assert len(noted) == 1


@pytest.mark.parametrize(("name", "codes"), [("note.txt", {"reader_wrote"}), ("server.log", set())])
def test_a_server_is_judged_by_the_same_rule_from_outside(tmp_path, name, codes):
    sandbox = Sandbox(tmp_path, {})
    sandbox.workspace.mkdir()
    with OutsideObserver(sandbox.workspace, [sandbox.workspace]) as observer:
        (sandbox.workspace / name).write_text("kept")
    finding = RULES["readers_change_no_files"].finding(tool("read", kind="mcp"), sandbox, observer.seen(Outcome({})))

    assert {found.code for found in [finding] if found} == codes


def test_an_effect_that_is_not_observable_is_not_applicable_with_the_reason(tmp_path):
    sandbox = Sandbox(tmp_path, {})
    with OutsideObserver(sandbox.workspace, []) as observer:
        pass

    for check in RULES:
        with pytest.raises(NotApplicable, match=r"separate one|observable|compared"):
            RULES[check].finding(tool(RULES[check].tiers[0], kind="mcp"), sandbox, observer.seen(Outcome({})))
