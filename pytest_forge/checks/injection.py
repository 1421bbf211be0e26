"""Checks of the family injection: what becomes of text that is handed on. It stays data, whoever wrote it.

Judged by what happened behind the tool, never by what its answer says: a refusal may be worded as it likes.
"""

from __future__ import annotations

from .injection_process import shell_text_is_quoted, values_are_no_options
from .injection_sql import sql_values_are_bound

__all__ = ["shell_text_is_quoted", "sql_values_are_bound", "values_are_no_options"]
