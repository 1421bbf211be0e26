"""Ten streams of each provider give the same reply wherever their bytes are cut."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path

import pytest
from streams import BEDROCK, DECODERS, STREAMS, TEXT, frame, sse

from forge_harness.providers.wire import WIRE_FORMATS
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.interaction import Interaction
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.recognise import recognise
from pytest_forge.cassettes.sessions.turn import read_turn

OURS = Path(__file__).parents[2] / "cassettes" / "local"
#: Cut at every position up to here; recorded streams, of which there are many, up to there.
FIRST = 2048
FIRST_RECORDED = 512
CUTTINGS = 200
#: Wire form -> its framing in what is made up here.
FRAMINGS = {
    "openai": "sse",
    "openai_responses": "sse",
    "anthropic": "sse",
    "gemini": "sse",
    "ollama": "json",
    "bedrock": "aws",
    "cohere": "sse",
}
#: The texts of the streams written by hand, and what may stand for them: long characters, and what framing is made of.
TOLD = ("hm " + TEXT, TEXT, TEXT[:3], TEXT[3:])
LETTERS = [
    "a",
    "é",
    "漢",
    "🎉",
    "\u200d",
    "\u2028",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "\r\n",
    "data: ",
    "event:",
    ":",
]


def reply_of(wire, decoder_class, pieces):
    """Read *pieces* as the transport does; return the reply and the text in the pieces it was told in."""
    decoder, stream = decoder_class(), WIRE_FORMATS[wire].new_stream()
    said = []
    for piece in [*pieces, None]:
        for event in decoder.end() if piece is None else decoder.feed(piece):
            stream.feed(event)
        said.append(stream.new_text())
    return stream.reply(), "".join(said)


def events_of(decoder_class, pieces):
    decoder = decoder_class()
    events = [event for piece in pieces for event in decoder.feed(piece)]
    return events + decoder.end()


def check_cuts(wire, decoder_class, data, dice, first=FIRST):
    """Hold every cut of the beginning, and cuttings of the whole, against the uncut reply.

    A reply is made of events alone. So cuts are compared by their events and by what the decoder knows behind the cut,
    which is all that what follows can depend on; and some of them by the reply itself.
    """
    whole = reply_of(wire, decoder_class, [data])
    events = events_of(decoder_class, [data])
    start = data[: first + 256]
    uncut = decoder_class()
    begun = uncut.feed(start)
    for position in range(min(first, len(start)) + 1):
        cut = decoder_class()
        assert cut.feed(start[:position]) + cut.feed(start[position:]) == begun, position
        assert vars(cut) == vars(uncut), position
    for number in range(CUTTINGS):
        cuts = sorted(dice.sample(range(len(data)), min(len(data), dice.randint(1, 60))))
        pieces = [data[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert events_of(decoder_class, pieces) == events, cuts
        if number < 5:
            assert reply_of(wire, decoder_class, pieces) == whole, cuts
    assert reply_of(wire, decoder_class, [bytes([byte]) for byte in data[:first]] + [data[first:]]) == whole


def made_up(wire):
    """Ten streams of *wire*: the events of the one written by hand, with other texts, line ends and noise between."""
    framing = FRAMINGS[wire]
    data = next(data for form, kind, data in STREAMS.values() if (form, kind) == (wire, framing))
    events = [event.data for event in DECODERS[framing]().feed(data)]
    has_names = wire in ("openai_responses", "anthropic", "cohere")
    dice = random.Random(wire)
    for number in range(10):
        if framing == "aws":
            yield b"".join(frame(name, retold(payload, dice)) for name, payload in BEDROCK)
            continue
        payloads = [event if event == "[DONE]" else retold(json.loads(event), dice) for event in events]
        if framing == "json":
            between = ("\n", "\r\n", "\n\n", "")[number % 4]
            yield "".join(json.dumps(payload, ensure_ascii=False) + between for payload in payloads).encode()
        else:
            end = ("\n", "\r\n", "\r")[number % 3]
            noise = f": ping{end}{end}id: 7{end}retry: 9{end}{end}" if number % 2 else ""
            yield noise.encode() + sse(*payloads, names=has_names, end=end)


def retold(value, dice):
    """Return *value* with another text wherever it holds one of the stream's texts."""
    if isinstance(value, dict):
        return {key: retold(item, dice) for key, item in value.items()}
    if isinstance(value, list):
        return [retold(item, dice) for item in value]
    return "".join(dice.choices(LETTERS, k=dice.randint(1, 40))) if value in TOLD else value


@pytest.mark.in_turns
@pytest.mark.parametrize("wire", FRAMINGS)
def test_ten_streams_of_each_form_are_the_same_however_they_are_cut(wire):
    dice = random.Random(0)

    streams = list(made_up(wire))

    assert len(set(streams)) == 10
    for data in streams:
        check_cuts(wire, DECODERS[FRAMINGS[wire]], data, dice)


def recorded(folders):
    """Yield provider, form, framing and bytes of every stream in the cassettes of *folders*, none of them twice."""
    seen = set()
    for file in (file for folder in folders for file in find_cassettes(folder)):
        try:
            interactions = read_cassette(file).interactions
        except CassetteError:
            # No recording of HTTP.
            continue
        for interaction in interactions:
            if not isinstance(interaction, Interaction) or interaction.body in seen:
                continue
            turn = read_turn(interaction)
            form = recognise(interaction.method, interaction.url, None).wire_format
            if turn.stream and turn.error is None and form:
                seen.add(interaction.body)
                yield turn.provider, form, framing_of(interaction), interaction.body


def framing_of(interaction):
    if "amazon.eventstream" in interaction.headers.get("content-type", ""):
        return "aws"
    return "sse" if interaction.body.lstrip().startswith((b"data:", b"event:", b":")) else "json"


def check_ten_of_each(*folders):
    """Check up to ten streams of each provider and form, the shortest first; return how many."""
    streams = defaultdict(list)
    for provider, form, framing, data in recorded(folders):
        streams[provider, form, framing].append(data)
    dice = random.Random(0)
    for (_, form, framing), found in streams.items():
        for data in sorted(found, key=len)[:10]:
            check_cuts(form, DECODERS[framing], data, dice, FIRST_RECORDED)
    return {kind: len(found[:10]) for kind, found in streams.items()}


def test_streams_of_our_own_sessions_are_the_same_however_they_are_cut():
    checked = check_ten_of_each(OURS)

    assert {form for _, form, _ in checked} == {"openai", "openai_responses", "anthropic"}


def test_recorded_streams_are_the_same_however_they_are_cut(corpus):
    checked = check_ten_of_each(corpus / "cassettes", corpus / "cassettes_nonstock")

    for kind, count in sorted(checked.items()):
        print(*kind, count)
    assert sum(checked.values()) > 60
    assert {"openai", "anthropic", "gemini", "ollama", "bedrock", "cohere"} <= {provider for provider, _, _ in checked}
