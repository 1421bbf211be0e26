"""How well the redactor does on unknown formats: `python tests/benchmarks/bench_redaction.py [SAMPLES]`.

For each source, the table of formats is made without it, and keys are drawn from the formats of that source: bare in a
sentence and in JSON, and in the usual places of keys. A key counts as missed if it can still be read.
`test_vendor_formats.py` covers the whole table.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_forge.cassettes.redaction import secret_shapes
from pytest_forge.cassettes.redaction.secret_search import find_secrets
from pytest_forge.cassettes.redaction.vendor_formats import FormatTable

HERE = Path(__file__).parents[1] / "cassettes" / "secret_formats"
sys.path.insert(0, str(HERE))
BARE = ("Take {key} for it.", '{"messages": [{"role": "user", "content": "use {key} please"}]}')
TOLD = (
    "{NAME}_API_KEY={key}",
    "export {NAME}_TOKEN='{key}'",
    '{"{name}_api_key": "{key}"}',
    '{"apiKey": "{key}", "name": "{name}"}',
    'client = {name}.Client(api_key="{key}")',
    "curl -H 'Authorization: Bearer {key}' https://api.{name}.example/v1",
    "x-api-key: {key}",
    "https://api.{name}.example/v1?access_token={key}&page=2",
    "{name}:\n  secret: {key}\n",
    "The {name} token is {key}.",
)


def missed(key: str, place: str, vendor: str) -> bool:
    name = vendor.replace(" ", "_")
    text = place.replace("{key}", key).replace("{NAME}", name.upper()).replace("{name}", name)
    found = find_secrets(text)
    begin = text.index(key)
    left = [place for place in range(begin, begin + len(key)) if not any(one.start <= place < one.end for one in found)]
    return len(left) > 8


COLUMNS = (("formats", 8), ("of it alone", 12), ("bare", 8), ("of it alone", 12), ("told", 8), ("of it alone", 12))


def main(samples: int) -> None:
    maker = import_module("make_vendor_formats")
    known, others = maker.facts(), maker.facts("others")
    print(f"{'source left out':<16}" + "".join(f"{title:>{width}}" for title, width in COLUMNS))
    # The documentation mostly gives least lengths; keys drawn from it would be shorter than real ones.
    for source in (name for name in maker.SOURCES if name != "documentation"):
        rest = [fact for fact in known if fact.source != source]
        show(source, rest, [fact for fact in known if fact.source == source], samples)
    print("never in the table")
    for source in sorted({fact.source for fact in others}):
        show(source, known, [fact for fact in others if fact.source == source], samples)
    show("the whole table", known, known, samples)


def show(title: str, rest: list[Any], forms: list[Any], samples: int) -> None:
    """Print the share of keys of *forms* that are taken with a table made of *rest*."""
    keys, maker = import_module("made_keys"), import_module("make_vendor_formats")
    table = FormatTable(maker.formats(rest))
    secret_shapes.vendor_table = lambda: table
    marks = {maker.mark_of(fact.form) for fact in rest}
    counts: Counter[tuple[str, bool]] = Counter()
    totals: Counter[tuple[str, bool]] = Counter()
    for number, fact in enumerate(forms):
        chance = random.Random(fact.form)
        alone = maker.mark_of(fact.form) not in marks
        for kind, places in (("bare", BARE), ("told", TOLD)):
            for shift in range(samples):
                totals[kind, alone] += 1
                place = places[(number + shift) % len(places)]
                counts[kind, alone] += missed(keys.key_of(fact.form, chance), place, fact.vendor)
    row = f"{title:<16}{len(forms):>8}{sum(maker.mark_of(fact.form) not in marks for fact in forms):>12}"
    for kind in ("bare", "told"):
        for chosen, width in (((True, False), 8), ((True,), 12)):
            total = sum(totals[kind, alone] for alone in chosen)
            left = sum(counts[kind, alone] for alone in chosen)
            row += f"{1 - left / total:>{width}.1%}" if total else f"{'-':>{width}}"
    print(row)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
