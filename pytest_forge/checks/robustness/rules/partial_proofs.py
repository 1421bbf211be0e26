"""Partial proofs: a digest, token or PIN of which a part passes for the whole.

verify(file, sha256="2cf24d...")    genuine: true
verify(file, sha256="3cf24d...")    genuine: false, and so with another last digit
verify(file, sha256="2c")           genuine: true, and so with no digit at all
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from ....oracles.own_code import OwnCode
from ....profile.proofs import is_digest, is_proof, takes_parts
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.held_values import held_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import files_read
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit

__all__ = ["judge_partial_proofs"]

_SHARE = 0.2
_MAX_BASES, _MAX_OTHERS, _MAX_HELD, _MAX_CALLS = 2, 6, 30, 400
_SHORTEST = 4
_ALGORITHMS = ("sha256", "sha1", "md5", "sha512", "blake2b")
#: The answer of a call that fails.
_REFUSED = None


def judge_partial_proofs(subject: Subject) -> bool:
    """Judge that a function which takes one proof, and refuses almost the same, refuses parts of it as well.

    The proof is a digest of what the call reads or gives, or a text that the author's data hold.

    Returns:
        Whether a proof was found that passes, and almost the same does not.

    Raises:
        CheckFailure: If a part of it, or an empty text, is answered like the whole, twice.
    """
    if subject.is_served:
        return False
    view = FlatSchema(subject.schema)
    patience = subject.patience(_SHARE)
    judged = False
    for base in patience.each(calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]):
        for name in [name for name, value in base.items() if isinstance(value, str) and is_proof(name)]:
            if takes_parts(f"{subject.facts.description or ''}\n{_described(view, name)}"):
                continue
            found = _proved(subject, view, base, name)
            judged = judged or found is not None
            for parts in patience.each(_parts(view, found, name) if found is not None else []):
                calls = [{**(found or {}), name: part} for part in parts]
                if not all(view.fits(subject.schema, call) for call in calls):
                    continue
                if all(_passes(subject, found or {}, call, name) for call in (*calls, *calls)):
                    raise CheckFailure(
                        "part_proves",
                        f"Given {parts[-1]!r} in {name!r}, the tool answers as for the right value, of which this is "
                        "a part at most, and with one wrong sign it does not. Compare the whole value, and never its "
                        "beginning.",
                        about=name,
                        arguments=calls[-1],
                    )
    return judged


def _described(view: FlatSchema, name: str) -> str:
    node = (view.root.get("properties") or {}).get(name)
    return str(node.get("description", "")) if isinstance(node, Mapping) else ""


def _proved(subject: Subject, view: FlatSchema, base: dict[str, Any], name: str) -> dict[str, Any] | None:
    """Return a call whose proof passes, while almost the same proof does not; None if none is found."""
    calls = [call for call in _calls(subject, base, name) if view.fits(subject.schema, call)][:_MAX_CALLS]

    def made() -> int | None:
        make_fresh_for(subject, [base])
        for number, call in enumerate(calls):
            whole = _answer(subject, call)
            if whole is _REFUSED or False in _flags(whole).values():
                continue
            wrong = [_answer(subject, {**call, name: _wrong(call[name], at)}) for at in (0, -1)]
            if all(_is_proof(whole, other) for other in wrong):
                return number
            make_fresh_for(subject, [base])
        return None

    number = in_a_copy(made, limit_s=_SHARE * subject.check_s, tell=subject.has_left)
    return None if number is None else calls[number]


def _passes(subject: Subject, right: Mapping[str, Any], call: Mapping[str, Any], name: str) -> bool:
    """Tell whether a call is answered like the one with the right proof, and one with a wrong proof is not."""

    def made() -> bool:
        make_fresh_for(subject, [right])
        wrong = _answer(subject, {**right, name: _wrong(right[name], 0)})
        given, whole = _answer(subject, call), _answer(subject, right)
        return _is_proof(whole, wrong) and _is_proof(given, wrong) and _flags(whole) == _flags(given)

    return in_a_copy(made, limit_s=3 * subject.call_s, tell=subject.has_left) is True


def _calls(subject: Subject, base: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield calls with a value that may be the right one."""
    if is_digest(name):
        contents = list(files_read(subject, base).values())
        contents += [
            value.encode("utf-8", "replace")
            for other, value in base.items()
            if isinstance(value, str) and other != name
        ]
        for content in contents:
            for algorithm in _ALGORITHMS:
                yield {**base, name: hashlib.new(algorithm, content, usedforsecurity=False).hexdigest()}
        # A part of a digest that names something, such as a commit, may be enough.
        return
    others = [other for other, value in base.items() if isinstance(value, str) and other != name]
    modules = list(OwnCode(subject.tool).modules())
    tables = [value for module in modules for value in vars(module).values() if type(value) is dict]
    for key, text in (pair for table in tables for pair in list(table.items())[:_MAX_HELD] if _may_be(pair[1])):
        yield {**base, name: text}
        yield from ({**base, name: text, other: key} for other in others if isinstance(key, str))
    known = known_values(subject)
    held = dict.fromkeys(text for _, values in held_values(modules) for text in values if _may_be(text))
    for text in list(held)[:_MAX_HELD]:
        yield {**base, name: text}
        for other in others:
            yield from (
                {**base, name: text, other: value} for value in known.values_for(other, base[other])[:_MAX_OTHERS]
            )


def _may_be(text: Any) -> bool:
    return isinstance(text, str) and len(text) >= _SHORTEST and text.isascii() and " " not in text


def _wrong(text: str, at: int) -> str:
    """Return a text with another letter or digit at a place."""
    signs = list(text)
    signs[at] = "1" if signs[at] == "0" else "0" if signs[at].isdigit() else "b" if signs[at] == "a" else "a"
    return "".join(signs)


def _parts(view: FlatSchema, call: Mapping[str, Any], name: str) -> list[tuple[str, ...]]:
    """Return parts of a proof which together show that it is not compared as a whole.

    A short one alone may be the whole of another proof, unless it is too short for any. None at all may be allowed.
    """
    text = call[name]
    parts = [(text[:1],), (text[: len(text) // 2], text[:-1])]
    return [("",), *parts] if name in (view.root.get("required") or ()) else parts


def _answer(subject: Subject, call: Mapping[str, Any]) -> Any:
    """Return what a call answers, in JSON types; None if it fails."""
    with fake_sleep():
        outcome = subject.call(dict(call))
    return in_json_types(outcome.returned) if outcome.succeeded else _REFUSED


def _is_proof(answer: Any, other: Any) -> bool:
    """Tell whether an answer is a yes, and the other one a no or a failure."""
    if answer is _REFUSED:
        return False
    one, two = _flags(answer), _flags(other)
    if other is _REFUSED:
        return False not in one.values()
    differing = [place for place in one if one[place] != two.get(place)]
    return one.keys() == two.keys() and bool(differing) and all(one[place] for place in differing)


def _flags(answer: Any) -> dict[str, bool]:
    """Return the yes and no of an answer by place."""
    if isinstance(answer, bool):
        return {"": answer}
    return (
        {key: value for key, value in answer.items() if isinstance(value, bool)} if isinstance(answer, Mapping) else {}
    )
