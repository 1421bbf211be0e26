"""The check of common rules: what holds for most values holds for all of them."""

from __future__ import annotations

from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.ordinary_outcomes import has_returned, ordinary_outcomes, raise_for_no_result
from ..check import check
from .rules.added_parts import judge_added_parts
from .rules.answered_circles import judge_answered_circles
from .rules.arrival_orders import judge_arrival_orders
from .rules.byte_limits import judge_byte_limits
from .rules.byte_order_marks import judge_byte_order_marks
from .rules.carried_fields import judge_carried_fields
from .rules.clock_changes import judge_clock_changes
from .rules.composed_letters import judge_composed_letters
from .rules.counted_additions import judge_counted_additions
from .rules.counted_cases import judge_counted_cases
from .rules.counted_rows import judge_counted_rows
from .rules.counted_totals import judge_counted_totals
from .rules.counted_units import judge_counted_units
from .rules.cut_letters import judge_cut_letters
from .rules.cut_texts import judge_cut_texts
from .rules.defined_units import judge_defined_units
from .rules.distinct_cases import judge_distinct_cases
from .rules.dropped_offsets import judge_dropped_offsets
from .rules.empty_cells import judge_empty_cells
from .rules.empty_lists import judge_empty_lists
from .rules.enclosing_periods import judge_enclosing_periods
from .rules.even_parts import judge_even_parts
from .rules.file_rows import judge_file_rows
from .rules.filled_limits import judge_filled_limits
from .rules.filtered_limits import judge_filtered_limits
from .rules.folded_letters import judge_folded_letters
from .rules.freed_numbers import judge_freed_numbers
from .rules.given_denials import judge_given_denials
from .rules.given_numbers import judge_given_numbers
from .rules.group_means import judge_group_means
from .rules.held_moments import judge_held_moments
from .rules.held_periods import judge_held_periods
from .rules.host_endings import judge_host_endings
from .rules.ignored_rows import judge_ignored_rows
from .rules.included_limits import judge_included_limits
from .rules.inexact_reversals import judge_inexact_reversals
from .rules.item_orders import judge_item_orders
from .rules.kept_fields import judge_kept_fields
from .rules.kept_queries import judge_kept_queries
from .rules.lacking_records import judge_lacking_records
from .rules.last_days import judge_last_days
from .rules.later_clock_changes import judge_later_clock_changes
from .rules.let_through import judge_let_through
from .rules.letter_cases import judge_letter_cases
from .rules.limits_of_all_calls import judge_limits_of_all_calls
from .rules.lost_attachments import judge_lost_attachments
from .rules.lost_ends import judge_lost_ends
from .rules.lost_signs import judge_lost_signs
from .rules.lost_units import judge_lost_units
from .rules.merged_levels import judge_merged_levels
from .rules.moment_forms import judge_moment_forms
from .rules.monthly_days import judge_monthly_days
from .rules.moved_numbers import judge_moved_numbers
from .rules.nested_spans import judge_nested_spans
from .rules.offset_signs import judge_offset_signs
from .rules.ordered_numbers import judge_ordered_numbers
from .rules.ordered_versions import judge_ordered_versions
from .rules.other_groups import judge_other_groups
from .rules.other_line_signs import judge_other_line_signs
from .rules.overlong_parts import judge_overlong_parts
from .rules.overriding_denials import judge_overriding_denials
from .rules.own_transfers import judge_own_transfers
from .rules.padded_refusals import judge_padded_refusals
from .rules.parted_cases import judge_parted_cases
from .rules.partial_proofs import judge_partial_proofs
from .rules.period_labels import judge_period_labels
from .rules.quoted_fields import judge_quoted_fields
from .rules.read_links import judge_read_links
from .rules.repeated_lines import judge_repeated_lines
from .rules.reset_fields import judge_reset_fields
from .rules.reversed_transfers import judge_reversed_transfers
from .rules.rounded_numbers import judge_rounded_numbers
from .rules.series_times import judge_series_times
from .rules.shared_numbers import judge_shared_numbers
from .rules.shared_ranks import judge_shared_ranks
from .rules.shifted_positions import judge_shifted_positions
from .rules.shown_moments import judge_shown_moments
from .rules.skipped_files import judge_skipped_files
from .rules.skipped_neighbours import judge_skipped_neighbours
from .rules.split_groups import judge_split_groups
from .rules.split_letters import judge_split_letters
from .rules.summed_lines import judge_summed_lines
from .rules.surplus_signs import judge_surplus_signs
from .rules.taken_numbers import judge_taken_numbers
from .rules.taken_rejects import judge_taken_rejects
from .rules.told_wholes import judge_told_wholes
from .rules.unchecked_records import judge_unchecked_records
from .rules.untold_items import judge_untold_items
from .rules.utc_offsets import judge_utc_offsets
from .rules.whole_days import judge_whole_days
from .rules.within_limits import judge_within_limits
from .rules.wrapped_ranges import judge_wrapped_ranges
from .rules.zero_sizes import judge_zero_sizes
from .rules.zoned_days import judge_zoned_days

__all__ = ["common_rules_hold"]

#: Rules for amounts that calls use up, which those of a function keep in memory.
_OF_AMOUNTS = (judge_own_transfers, judge_reversed_transfers)
#: Each tells whether it has found its rule in a tool's answers.
_RULES = (
    judge_added_parts,
    judge_told_wholes,
    judge_even_parts,
    judge_monthly_days,
    judge_filled_limits,
    judge_filtered_limits,
    judge_zero_sizes,
    judge_counted_totals,
    judge_host_endings,
    judge_ordered_versions,
    judge_ordered_numbers,
    judge_shared_ranks,
    judge_group_means,
    judge_byte_limits,
    judge_counted_units,
    judge_cut_letters,
    judge_last_days,
    judge_included_limits,
    judge_utc_offsets,
    judge_dropped_offsets,
    judge_offset_signs,
    judge_lost_signs,
    judge_letter_cases,
    judge_counted_cases,
    judge_parted_cases,
    judge_answered_circles,
    judge_item_orders,
    judge_given_numbers,
    judge_nested_spans,
    judge_counted_rows,
    judge_file_rows,
    judge_empty_cells,
    judge_byte_order_marks,
    judge_other_line_signs,
    judge_lacking_records,
    judge_counted_additions,
    judge_ignored_rows,
    judge_taken_rejects,
    judge_zoned_days,
    judge_unchecked_records,
    judge_kept_fields,
    judge_reset_fields,
    judge_kept_queries,
    judge_merged_levels,
    judge_lost_attachments,
    judge_inexact_reversals,
    judge_period_labels,
    judge_summed_lines,
    judge_repeated_lines,
    judge_empty_lists,
    judge_carried_fields,
    judge_rounded_numbers,
    judge_moved_numbers,
    judge_partial_proofs,
    judge_composed_letters,
    judge_clock_changes,
    judge_shown_moments,
    judge_later_clock_changes,
    judge_series_times,
    judge_whole_days,
    judge_lost_ends,
    judge_lost_units,
    judge_skipped_neighbours,
    judge_skipped_files,
    judge_untold_items,
    judge_let_through,
    judge_within_limits,
    judge_other_groups,
    judge_moment_forms,
    judge_held_moments,
    judge_padded_refusals,
    judge_held_periods,
    judge_enclosing_periods,
    judge_split_letters,
    judge_read_links,
    judge_arrival_orders,
    judge_split_groups,
    judge_freed_numbers,
    judge_shared_numbers,
    judge_limits_of_all_calls,
    judge_quoted_fields,
    judge_cut_texts,
    judge_overlong_parts,
    judge_surplus_signs,
    judge_distinct_cases,
    judge_overriding_denials,
    judge_given_denials,
    judge_folded_letters,
    judge_shifted_positions,
    judge_wrapped_ranges,
    judge_defined_units,
)
_MAX_ORDINARY = 6


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: args model contract",
    codes={
        "lost_in_parts": "Parts of an amount do not add up to it, as they do for other amounts.",
        "part_too_long": "A part of a text is longer than the description allows, as parts of other texts are not.",
        "words_lost_in_parts": "Words of a text are in none of its parts, which hold all of other texts.",
        "uneven_parts": "Parts of an amount differ by more than the description says, or one is less than nothing.",
        "lost_day": "A series of months loses the day of its start behind a shorter month.",
        "limit_not_filled": "An answer has fewer results than its limit allows, although there are more.",
        "size_wrong_at_zero": "A part of an answer follows a number of the call, and is all or nothing at zero.",
        "cut_hidden": "A total, or a flag, tells of no results but those that the limit lets through.",
        "host_ends_alike": "The tool takes a host that only ends like those of the domain that it takes.",
        "ordered_as_text": "Versions or numbers are ordered as texts, so that 10.0.1 comes before 9.2.0.",
        "arrival_forgotten": "Records are said to come as they were added; some keys come by their value.",
        "rank_not_as_told": "Ranks behind a shared one are not those that the description shows, as in 1, 1, 3.",
        "limit_of_characters": "A limit in bytes is kept in characters.",
        "units_not_counted": "A number that is said to count bytes or UTF-16 units counts characters.",
        "letter_cut_fails": "A call fails where a number cuts a letter of a text file in two.",
        "last_day_left_out": "A range lacks the entries of its last day, which is said to be included.",
        "limit_left_out": "A number at a limit that is said to be included is answered like those above it.",
        "mark_not_skipped": "A byte order mark, of which the description tells, changes the answer or is an error.",
        "line_end_counts": "Another sign than a line feed ends a line, though it is said what ends one.",
        "offset_ignored": "The tool takes the time of day of a moment, whatever its offset from UTC is.",
        "letter_mangled": "A letter whose bytes reach a server in two pieces is lost.",
        "sign_lost_at_zero": "The sign in front of a text is lost if its first number is zero.",
        "link_misleads": "A link is read as another record, or as none: its name has a sign like #, or two share it.",
        "offset_sign_of_hours": "The sign of an offset from UTC counts for its hours, and not for its minutes.",
        "case_changes_answer": "The tool refuses a text in one letter case, and takes it in another for the same.",
        "cases_mixed_up": "Two names that differ in letter case, and are said to be different, are answered alike.",
        "case_counted": "A text in another letter case, which is said to be the same, is taken for another text.",
        "letter_not_folded": "A text with a sharp s is not known in capitals, though case is said not to matter.",
        "position_shifted": "A text is not found where it stands, behind a letter that is longer without its case.",
        "order_changes_answer": "The answer depends on an order that makes no difference by the description.",
        "number_given_twice": "A number is given out again, though said to be given out once.",
        "number_still_in_use": "A new record gets the number of another one that is still there.",
        "circle_answered": "The tool puts items in order that need each other in a circle, and refuses another circle.",
        "repeated_need_counts": "A need that is named twice counts twice: a circle is told of that is none.",
        "row_untold": "A row neither counts nor is told of as wrong, as other wrong rows are.",
        "number_made_up": "A row counts with a number that it does not give, where other wrong rows are told of.",
        "item_untold": "A known item of a list is not in the answer, which tells of other known and unknown ones.",
        "field_not_kept": "A field that a call leaves out, or an id, changes, though it is said to stay.",
        "attachment_lost": "What another tool has added to a record is gone, though it is said to stay.",
        "reversal_leaves_rest": "A call that takes another one back leaves a rest of some amounts, and not of others.",
        "reject_taken": "A row that an answer tells of as wrong is taken, though it is said to be left out.",
        "addition_counted": "An answer counts more as added than there is afterwards.",
        "nested_span_counts": "A span of time within another one counts, although overlapping ones are joined.",
        "enclosing_period_lost": "A period that contains a span is answered as if nothing was there, unlike its parts.",
        "label_given_twice": "Two weeks that are almost a year apart have the same name.",
        "lines_not_summed": "Two lines of one item take more than there is, which one line cannot.",
        "group_split": "Records that are said to count together do so only where they stand side by side.",
        "repeated_line_lost": "Of two lines of one item, which are said to be added up, only one counts.",
        "field_not_carried": "A rounded number fills its field, as in 0:60, where one more is due in the field before.",
        "rounded_otherwise": "A number is rounded in another way than the description says, as halves are to even.",
        "unit_mixed_up": "A number follows from another meaning of a unit than the description gives.",
        "lost_beside_offset": "A spread of numbers is lost when a large constant is added to each of them.",
        "groups_count_alike": "A mean is that of the means of groups of several sizes, beside the number of all items.",
        "part_proves": "A part of a digest, token or PIN passes for the whole, and one with a wrong sign does not.",
        "accent_form_counts": "A text is known with one way of writing its accents alone, though both are to count.",
        "clock_change_ignored": "Hours over a change of clocks are those of any other night, or a daily time moves.",
        "empty_cell_counts": "An empty cell of a file counts as 0, though such cells are said not to count.",
        "whole_days_dropped": "Of a span of more than a day, only the rest beyond whole days counts.",
        "moment_form_counts": "A time or day in another form, which is taken as well, has another answer.",
        "filter_let_through": "An answer has a record that breaks the filter of the call, which other answers keep.",
        "wrapped_range_differs": "A range over the beginning of a circle has other items than its two parts.",
        "item_within_left_out": "An answer lacks an item within the limit of the call, unlike those with other limits.",
        "refused_with_blanks": "A text that is refused is carried out with blanks around it, which do not count.",
        "surplus_taken": "A text is taken with signs that belong to nothing, though said to be refused.",
        "limit_of_one_call": "Two calls together take more than the description allows for all calls.",
        "total_not_kept": "A move from a place to the same place adds to what there is, or takes from it.",
        "transfer_reversed": "An amount below zero takes from what others give to, past the check of what there is.",
        "quoted_text_changed": "A field of a table loses what stands in quotes, which is said to be kept or allowed.",
        "denial_by_place": "A denial that is said to override does so only where it is listed before what is allowed.",
        "unit_lost": "A number of whole units is one too small for some decimals, whose product was cut off.",
        "series_end_rounded": "A series of tenths has one number less or more at its end than one of whole numbers.",
        "neighbour_kept": "Items that are taken out of a list stay where they follow one another: every other one.",
        "others_skipped": "Beside a file that is not UTF-8, which is said to be left out, others are lost as well.",
        "level_not_merged": "A value that is given deep in a document takes others beside it away.",
        "parameter_lost": "A link that is said to keep what it has loses a repeated or an empty parameter.",
        "day_of_utc": "What is listed for a day of a time zone is on another day there, and on that day in UTC.",
        "access_unchecked": "A record that a caller may not use in one place of a call is used in another one.",
        "empty_means_all": "A list that needs a name, and has none, stands for everything.",
    },
)
def common_rules_hold(subject: Subject) -> None:
    """The tool keeps a rule for all values if it keeps it for most of them.

    Such a mistake shows with few values, and its answers look right. Users find it late, for example on 31 January.
    The check looks for these rules in the answers of a tool. It then tries the values that often break them.

    - Parts add up to the amount that is divided. None is less than nothing, and they differ by one unit at most if the
      description says so.
    - The parts of a text hold all of it, if the description says so, or says that the tool cuts a text and not that
      some of it is left out.
    - No part of a text is longer than the description allows, by an argument or a number, also where the text has a
      long word or line, or many parts. This is not judged where words or lines are said to stay whole.
    - Where the description says that parts add up, they do for amounts, weights and signs of every kind: to an amount,
      to the number of items or their sum, to a number such as 100, or to a field that it names beside others.
    - A series of months keeps the day on which it starts, wherever a month has that day.
    - An answer has as many results as its limit allows, also with a filter, for which another tool of a server has
      added records of two kinds, or has changed some of them.
    - A list or text of an answer whose size follows a number of the call, or a share of a list that is given, does so
      at zero as well: it is not the whole then, where it has 1, 2 and 3 items else, nor nothing, where it has all but
      1, 2 and 3. If the rest is not in the answer, the description must say that the number may be 0. It is not judged
      where it says that 0 stands for all.
    - No record of an answer breaks a filter that the call asks for by the name of a field, such as `status="open"`,
      `nut_free_only=True`, `include_archived=False` or `max_price=10`. Texts to search for are no filters.
    - Where a number of the call limits a number of the items, such as their distance, an answer lacks none within it,
      with every limit, and at both ends of a longitude.
    - A range that goes over the beginning of a circle, as one with the 180th meridian in it, has the items of its two
      parts, if the description tells of such ranges and other ranges add up.
    - No record of a tenant, an owner or a project is in an answer for another, whatever text is searched for. A record
      that both have with every text is shared.
    - A total counts all results, and a flag tells when some are left out, if the description says so.
    - A tool for the hosts of one domain takes no other host that ends with the same letters.
    - Versions are in the order of their numbers, also in pre-releases if the description tells of these, and by all
      rules of Semantic Versioning if it names them. The number in "rc10" counts if it shows such ones and says so. An
      answer to two versions in a list, in records or in two arguments does not depend on the texts; nor, for a
      function, one that chooses among the versions which its modules hold.
    - Records are in the order of the values of a number if a choice names its field, or the description says that the
      largest or the smallest comes first.
    - Records of a server come in the order in which they were added, also with keys that look like whole numbers. The
      description says so, and those with words for keys do.
    - A limit in bytes counts bytes, also for letters that take several. It is an argument, or told of a text argument.
    - Beside a file that is not UTF-8, an answer names the readable files of the folder, if the description says that
      files which cannot be read are left out.
    - Behind a rank that several share comes the one that the description shows, as in "1, 1, 3".
    - For a function, a number of the answer that grows with a text, and is said or named to count bytes or units of
      UTF-16, counts those of letters that take several.
    - For a function, a number that decides which part of a text file is read works with letters of two bytes as it does
      with as many bytes of other letters, unless the description tells of parts of a letter.
    - A range includes its last day, and what holds up to a limit includes the limit, if the description says so. Where
      nothing has happened yet, another tool of the target adds something.
    - What is told of two periods that overlap, and of what they have in common, is told of both together. The periods
      lie around spans between moments that the tool's modules or files hold.
    - A name that one week of a year has is not that of another week.
    - Two lines of an item take no more of it than one line, or two calls, can take.
    - For a function, the numbers of two records of one item are added up, if the description says so. They are the only
      numbers of the records that an answer repeats.
    - Records of a list that have something in common count together wherever they stand, if the description says that
      there is a total, or a row, for each or by what they have in common.
    - A rounded number that fills its field, such as 60 seconds, raises the field before it.
    - A number that is an exact share of an argument is rounded in the way that the description says: halves up or to
      even, down, up, or to the nearest unit. It is not judged where another number of the answer is rounded so.
    - For a function, a mean beside the number of all items is theirs, and not that of the means of their groups, unless
      the description says that groups count alike.
    - A number with a unit follows from arguments by the units of data that the description defines, such as a megabit
      of one million bits.
      Where halves go to even, or away from zero or towards it, a number below zero is rounded like the same above it.
    - Two calls for one thing take no more than one of them can, if the description says of several calls that they take
      no more than there is, and the limit is not that of other things.
    - Where one of two numbers of the data loses what the other gains, none changes alone if both arguments that name
      them are the same. An amount below zero does not turn the two round where more than there is is refused, unless
      the description speaks of such amounts.
    - A list without a name changes no more data than one with a name, if the description says that it needs one. The
      same goes for an empty list that is given, if it says only of a list that is left out that everything goes.
    - The order of rules that a call gives changes no decision, nor for a function the order in which its own data list
      groups and rules, if the description says that a denial overrides what is allowed.
    - What stays when a number is added to all numbers of a list stays with a large one, too: a deviation of
      time stamps, for example, is not what is left of two squares.
    - Two moments are compared with their offsets from UTC, also in objects and lists.
    - A moment is taken with its offset from UTC, if the description tells of offsets and the tool converts moments to
      a zone or to UTC.
    - Half hours of a negative offset from UTC move the answer as far as those of a positive one, the other way, if
      whole hours do.
    - A sign in front of a text counts also if its first number is zero, as in -0°30'.
    - For a function, moments that its modules hold with several offsets are compared as moments: the answer is the same
      if they are held in UTC, or if a period is given in UTC.
    - A reader answers a time or day in another form, such as "9:05" for "09:05", like the usual one, or refuses it.
    - A series from a first number to a last one, by a step, has its end with tenths if it has it with whole numbers,
      quarters and eighths.
    - A number that is a hundred or a thousand times an argument, such as cents, is so for all decimals, and not one
      less where the product of a binary fraction falls short of it.
    - Items that are taken out of a list where they stand apart are taken out where they follow one another.
    - An empty cell of a table in a file that a function reads is not answered like a 0 there, if the description says
      that such cells do not count.
    - A text in a file that a function reads, or in an argument, is answered alike with a byte order mark before it, if
      the description says that it may begin with one, or that it is in UTF-8 and comes from Excel.
    - A form feed or a line separator in such a text ends no line, if the description says that a line feed does, or
      that other programs, such as grep or a compiler, count lines alike.
    - What follows the hours between two moments follows the days between them as well. The first one may be one that
      the tool holds, if the answer tells the hours since then and the description tells of nothing that happens daily.
    - Hours over a change of the clocks are those that pass, if the description says so; also those that another tool
      tells of what this one has stored.
    - The moments of a series, such as one of weeks, have one time of day in winter, in summer and over a change of the
      clocks, if the description says that the local time stays.
    - A number of hours, minutes or seconds that is what lies between two moments of an answer is so over a change of
      the clocks as well.
    - A text that is refused, such as an empty or short one, changes no data with blanks around it, and gets no more
      than others. This is judged where blanks around other texts change neither the answer nor the data.
    - A text with signs that belong to nothing, such as "9;2 m", is not answered like the text without them, if the
      description says that anything else is refused. If it says only that another text is refused, a number is left
      over.
    - A tool that ignores letter case refuses a text in both cases, or in none.
    - Two names that differ in letter case alone are not answered alike if the description tells what each of them is,
      as in "m (minute), M (month)", or says that letter case counts.
    - A call behind the same one with a text in another letter case is answered like a repetition, and not like a call
      with another text, if the description says that letter case does not matter. What one call keeps under a text,
      another one finds under it in another letter case: one of the same tool with another action, or of another tool.
    - A text with a sharp s is the same in capitals if plain and accented ones are, and the description says that letter
      case does not matter in any alphabet: in a list, in two arguments, and for a function in its tables and calls.
    - Where a text is found, and what is shown of it, is the same behind letters such as a sharp s as behind others, if
      letter case is said not to matter. This is judged for a text of the call and for one that another tool stores.
    - A tool that puts items in the order of their needs, and refuses a circle of them, refuses every circle.
      A need that is named twice is none, and hides no item.
    - For a function, the order of a list, or of the keys of an object, changes no number of the answer, if the
      description says so. If it says so of the result, the order does not change which of their texts is chosen either.
      The same goes for the keys of an object if the description says which one counts, such as the longest prefix.
    - For a function, a digest, token or PIN of which one sign is wrong is refused, and so is a part of the right one.
    - A letter with its accent and one with a combining accent are the same, if the description says so. For a
      function, this holds for both forms of the texts in its tables.
    - A number that is said to be given out once does not come again: for a function in a series of equal calls, for a
      server once another tool has removed its record, of which the remover may tell as well.
    - A new record does not get the number of one that is still there, also once another tool, or another choice of a
      function, has removed a third.
    - A field that a call leaves out has the value of the call before, and the record its id, if the description says
      that what is not given stays.
    - A call that is said to change a known record sets no field, which no argument gives, back to that of a new record.
      It is not judged where a status or the like is among these, or some of them stay.
    - For a server, a number that another tool changes is what it was once a call has taken that back, for all amounts,
      if the description says so.
    - A link to which something is added, or that is said to keep the rest, keeps all values of a repeated parameter
      and empty ones if it keeps others.
    - For a function, a record that is denied to a caller in one argument, or alone in a list, is denied in another
      argument of its kind and behind others, if the description says who may use records, and not of one of them.
    - What is listed for a day in a time zone is on that day there, by its own moments, if the description says that
      the day is one of the zone or of somebody.
    - A value that is given for a document with levels, such as settings, takes no others beside it away, if the
      description says that nested values are merged, or tells of levels and says that what is not given stays.
    - What another tool adds to a record, such as a note, is there when the record is saved again, if the description
      says that it stays.
    - For a function, a row of which the answer tells as wrong is not in a list, an object or a count of what is taken,
      nor in the data, if the description says that such rows are left out.
    - A row counts, or is told of, if the answer tells of other wrong rows: one with too few cells, and one without a
      number, also in a CSV file that a function opens by itself, where others have any. The latter does not count with
      a number that no row gives, unless the description tells of it. For a function, a file whose record
      lacks a number is named like one that has a text for it, if the description says so.
    - For a server that was started for the check, a letter is the same when its bytes arrive in two pieces.
    - A link that a server tells is read as what it names, also if the name has signs such as `#`, `?`, `%` or `/`. It
      is read as a resource, or with another tool that takes a link, as links of other names are. Two records do not
      have one link that leads to the first, unless the tool keeps no second record of one name either.
    - An item of a list is told of, if the answer tells of other known and of unknown ones.
    - An answer counts as added what is new in the data. One that counts what is stored counts no row that changes
      nothing since one of its cells is there already.
    - A field of a table comes back with the line breaks, separators and quotes that stand in quotes there, if the
      description says that a field may hold them, and with its blanks and all kinds of line breaks if it says that
      fields are not changed. This goes for a text argument, and for a CSV file that a function reads.
    - A tool that joins spans of time which overlap joins those within others as well.

    Not judged:

    - A rule that the answers do not show.
    - Answers that lead on to a next page.
    - For tools of servers: hosts, texts refused in one letter case, rows and additions.
    """
    # Before any call is made in this process, which keeps the records of all of them.
    early, late = (_OF_AMOUNTS, ()) if not subject.is_served else ((), _OF_AMOUNTS)
    is_judged = [judge(subject) for judge in (judge_taken_numbers, *early)]
    # First: the calls of the rules may use up what ordinary ones need.
    outcomes = ordinary_outcomes(subject, limit=_MAX_ORDINARY)
    judged = [*is_judged, *(judge(subject) for judge in (*_RULES, *late))]
    if any(judged):
        return
    if not any(map(has_returned, outcomes)):
        raise_for_no_result(subject, outcomes)
    raise NotApplicable("No answer shows one of the rules that this check knows.")
