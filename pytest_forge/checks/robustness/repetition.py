"""The check of repetition: a read-only tool gives equal calls equal answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...profile.claim import Claim
from ...profile.reads import promise_of_reading, reads
from ...profile.told_stays import told_to_stay
from ...strategies.mined_constants import has_changing_defaults
from ...strategies.own_names import text_of_own_patterns
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.call_variants import richer_calls
from ..calls.kept_nothing import keep_nothing
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .equal_calls.changing_calls import calls_with_choices
from .equal_calls.default_days import judge_default_days
from .equal_calls.filtered_pages import judge_filtered_pages
from .equal_calls.folder_orders import judge_folder_orders
from .equal_calls.hash_seed import judge_hash_seed
from .equal_calls.joined_parts import judge_joined_parts
from .equal_calls.kept_additions import judge_kept_additions, judge_kept_additions_of_server
from .equal_calls.kept_state import (
    judge_asked_names,
    judge_changing_calls,
    judge_hash_order,
    judge_hidden_counters,
    judge_kept_state,
    judge_server_keys,
    judge_stale_files,
)
from .equal_calls.last_pages import judge_last_pages
from .equal_calls.pages import judge_pages
from .equal_calls.pool_orders import judge_pool_orders
from .equal_calls.read_effects import leaves_arguments
from .equal_calls.reader_calls import calls_of_reader
from .equal_calls.reader_effects import judge_read_effects, judge_stale_reads
from .equal_calls.repeated_series import judge_repetition
from .equal_calls.salted_servers import judge_salted_server
from .equal_calls.shared_parts import judge_shared_parts
from .equal_calls.steady_pages import judge_steady_pages
from .equal_calls.text_pages import judge_text_pages
from .lasting_reads import calls_that_fit

__all__ = ["equal_calls_agree"]

_MAX_CALLS, _MAX_ACTS = 4, 8
#: Random calls for each check from which on a run is thorough.
_MANY = 1_000
#: Texts of equal length.
_ALIKE = ("red", "sky", "oak")


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: What the function returns, a dict with a stable shape",
    codes={
        "answers_differ": "Equal calls are answered differently.",
        "equal_call_fails": "After several equal calls that succeed, one fails.",
        "hash_order": "An answer follows from the order of a set of texts, which differs from process to process.",
        "folder_order": "An answer follows from the order in which the system lists a folder, and not that of names.",
        "thread_order": "A list of an answer follows the order in which the threads of the call end.",
        "hash_seed": "An answer follows from the built-in hash() of a text, which differs from process to process.",
        "read_stores": "A reader stores an entry that others then find.",
        "read_changes_answers": "A call of a reader changes what another call answers.",
        "stale_answer": "After a change, an earlier answer is returned again.",
        "incomplete_cache_key": "A call gets the answer to a call that differs in one or two arguments.",
        "answer_holds_other_call": "An answer contains text from another call.",
        "page_loses_entries": "Following the cursors of short pages loses entries that a long page has.",
        "page_loses_letters": "Following the offsets of a text's pages loses letters that it has.",
        "page_leads_nowhere": "A page leads on to one without entries, or tells of a further page that has none.",
        "default_of_import": "A default is the day on which the module was imported.",
        "argument_stays": "A call without an argument gets the answer for an earlier call's argument.",
        "shared_part_changed": "A call changes data of the tool of which it makes its answer, and with it later ones.",
    },
)
def equal_calls_agree(subject: Subject) -> None:
    """A read-only tool gives equal calls equal answers.

    A list grows with every call, a default keeps the last call's items, or a look-up empties a table. The model then
    acts on data from other calls.

    The check makes each call six times, or ten times if the tool changes any state. It then repeats the whole series,
    to tell the effect of earlier calls from chance and the clock. It fails when:

    - Equal calls get different answers, and the difference shows again in the second series.
    - A call fails after equal calls that succeed.
    - Only the first of equal calls returns data.
    - A list comes in a different order.
    - One of several items of the call is picked at random, though all are equally long.

    A function also fails when it keeps something from one call to the next:

    - Texts come in the order of a set, which differs in the next process.
    - An answer stays the same although its file has changed.
    - Another reader finds or lists an entry only after this tool was asked for it, in vain or not.
    - After a change, an answer from before it is returned.
    - A call gets the answer to one that differs in an argument, or in two with the same sum or joined text.
    - An argument stays for later calls without it.
    - After a call of it, such as one with a switch, another call of it is answered otherwise.
    - An answer contains text from another call.

    A tool without a tier is judged like a reader if its description promises to change nothing. Any other function
    without a tier is judged by the second list only. Text from another call then counts in two cases: the tool's name
    only means reading, or a call changes a default. Its equal calls also fail when an answer comes twice, changes and
    comes back. Any change that repeats is enough if the call changes data that the description promises to leave as
    they are, or if after a call that changes these data, another call is answered otherwise. The same goes for a call
    that changes data which were there from the start, if the description says that the tool makes its answer, and
    nothing of what it keeps or adds to: such as "Put together the packing list for a trip". The calls must change
    nothing outside the tool's memory, and must not ask for the time. A tool that moves on answers differently each
    time, and one that runs out stays so.

    A tool of the tier read, or of none, may answer page by page. The check follows what each short page says of the
    next one, or a value of its last entry if the description of an argument asks for it. It fails when:

    - The pages end without an entry that one long page has. Another tool may first have added entries whose days,
      numbers, choices and texts are in no order. With a filter, too: one that is applied once a page has been cut
      leaves a page that leads no further, though entries follow that it lets through.
    - An entry that stays is on no page or on two, once another tool has taken away or added entries behind the first
      page. The description promises that entries may come and go between pages.
    - A page leads on to one without entries. The description says that none leads on where there are no more.
    - The last page with entries tells of a further one, by a flag such as "has_more" or by the number of all pages.
    - The pages of a text lose letters of several bytes, and nothing else. Another tool may first have stored the text.

    A function of such a tier also fails in three cases:

    - Its calls change nothing outside, and an answer follows from the built-in hash() of a text, or from the order of a
      set of texts. Both are others in each process.
    - An answer follows from the order in which the system lists a folder. The description must say that files are in
      the order of their names.
    - A list of an answer follows the order in which the threads of a pool end.

    A server is started afresh for both series. Its reader is judged by the first list, but not for calls that fail. It
    also fails when:

    - After a write, it gives the earlier answer, and another one if the earlier call was not made. There is a record of
      each kind then, such as a section with an article, and each of the other tools changes one. Or there is a chain of
      three records, which gets its last link or its first one, or another tool changes one of its ends. Functions are
      judged by both as well.
    - A call gets the answer to one that differs in an argument, as above, unless it is the first call. If ordinary
      calls find nothing, it looks for a text of another answer, or of a record that another tool has added.
    - Another reader lists an unknown name only after this tool was asked for it.
    - An argument stays for later calls without it, or in what another reader shows.
    - Its calls change what another reader answers, each call another part of it. An example is messages that become
      marked as read.
    - After a call of it, such as one for a day long after, another call of it is answered otherwise.
    - Its calls use up a number that a writing tool gives out, or have that tool refuse a call that it takes otherwise.
    - A Python server answers otherwise when it is started with another salt of hashes.

    A function of any tier fails if a default is today's date and its source does not contain that date. It is the day
    of the import, and stays when the day changes. It also fails if it keeps two names, and a call is answered as a
    repetition of one with two others that are the same once they are joined, such as "A" and "17-3" for "A-17" and "3".
    And it fails if it makes a shallow copy of its own data and changes a part within, so that a later call is answered
    otherwise.

    Not judged:

    - Tools that declare the tier write or execute, but for the default, the names and the shallow copy.
    - Numbers that count the calls.
    - Values in the first of equal calls only, as with a cache.

    If answers differ and a word suggests that this is intended, the verdict names the word. With facts={"varies":
    False} or {"moves_on": False}, the tool is judged all the same.
    """
    facts = subject.facts
    judge_default_days(subject)
    judge_joined_parts(subject)
    judge_shared_parts(subject)
    if facts.tier == "read" or not facts.tier_declared:
        judge_pages(subject)
        judge_filtered_pages(subject)
        judge_last_pages(subject)
        judge_steady_pages(subject)
        judge_text_pages(subject)
        judge_hash_seed(subject)
        judge_folder_orders(subject)
        judge_pool_orders(subject)
    if not ((facts.tier == "read" and facts.tier_declared) or promise_of_reading(facts)):
        if subject.is_served and not facts.tier_declared and (claim := judge_kept_additions_of_server(subject)):
            raise claim.not_judged()
        base = None if facts.tier_declared else next(iter(calls_that_fit(subject, limit=1)), None)
        if base is not None:
            acts = calls_that_fit(subject, limit=_MAX_ACTS)
            # Later judges leave something in memory, which may hide that files are not read again.
            keeps_nothing = _keeps_nothing(subject, acts)
            excuse = None if keeps_nothing else judge_stale_files(subject, [base])
            excuse = judge_hash_order(subject, base) or excuse
            if not keeps_nothing:
                with_leaks = reads(facts) or has_changing_defaults(subject.tool)
                excuse = judge_kept_state(subject, with_leaks=with_leaks) or excuse
                excuse = judge_hidden_counters(subject) or excuse
                excuse = judge_kept_additions(subject, acts) or excuse
                if told_to_stay(facts):
                    excuse = judge_changing_calls(subject, acts) or excuse
            if excuse is not None:
                raise excuse.not_judged()
        raise NotApplicable("The tool does not declare the tier 'read'. Declare it if the tool only reads.")
    if subject.is_served:
        _judge_server_reads(subject)
        return
    calls = [*plausible_calls(subject, limit=_MAX_CALLS), *richer_calls(subject, limit=2)][: _MAX_CALLS + 1]
    calls += _calls_with_equals(subject, calls)
    excuse = judge_stale_files(subject, calls)
    # The first call may use up what is kept, and show it only if it finds something.
    excuse = judge_repetition(subject, [*_calls_with_own_patterns(subject, calls), *calls]) or excuse
    excuse = judge_hash_order(subject, calls[0]) or excuse
    acts = plausible_calls(subject, limit=_MAX_ACTS)
    if not _keeps_nothing(subject, acts):
        excuse = judge_kept_state(subject, with_leaks=True) or excuse
        excuse = judge_changing_calls(subject, acts) or excuse
    if excuse is not None:
        raise excuse.not_judged()


def _keeps_nothing(subject: Subject, acts: Sequence[dict[str, Any]]) -> bool:
    """Tell whether ordinary calls, and those with other choices, leave nothing that a later answer could show."""
    alone = not any(one.name != subject.facts.name for one, _ in subject.neighbours)
    return alone and keep_nothing(subject, [*acts, *calls_with_choices(subject, acts)])


def _judge_server_reads(subject: Subject) -> None:
    excuse: Claim | None = None
    has_writers = any(facts.tier != "read" for facts, _ in subject.neighbours)
    if subject.effort.random_calls >= _MANY or has_writers or leaves_arguments(subject):
        acts = calls_of_reader(subject)
        # Earlier checks may have emptied or filled what it reads.
        subject.renew()
        excuse = judge_read_effects(subject, acts)
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    excuse = judge_repetition(subject, calls) or excuse
    if has_writers:
        # Without records, an answer has nothing that may change.
        excuse = judge_repetition(subject, calls[:1], is_filled=True) or excuse
    excuse = judge_asked_names(subject, plausible_calls(subject, limit=_MAX_CALLS)) or excuse
    excuse = judge_server_keys(subject, plausible_calls(subject, limit=_MAX_CALLS)) or excuse
    excuse = judge_stale_reads(subject) or excuse
    judge_salted_server(subject, calls)
    if excuse is not None:
        raise excuse.not_judged()


def _calls_with_equals(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first call with lists of texts, changed to texts of equal length, if the schema allows them."""
    view = FlatSchema(subject.schema)
    for call in calls:
        lists = [name for name, value in call.items() if value and isinstance(value, list) and _are_texts(value)]
        changed = call | {name: list(_ALIKE) for name in lists}
        if lists and view.fits(subject.schema, changed):
            return [changed]
    return []


def _calls_with_own_patterns(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first call with a text in which the tool's own regular expressions find something."""
    text = text_of_own_patterns(subject.tool)
    fits = FlatSchema(subject.schema).fits
    for call in calls[:1] if text else ():
        for name, value in call.items():
            changed = {**call, name: text}
            if isinstance(value, str) and fits(subject.schema, changed):
                return [changed]
    return []


def _are_texts(value: list[Any]) -> bool:
    return all(isinstance(item, str) for item in value)
