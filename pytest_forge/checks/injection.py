"""Checks of the family injection: what becomes of text that is handed on. It stays data, whoever wrote it.

Judged by what happened behind the tool, never by what its answer says: a refusal may be worded as it likes.
"""

from __future__ import annotations

from .injection_archive import archives_stay_inside
from .injection_code import loaded_data_runs_nothing, text_is_not_executed
from .injection_definition import definitions_hold_no_data
from .injection_format import text_is_no_template
from .injection_network import local_schemes_are_refused, requests_stay_public
from .injection_pattern import expressions_take_bounded_time
from .injection_process import shell_text_is_quoted, values_are_no_options
from .injection_sql import sql_values_are_bound
from .injection_xml import xml_entities_are_refused

__all__ = [
    "archives_stay_inside",
    "definitions_hold_no_data",
    "expressions_take_bounded_time",
    "loaded_data_runs_nothing",
    "local_schemes_are_refused",
    "requests_stay_public",
    "shell_text_is_quoted",
    "sql_values_are_bound",
    "text_is_no_template",
    "text_is_not_executed",
    "values_are_no_options",
    "xml_entities_are_refused",
]
