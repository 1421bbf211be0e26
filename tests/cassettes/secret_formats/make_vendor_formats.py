"""Makes the table of vendors' formats from facts; run by hand, without arguments.

`facts.tsv` has a line for each format of a source: vendor, form, source. The facts of all sources about one mark are
merged: the union of their alphabets, and the shortest of their lengths. Vendors change lengths more often than marks,
so a key with a distinctive mark may be shorter or longer than in any source. `others.tsv` makes no row: it has the
formats of secretlint (MIT) and detect-secrets (Apache-2.0), by which the table is measured.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_forge.cassettes.redaction.secret_forms import ALPHABETS, is_open, mark_of, parts_of

HERE = Path(__file__).parent
TABLE = Path(__file__).parents[3] / "pytest_forge" / "cassettes" / "redaction" / "vendor_formats.csv"
#: The day on which the facts were taken from their sources.
DATE = "2026-11-23"

#: Sources of facts, and their licences. Of each only facts were taken: prefixes, alphabets, lengths.
SOURCES = {
    "documentation": "the vendors' public documentation",
    "kingfisher": "MongoDB Kingfisher 1.112, Apache-2.0",
    "betterleaks": "Betterleaks rules of Kingfisher 2.14, MIT",
    "veles": "Veles rules (OSV-SCALIBR) of Kingfisher 2.14, Apache-2.0",
    "credsweeper": "Samsung CredSweeper 1.19.5, MIT",
    "microsoft": "Microsoft Security.Utilities 1.17, MIT",
}
#: A mark of fewer letters and digits than these may begin anything.
LEAST_MARK = 5
#: Of its known length, the part that what bears a mark of its own must have.
LEAST_PART = 0.6
LEAST_BODY = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """What a source knows of one format."""

    vendor: str
    form: str
    source: str


def facts(name: str = "facts") -> list[Fact]:
    return [Fact(*line.split("\t")) for line in (HERE / f"{name}.tsv").read_text("utf-8").splitlines()]


def formats(known: Iterable[Fact]) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table: vendor, form."""
    by_mark: dict[str, list[Fact]] = defaultdict(list)
    for fact in known:
        if mark_of(fact.form) and (fact.source == "documentation" or not may_be_data(fact.form)):
            by_mark[mark_of(fact.form)].append(fact)
    for mark, found in sorted(by_mark.items()):
        found.sort(key=lambda fact: fact.source != "documentation")
        vendor = found[0].vendor
        single = [fact for fact in found if fact.form.startswith(mark) and len(parts_of(fact.form)) == 2]
        told = [fact for fact in single if is_strong(mark) or is_open(fact.form)]
        rows = {} if not told else {merged(mark, [fact.form for fact in told]): vendor}
        for fact in found:
            if fact not in told:
                rows.setdefault(loosened(fact.form) if is_strong(mark) else fact.form, fact.vendor)
        widest = [form for form in rows if is_open(form) and len(parts_of(form)) == 2]
        yield from ((vendor, form) for form, vendor in rows.items() if not any(covers(one, form) for one in widest))


def is_strong(mark: str) -> bool:
    """Whether nothing but a key is likely to begin with *mark*."""
    return sum(letter.isalnum() for letter in mark) >= LEAST_MARK and not mark[-1].isalnum()


def covers(wide: str, form: str) -> bool:
    """Whether every key of *form* is one of *wide*, a mark and an open part, of the same mark."""
    mark, (alphabet, least, _) = parts_of(wide)
    rest = parts_of(form)[1:]
    letters = {letter for part in rest for letter in (part if isinstance(part, str) else ALPHABETS[part[0]])}
    size = sum(len(part) if isinstance(part, str) else part[1] for part in rest)
    return wide != form and form.startswith(mark) and letters <= set(ALPHABETS[alphabet]) and size >= least


def may_be_data(form: str) -> bool:
    """Whether data in base64 may look as *form* does: a mark of few letters, and then any number of its alphabet."""
    mark, *body = parts_of(form)
    if not isinstance(mark, str) or len(mark) > LEAST_MARK or not mark.isalnum() or len(body) != 1:
        return False
    alphabet, least, most = body[0]
    return {"+", "/"} <= set(ALPHABETS[alphabet]) and (most is None or most > 2 * least)


def merged(mark: str, forms: list[str]) -> str:
    """Return one form for those that differ in what follows *mark*."""
    bodies = [parts_of(form)[1] for form in forms]
    letters = set().union(*(ALPHABETS[body[0]] for body in bodies))
    # Sources differ over the case of letters; behind a mark of its own it does not matter.
    letters |= set(ALPHABETS["w"]) if is_strong(mark) else set()
    alphabet = min((len(known), name) for name, known in ALPHABETS.items() if letters <= set(known))[1]
    return f"{mark}{{{alphabet}:{min(shortened(body[1], body[2]) for body in bodies)}-}}"


def loosened(form: str) -> str:
    """Return *form* with an end that may be shorter and longer."""
    *before, last = parts_of(form)
    if isinstance(last, str):
        return form
    begin = form[: form.rindex("{")]
    return f"{begin}{{{last[0]}:{shortened(last[1], last[2])}-}}" if before else form


def shortened(least: int, most: int | None) -> int:
    # An open length is a lower bound already.
    return least if most is None else min(least, max(LEAST_BODY, int(LEAST_PART * least)))


HEAD = """
Vendor formats: how the keys of vendors with a mark of their own look. Vendor, form; `secret_forms.py` reads the forms.
Made by tests/cassettes/secret_formats/make_vendor_formats.py from the facts of {date} in the same folder. Change those,
and run it again. Checksums are not part of a form: a key with a typing error is almost a key.
Sources; only facts were taken of each:
{sources}
"""


def table(known: list[Fact]) -> str:
    """Return the text of the data file."""
    sources = "\n".join(f"    {name:<15} {licence}" for name, licence in SOURCES.items())
    head = "".join(f"# {line}\n" for line in HEAD.format(date=DATE, sources=sources).strip().splitlines())
    return head + "".join(f"{vendor},{form}\n" for vendor, form in sorted(formats(known), key=lambda row: row[::-1]))


if __name__ == "__main__":
    TABLE.write_text(table(facts()), "utf-8")
