"""Every recorded session of the corpus is read, and every turn of a model in it is parsed or was refused."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.sessions.session import read_session
from pytest_forge.cassettes.sessions.turn import read_turn

#: Endpoints at which a model is asked to speak.
SPEAKING = {"chat", "responses", "messages", "generate", "completions", "converse", "invoke"}
#: Recorded failures inside an answer of status 200.
FAILED_IN_200 = {"Tool choice is required, but model did not call a tool"}
#: Folders of recordings that are not HTTP, or no conversation.
NOT_HTTP = {"grpc_sample", "grpc_stream", "mlx_lm_yaml", "websocket_frames"}


@pytest.fixture(scope="module")
def sessions(corpus):
    """Path -> turns with their interactions, of every file that is a recording of HTTP."""
    found = {}
    for folder in ("cassettes", "cassettes_nonstock"):
        for file in find_cassettes(corpus / folder):
            if file.relative_to(corpus).parts[1] not in NOT_HTTP:
                found[file] = [
                    (read_turn(interaction), interaction) for interaction in read_cassette(file).interactions
                ]
    return found


def is_turn(turn, interaction):
    # Messages of a thread, and looking something up, are no turns of a model.
    url = interaction.url
    return turn.endpoint in SPEAKING and "/threads/" not in url and getattr(interaction, "method", "POST") != "GET"


def test_every_cassette_is_read_and_every_turn_is_parsed(sessions):
    table = defaultdict(Counter)
    refusals = defaultdict(Counter)
    unread = []
    for file, turns in sessions.items():
        for turn, interaction in turns:
            if not is_turn(turn, interaction):
                table["no turn of a model", ""]["turns"] += 1
                continue
            kind = turn.provider, turn.endpoint
            table[kind]["turns"] += 1
            table[kind]["streamed"] += turn.stream
            if turn.error is None:
                table[kind]["parsed"] += 1
            elif turn.status is not None and turn.status >= 400:
                table[kind]["refused"] += 1
                refusals[kind][f"status {turn.status}"] += 1
            elif turn.error in FAILED_IN_200:
                table[kind]["refused"] += 1
                refusals[kind]["an error in a reply of status 200"] += 1
            else:
                unread.append(f"{file.name}: {turn}")

    print_table(table, refusals)
    assert unread == []
    assert sum(counts["parsed"] for counts in table.values()) > 400


def print_table(table, refusals):
    columns = ("turns", "streamed", "parsed", "refused")
    total = sum((counts for kind, counts in table.items() if kind[1]), Counter())
    print(f"\n{'provider':18} {'kind':12}", *(f"{column:>8}" for column in columns), " why refused")
    for kind, counts in [*sorted(table.items()), (("all", ""), total)]:
        why = ", ".join(f"{count} x {reason}" for reason, count in sorted(refusals[kind].items()))
        print(f"{kind[0]:18} {kind[1]:12}", *(f"{counts[column]:8}" for column in columns), "", why)


def test_every_whole_turn_says_calls_or_ends_with_a_reason(sessions):
    silent = [
        f"{file.name}: {turn}"
        for file, turns in sessions.items()
        for turn, _ in turns
        if turn.error is None
        and not (turn.reply.message.text or turn.reply.message.tool_calls or turn.reply.refusal)
        and not turn.reply.stop_reason
    ]

    assert silent == []


def test_every_turn_names_its_model_and_most_their_usage(sessions):
    whole = [turn for turns in sessions.values() for turn, _ in turns if turn.error is None]

    assert [turn for turn in whole if not turn.model] == []
    assert sum(turn.reply.usage.output_tokens > 0 for turn in whole) > 0.85 * len(whole)


def test_every_recorded_argument_is_an_object(sessions):
    calls = [
        call
        for turns in sessions.values()
        for turn, _ in turns
        if turn.error is None
        for call in turn.reply.message.tool_calls
    ]

    assert len(calls) > 200
    assert [call for call in calls if call.malformed_arguments is not None] == []
    assert [call for call in calls if not call.name] == []


def test_what_is_not_http_is_read_without_its_requests_or_told_apart(corpus):
    read = 0
    for folder in sorted(NOT_HTTP):
        for file in find_cassettes(corpus / "cassettes_nonstock" / folder):
            if folder == "mlx_lm_yaml":
                with pytest.raises(
                    CassetteError, match=r"is not a recording of HTTP\. It holds what a model in the same"
                ):
                    read_cassette(file)
                continue
            session = read_session(file)
            assert session.turns
            assert not session.is_http
            for turn in session.turns:
                assert turn.error is None
                assert turn.model
                assert turn.reply.message.text or turn.reply.message.tool_calls
            read += 1

    assert read == 9


def test_what_a_provider_ran_has_a_name_and_a_result(sessions):
    tools = [tool for turns in sessions.values() for turn, _ in turns for tool in turn.reply.server_tools]

    assert len(tools) > 45
    assert all(tool.name for tool in tools)
    # One reply was paused in the middle of a search.
    assert sum(tool.result is None for tool in tools) <= 1
