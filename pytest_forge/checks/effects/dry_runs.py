"""The check of dry runs: a switch with which nothing is to happen, and a confirmation without which nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ...profile.confirmations import confirming_flags, confirming_texts
from ...profile.dry_runs import dry_run_switches
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.similar_values import similar_values
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.copies import in_a_copy
from ..calls.plausible_calls import plausible_calls
from ..calls.sequences import before_json
from ..calls.state_view import StateView
from ..check import check
from .compared_effects import MOST_CALLS, begin_anew, effects_of, folders_used, observed_effects
from .confirmations import judge_confirmations, unconfirmed
from .later_answers import acts_on_later_calls, acts_on_made_data

__all__ = ["dry_runs_change_nothing"]

_MAX_COMPARED, _MAX_UNLIKE = 8, 3
#: Ordinary calls of each switch that are made behind a real call.
_MAX_LATER = 2
#: The beginning of the statements that make a database.
_DUMP = "BEGIN TRANSACTION;"
#: Effects that the data of files show.
_IN_FILES = ("created the file", "changed the file", "created the folder")


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers; an approver relies on the arguments that are shown",
    codes={
        "dry_run_acted": "A call with a dry-run switch has the effects of the real call.",
        "acted_unconfirmed": "A call without its confirmation has the effects of the confirmed call.",
    },
)
def dry_runs_change_nothing(subject: Subject) -> None:
    """A call with a dry-run switch, or without its confirmation, does not do what the real call does.

    A model tries a deletion with ``dry_run`` first, and a person approves it because of the switch.

    A switch is a boolean argument whose name or description says so. A boolean argument such as ``confirm`` is a switch
    while it is false.

    The check makes each ordinary call without and with the switch, in equal workspaces and copies of the process. It
    compares their effects: files, data in the tool's modules, processes, and requests that are no queries. Folders that
    a function looks for or lists are also tried with an empty folder and old files in them. The check fails when the
    call with the switch:

    - Has every effect of the call without it.
    - Makes or deletes a folder, or changes or deletes a file, as the call without it does.
    - Comes after the call without it, and changes all that this one has changed. This shows what happens to a file that
      both make.
    - Comes behind a real call, and leaves the data as the call without it does.
    - Comes before a real call, and changes its answer as the call without it does. This shows a number, a place or a
      code that a dry run uses up.

    A text argument such as ``confirm_name`` repeats what the call acts on. If any other text is refused, a call without
    it must not delete or change a file either.

    A server's data in memory are those that its reading tools show. If the call with the switch has an effect at all,
    the server is started afresh, and both calls are compared.

    Not judged:

    - What only the call with the switch does, such as a plan or a log that it writes.
    - Logs that both calls write.
    - Answers that are kept for later calls, where the description says so.
    """
    # The value with which nothing is to happen.
    switches = dict.fromkeys(confirming_flags(subject.schema, subject.facts.name), False)
    switches.update(dict.fromkeys(dry_run_switches(subject.schema), True))
    texts = list(confirming_texts(subject.schema))
    if not switches and not texts:
        raise NotApplicable("No argument is a dry-run switch or a confirmation.")
    has_acted = judge_confirmations(subject, texts)
    calls = list(_calls(subject, switches))
    if subject.is_served and calls:
        # Earlier calls may have done the work already.
        begin_anew(subject, calls[0][1])
    made = [(name, call, list[str]()) for name, call in calls]
    if calls and not subject.is_served:
        # What is tidied away has to be there.
        first, call = calls[0]
        folders = folders_used(subject, {**call, first: not switches[first]})
        made += [(name, call, folders) for name, call in calls[: len(switches)] if folders]
    for number, (name, call, untidy) in enumerate(subject.patience().each(made)):
        idle, real_call = {**call, name: switches[name]}, {**call, name: not switches[name]}
        if number < _MAX_LATER * len(switches):
            others = [{**one, name: not switches[name]} for other, one in calls if other == name and one != call]
            _judge_later(subject, name, idle, real_call, others, is_switch=switches[name])
            if subject.is_served:
                # Its calls have done the work that is compared below.
                begin_anew(subject, idle)
        if subject.is_served and not observed_effects(subject, idle):
            has_acted = has_acted or bool(observed_effects(subject, real_call))
            continue
        real = effects_of(subject, real_call, untidy=untidy)
        if not real:
            continue
        has_acted = True
        dry = effects_of(subject, idle, untidy=untidy)
        both = [effect for effect in real if effect in dry]
        # A file that both change need not be the same afterwards.
        alike = [effect for effect in dry if effect[2] and any(effect[0] == other[0] for other in real)]
        acted = both if len(both) == len(real) else alike
        if acted and _is_laid_out(subject, name, switches[name], acted):
            acted = []
        if not acted and not untidy:
            acted = _done_later(subject, idle, real_call, real, dry)
        if acted and switches[name]:
            raise CheckFailure(
                "dry_run_acted",
                f"With {name!r} set, a call {acted[0][0]}, as it does without. Return before the first effect if the "
                "switch is set.",
                about=name,
                arguments=idle,
            )
        if acted:
            raise unconfirmed(name, acted[0][0], idle)
    if not has_acted:
        raise NotApplicable("No plausible call without the switch had an effect, so there is nothing to compare.")


def _judge_later(
    subject: Subject,
    name: str,
    idle: dict[str, Any],
    real_call: dict[str, Any],
    others: list[dict[str, Any]],
    *,
    is_switch: bool,
) -> None:
    """Judge a call with the switch behind a real call, by the data it leaves and by the answer to the next real call.

    Raises:
        CheckFailure: If these are as behind a call without the switch, and not as without any.
    """
    begin = partial(begin_anew, subject)
    did = ""
    if acts_on_later_calls(subject, idle, real_call, others, begin):
        did = "changes what the next real call answers"
    elif not subject.is_served and acts_on_made_data(subject, idle, real_call, others, begin):
        real = effects_of(subject, real_call)
        did = "changes the data of an earlier call" if all(one.startswith(_IN_FILES) for one, _, _ in real) else ""
    if did and is_switch:
        raise CheckFailure(
            "dry_run_acted",
            f"With {name!r} set, a call {did}, as it does without. Return before the first effect if the switch is "
            "set, and give back what it takes to tell what would happen.",
            about=name,
            arguments=idle,
            before=before_json([(subject.facts.name, one) for one in (others or [real_call])[:1]]),
        )
    if did:
        raise unconfirmed(name, did, idle)


def _done_later(
    subject: Subject, idle: dict[str, Any], real_call: dict[str, Any], real: list[list[str]], dry: list[list[str]]
) -> list[list[str]]:
    """Return what a call with the switch changes after the one without it, if it changes all that this one had.

    A file that both make may hold a plan, or be laid out by whichever call comes first.
    """
    in_files = all(did.startswith(_IN_FILES) for did, _, _ in real)
    if subject.is_served or not in_files or not any(did.startswith("created the file") for did, _, _ in dry):
        return []
    begin_anew(subject, idle)

    def changed_later() -> list[str]:
        view = StateView(subject)
        before = view.taken(real_call)
        subject.call(real_call)
        after = view.taken(idle)
        made = view.changed(before, after)
        subject.call(idle)
        later = view.changed(after, view.taken(idle, is_settled=False))
        return later if set(made) <= set(later) else []

    return [
        [f"changed {place}", "", ""]
        for place in in_a_copy(changed_later, limit_s=3 * subject.call_s, tell=subject.has_left) or ()
    ]


def _is_laid_out(subject: Subject, name: str, value: bool, acted: list[list[str]]) -> bool:
    """Tell whether calls with the switch make the same file whatever they are given, and those without it do not.

    A database that is the same after all calls was only laid out, too; a file of another kind may be what is asked for.
    """
    places = [did.removeprefix("created ") for did, _, _ in acted if did.startswith("created the file")]
    if subject.is_served or len(places) < len(acted):
        return False
    plain = [{key: given for key, given in call.items() if key != name} for call in plausible_calls(subject)]
    # The same call twice would tell nothing of others, and neither would calls that all do the same.
    plain = [*plain[:1], *_unlike(subject, plain[0]), *plain[1:]] if plain else []
    calls = [call for number, call in enumerate(plain) if call not in plain[:number]][:_MAX_COMPARED]

    def made(switched: bool) -> list[list[str]]:
        found = []
        for call in calls:
            switch = {name: value if switched else not value}
            begin_anew(subject, {**call, **switch})
            subject.call({**call, **switch})
            view = StateView(subject).taken(call, is_settled=False)
            found += [[view[place] for place in places]] if all(place in view for place in places) else []
        return found

    dry, real = (
        in_a_copy(partial(made, one), limit_s=3 * subject.call_s, tell=subject.has_left) or [] for one in (True, False)
    )
    if not dry or not real or any(one != dry[0] for one in dry):
        return False
    return any(one != real[0] for one in real) or (dry[0] == real[0] and all(one.startswith(_DUMP) for one in dry[0]))


def _unlike(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return calls with another value of the same form in one argument."""
    view = FlatSchema(subject.schema)
    made = [{**call, name: other} for name, value in call.items() for other in similar_values(value, ())[:_MAX_UNLIKE]]
    return [one for one in made if view.fits(subject.schema, one)]


def _calls(subject: Subject, switches: dict[str, bool]) -> Iterator[tuple[str, dict[str, Any]]]:
    for call in plausible_calls(subject, limit=MOST_CALLS):
        # Another switch would hide the effects.
        plain = {key: value for key, value in call.items() if key not in switches}
        yield from (
            (name, {**plain, **{other: not idle for other, idle in switches.items() if other != name}})
            for name in switches
        )
