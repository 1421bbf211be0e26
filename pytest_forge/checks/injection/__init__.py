"""Checks of injection: what becomes of text that is handed on. It stays data, whoever wrote it.

Judged by what happened behind the tool, never by what its answer says: a refusal may be worded as it likes.
"""

from . import archive, code, definition, network, pattern, process, sql, template, xml

__all__ = ["archive", "code", "definition", "network", "pattern", "process", "sql", "template", "xml"]
