"""Keys made from each row of the table of formats are taken, and what only looks like one stays."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.redaction.redact import Redactor
from pytest_forge.cassettes.redaction.secret_forms import is_open, mark_of, parts_of
from pytest_forge.cassettes.redaction.vendor_formats import vendor_formats

URL = "https://api.example.com/v1/chat"
REDACTOR = Redactor(environ={})
HERE = Path(__file__).parent / "secret_formats"


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


MADE_KEYS = module("made_keys")
MAKER = module("make_vendor_formats")
VENDORS = {form: vendor for vendor, form in vendor_formats()}
FORMS = list(VENDORS)


def redacted(text: str) -> str:
    return REDACTOR.request(RecordedRequest("POST", URL, (), text.encode())).body.decode()


def test_the_table_is_what_its_facts_make() -> None:
    assert MAKER.TABLE.read_text("utf-8") == MAKER.table(MAKER.facts())


def test_every_fact_has_a_source_with_a_licence() -> None:
    assert {fact.source for fact in MAKER.facts()} == set(MAKER.SOURCES)


@pytest.mark.in_turns("pytest_forge/cassettes/redaction")
@pytest.mark.parametrize("place", ["It is {} now.", json.dumps({"text": "use {} for it"}), "x: {}\n", "GET /?a={}&b=1"])
def test_a_key_of_every_format_is_taken(place: str) -> None:
    chance = random.Random(place)
    keys = {form: MADE_KEYS.key_of(form, chance) for form in FORMS}
    left = {form: key for form, key in keys.items() if key in redacted(place.replace("{}", key))}

    assert len(keys) > 500
    assert left == {}


def test_keys_of_rule_sets_that_the_table_was_not_made_from_are_taken() -> None:
    chance = random.Random(2)
    forms = [fact.form for fact in MAKER.facts("others")] * 4
    left = [key for form in forms if (key := MADE_KEYS.key_of(form, chance)) in redacted(f"It is {key} now.")]

    # Some alphabets of theirs are wider than what is issued: no token of GitHub has an underscore in it.
    assert len(left) <= 0.1 * len(forms), left


@pytest.mark.parametrize(
    "form", ["zyqx_{u:44}", "zyqx_at_{u:44}", "ZYQX-{w:40}", "zyqx_{b:60}==", "zq0n1.{w:12}.{w:30}", "zyqx_sk_{u:24}"]
)
def test_a_long_key_behind_a_mark_that_no_table_has_is_taken(form: str) -> None:
    chance = random.Random(form)
    keys = [MADE_KEYS.key_of(form, chance) for _ in range(40)]
    left = [key for key in keys if key in redacted(f"It is {key} now.")]

    assert len(left) <= 4, left


def test_what_is_too_short_for_a_format_of_known_length_stays() -> None:
    chance = random.Random(1)
    exact = [form for form in FORMS if not is_open(form) and form.endswith("}") and "." not in form and "|" not in form]
    others = [form for form in FORMS if form not in exact]
    kept = 0
    for form in exact:
        short = MADE_KEYS.cut(form, chance)
        # Another format of the same mark may be shorter still.
        if any(short.startswith(mark_of(other)) for other in (*others, *exact) if other != form):
            continue
        kept += 1
        assert f"{VENDORS[form]} key" not in {found.kind for found in REDACTOR.find(f"It is {short} now.")}, form

    assert kept > 30


def test_a_name_in_a_program_that_begins_as_a_key_does_stays() -> None:
    names = [
        mark + "settings_manager_client_registry_loader"
        for form in FORMS
        if isinstance(mark := parts_of(form)[0], str) and mark.endswith("_") and mark.islower()
    ]

    assert len(names) > 100
    assert [name for name in names if redacted(f"x = {name}(1)") != f"x = {name}(1)"] == []
