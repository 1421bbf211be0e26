"""Checks of the family injection: what becomes of text that is handed on. It stays data, whoever wrote it.

Judged by what happened behind the tool, never by what its answer says: a refusal may be worded as it likes.
"""

from __future__ import annotations

from .injection_process import shell_text_is_quoted, values_are_no_options

__all__ = ["shell_text_is_quoted", "values_are_no_options"]
