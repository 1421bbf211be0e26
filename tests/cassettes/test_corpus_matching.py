"""Real requests are found again however they are written, and never taken for others."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections import Counter, defaultdict

import pytest

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.interaction import Interaction
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.matching.normalise import normalise
from pytest_forge.cassettes.matching.request_index import RequestIndex

MUTATIONS = 1000
SEED = 20261122

# How ids look, said here once more and in other words than the code says it.
IDS = re.compile(
    r"(?<![\w-])(?:(?:call|toolu|srvtoolu|chatcmpl|msg|resp|rs|fc|ws|ci|span|trace)[_-](?:\d\d_)?|tooluse_)"
    r"(?=[A-Za-z]*\d[A-Za-z]*\d)[A-Za-z0-9]{16,}(?![\w-])"
)
UUIDS = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
TIMES = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")
VOLATILE = re.compile("|".join(rule.pattern for rule in (IDS, UUIDS, TIMES)))
CALL_KEYS = ("tool_call_id", "call_id", "tool_use_id", "toolUseId")


@pytest.fixture(scope="module")
def sessions(corpus):
    """Each cassette's requests."""
    found = {}
    for folder in ("cassettes", "cassettes_nonstock"):
        for file in find_cassettes(corpus / folder):
            try:
                interactions = read_cassette(file).interactions
            except CassetteError:
                continue
            requests = [
                RecordedRequest(each.method, each.url, (), each.request_body or b"")
                for each in interactions
                if isinstance(each, Interaction) and each.url
            ]
            if requests:
                found[file.relative_to(corpus).as_posix()] = requests
    return found


def with_json(request, value):
    return RecordedRequest(request.method, request.url, (), json.dumps(value, indent=3).encode())


def body_of(request):
    try:
        value = json.loads(request.body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def keys_of(requests):
    return [normalise(request).key for request in requests]


def shuffled(value, chance):
    if isinstance(value, dict):
        names = list(value)
        chance.shuffle(names)
        return {name: shuffled(value[name], chance) for name in names}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


def key(request):
    return normalise(request).key.partition(":")[0]


def test_every_recorded_request_matches_itself_however_its_json_is_written(sessions):
    chance = random.Random(SEED)
    missed = []
    count = 0

    for name, requests in sessions.items():
        index = RequestIndex(keys_of(requests), requests.__getitem__)
        for place, request in enumerate(requests):
            body = body_of(request)
            again = request if body is None else with_json(request, shuffled(body, chance))
            count += 1
            taken = index.take(again)
            if taken is None or key(requests[taken]) != key(request):
                missed.append((name, place))

    assert missed == []
    assert count > 400


def test_no_two_different_requests_of_a_cassette_are_taken_for_one_another(sessions):
    collisions = []
    equal = 0

    for name, requests in sessions.items():
        places = defaultdict(list)
        for request in requests:
            places[key(request)].append(request)
        for group in places.values():
            for other in group[1:]:
                equal += 1
                if plain(other) != plain(group[0]):
                    collisions.append((name, plain(group[0]), plain(other)))

    assert [collision[:1] for collision in collisions] == []
    assert equal > 20


def plain(request):
    """What two requests that are equal have in common; made without the normaliser."""
    body = body_of(request)
    text = json.dumps(body, sort_keys=True) if body is not None else request.body.decode("latin-1")
    if text.startswith("--"):
        text = text.replace(text[2:20], "")
    return request.method, VOLATILE.sub("~", request.url), VOLATILE.sub("~", text)


def is_volatile(path, value):
    """Whether a leaf is, by definition, not compared, as a whole or in part."""
    names = [step for step in path if isinstance(step, str)]
    if not isinstance(value, str):
        return bool(names) and names[-1] in ("created", "created_at", "timestamp") and isinstance(value, int)
    if names and (names[-1] in CALL_KEYS or names[-1] == "id"):
        return True
    return VOLATILE.fullmatch(value) is not None


def leaves(value, path=()):
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, (*path, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path, value


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def at(value, path):
    for step in path:
        value = value[step]
    return value


def changed_character(text, chance):
    """Change one character, but none of an id or a moment, nor one beside it, which may become a part of it."""
    taken = {place for found in VOLATILE.finditer(text) for place in range(found.start() - 1, found.end() + 2)}
    places = [place for place in range(len(text) + 1) if place not in taken]
    if not places:
        return text
    place = chance.choice(places)
    letter = chance.choice("abcxyzABC019 .,;-_\n{}\"'é語")
    how = chance.choice(("replace", "insert", "delete", "swap case"))
    if how == "insert" or place == len(text):
        return text[:place] + letter + text[place:]
    if how == "delete":
        return text[:place] + text[place + 1 :]
    return text[:place] + (text[place].swapcase() if how == "swap case" else letter) + text[place + 1 :]


def mutated(body, chance):
    """Return a body that asks something else, and how it was made; None where chance changed nothing."""
    lists = [(), *{path[:place] for path, _ in leaves(body) for place in range(1, len(path))}]
    lists = sorted((path for path in lists if isinstance(at(body, path), list) and at(body, path)), key=repr)
    how = chance.choice(("leaf", "leaf", "leaf", "leaf", "drop element", "swap elements", "drop member", "rename"))
    if how == "leaf":
        path, value = chance.choice(list(leaves(body)))
        if is_volatile(path, value):
            return "skipped", None
        if isinstance(value, str):
            if path[-1] == "arguments" and value[:1] == "{":
                # Spacing means nothing there, so a value is changed, not the text.
                inner, _ = mutated_inner(json.loads(value), chance)
                return "argument", None if inner is None else replaced(body, path, json.dumps(inner))
            return "character", replaced(body, path, changed_character(value, chance))
        if isinstance(value, bool) or value is None:
            return "constant", replaced(body, path, {True: False, False: None, None: 0}[value])
        return "number", replaced(body, path, value + chance.choice((1, -1, 0.5)))
    if how in ("drop element", "swap elements") and lists:
        path = chance.choice(lists)
        items = list(at(body, path))
        if how == "drop element":
            del items[chance.randrange(len(items))]
        else:
            one, other = chance.randrange(len(items)), chance.randrange(len(items))
            items[one], items[other] = items[other], items[one]
        return how, replaced(body, path, items)
    path, _ = chance.choice(list(leaves(body)))
    names = [place for place, step in enumerate(path) if isinstance(step, str)]
    place = chance.choice(names)
    owner = dict(at(body, path[:place]))
    if is_volatile(path[: place + 1], owner[path[place]]):
        return "skipped", None
    member = owner.pop(path[place])
    if how == "rename":
        owner[path[place] + "_"] = member
    return how, replaced(body, path[:place], owner)


def mutated_inner(value, chance):
    found = list(leaves(value))
    if not found:
        return {"added": 1}, "argument"
    path, leaf = chance.choice(found)
    if isinstance(leaf, str):
        return replaced(value, path, leaf + " x"), "argument"
    return replaced(value, path, "x"), "argument"


#: What a provider takes for granted, so that a body with it, and one without it, ask the same.
GRANTED = {
    "stream": [False, None],
    "n": [1, None],
    "frequency_penalty": [0, None],
    "presence_penalty": [0, None],
    "stream_options": [None],
    "parallel_tool_calls": [True],
    "tool_choice": ["auto"],
}


def significant(request, body):
    """What of a body is no default; made without the normaliser."""
    granted = GRANTED | ({"stream": [True]} if request.url.endswith(("/api/chat", "/api/generate")) else {})
    kept = {
        name: member
        for name, member in body.items()
        if not any(member == each and type(member) is type(each) for each in granted.get(name, []))
    }
    return json.dumps(kept, sort_keys=True)


def test_no_mutated_request_replays_an_answer(sessions):
    chance = random.Random(SEED)
    keys = {name: keys_of(requests) for name, requests in sessions.items()}
    bodies = [
        (name, place, body)
        for name, requests in sessions.items()
        for place, request in enumerate(requests)
        if (body := body_of(request))
    ]
    kinds = Counter()
    wrong = []

    while kinds["mutated"] < MUTATIONS:
        name, place, body = chance.choice(bodies)
        how, other = mutated(body, chance)
        if other is None:
            kinds["skipped"] += 1
            continue
        requests = sessions[name]
        request = with_json(requests[place], other)
        if significant(request, other) == significant(request, body):
            kinds["same"] += 1
            continue
        kinds["mutated"] += 1
        kinds[how] += 1
        taken = RequestIndex(keys[name], requests.__getitem__).take(request)
        if taken is not None and plain(requests[taken]) != plain(request):
            wrong.append((name, place, how))

    assert wrong == []
    assert kinds["skipped"] < MUTATIONS / 5
    assert min(kinds[how] for how in ("character", "number", "drop element", "swap elements", "rename")) > 10


def test_made_up_values_changed_consistently_are_replayed(sessions):
    chance = random.Random(SEED)
    missed = []
    touched = 0

    for name, requests in sessions.items():
        for place, request in enumerate(requests):
            body = body_of(request)
            if body is None:
                continue
            other = renamed(body, chance)
            touched += other != body
            index = RequestIndex([normalise(request).key], requests.__getitem__)
            if index.take(with_json(request, other)) is None:
                missed.append((name, place))

    assert missed == []
    assert touched > 150


def test_a_made_up_value_in_a_prompt_or_result_is_no_difference_and_what_stands_beside_it_is(sessions):
    chance = random.Random(SEED)
    wrong = []
    count = 0

    for name, requests in sessions.items():
        for place, request in enumerate(requests):
            body = body_of(request)
            texts = [path for path, leaf in leaves(body or {}) if isinstance(leaf, str) and path[-1] in SPOKEN]
            if not texts:
                continue
            count += 1
            path = chance.choice(texts)
            recorded, same, other = (
                with_json(request, replaced(body, path, at(body, path) + planted(chance, file)))
                for file in ("notes.txt", "notes.txt", "note.txt")
            )
            index = RequestIndex(keys_of([recorded]), [recorded].__getitem__)
            if index.take(other) is not None or index.take(same) is None:
                wrong.append((name, place, path))

    assert wrong == []
    assert count > 300


#: Members that hold what people, models and tools said.
SPOKEN = ("content", "text", "output", "system", "description", "instructions")


def planted(chance, file):
    """What a run might have put into a text: a folder, a UUID, a moment and the id of a call."""
    letters = "".join(chance.choices("abcdefghijkmnpqrstuvwxyz23456789", k=8))
    unique = uuid.UUID(int=chance.getrandbits(128))
    folder = chance.choice((f"/tmp/tmp{letters}", f"/var/folders/q{chance.randrange(10)}/{letters}/T/tmp{letters}"))
    moment = f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}T{chance.randrange(24):02}:00:07.5Z"
    return f"\nIn {folder}/{file} ({unique}), at {moment}, by call_{unique.hex[:24]}; again {folder}/x and {unique}."


def renamed(body, chance):
    names = {}
    made = set()

    def scrambled(found):
        text = found[0]
        if text in made:
            return text
        if text not in names:
            head, mark, tail = text.partition("_") if "_" in text else text.partition("-")
            names[text] = head + mark + "".join(other_letter(letter, chance) for letter in tail)
        return names[text]

    def other_uuid(found):
        return names.setdefault(found[0], "".join(other_letter(letter, chance) for letter in found[0]))

    def other_time(found):
        return re.sub(r":(\d\d)", lambda minutes: f":{(int(minutes[1]) + 7) % 60:02}", found[0])

    # Ids that look like nothing at all, found by their place.
    for path, value in leaves(body):
        if path[-1] in CALL_KEYS and isinstance(value, str) and value:
            made.add(names.setdefault(value, f"made-up-{chance.getrandbits(40):010x}7a"))

    def walk(value):
        if isinstance(value, dict):
            return {name: walk(member) for name, member in value.items()}
        if isinstance(value, list):
            return [walk(item) for item in value]
        if not isinstance(value, str):
            return value
        if value in names:
            return names[value]
        for known in names:
            if len(known) >= 8:
                value = value.replace(known, names[known])
        return TIMES.sub(other_time, UUIDS.sub(other_uuid, IDS.sub(scrambled, value)))

    return walk(body)


def other_letter(letter, chance):
    if letter.isdigit():
        return chance.choice("0123456789")
    return chance.choice("abcdef") if letter.islower() else "Z" if letter.isupper() else letter
