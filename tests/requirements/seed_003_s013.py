"""Seed 003, Typed Errors: the tree, its fields, and S-013; one row a promise."""

from __future__ import annotations

from .requirement import Requirement


def row(sentence: str, behaviour: str, deferred: str | None = None) -> Requirement:
    return Requirement(f"seed 003: {sentence}", behaviour, deferred)


REQUIREMENTS: dict[str, Requirement] = {
    "error:tree": row("When you'll see these, the hierarchy", "The classes form the tree that is drawn."),
    "error:catchable-as-fluid-error": row(
        "'existing except FluidError: callers keep working'", "Each of the seven is caught as each of its parents."
    ),
    "error:provider-fields": row(
        "'carries provider, status_code, and … retry_after'", "Provider errors carry these three."
    ),
    "error:schema-fields": row(
        "'carries schema_name, validation_errors, and the offending raw_output'", "SchemaValidationError carries these."
    ),
    "error:tool-fields": row(
        "'carries tool_name, tool_args, and a redacted reason'",
        "ToolValidationError carries these; an unknown tool and a path outside the workspace are ones, too.",
    ),
    "error:context-and-suggestions-are-kept": row(
        "'What you should do'", "Every error keeps its context, its suggestions and the original error."
    ),
    "error:pickles": row(
        "When you'll see these", "Every error survives a pickle with its fields, whatever its cause is made of."
    ),
    "error:retryable-classes": row(
        "Error reference, 'What the retry envelope does'", "Rate limit, timeout and server errors are retryable."
    ),
    "error:non-retryable-classes": row(
        "Error reference, 'non-retryable'", "Overflow, authentication, schema and tool errors are not retryable."
    ),
    "s013:both-registries": row(
        "'the @forge_tool migration created a new dispatch path that needed the same scrubbing'",
        "Typed tools, legacy tools and executors are scrubbed alike.",
    ),
    "s013:host-keeps-the-detail": row(
        "'The full detail is logged server-side'", "The host may read the detail; only the model may not."
    ),
    "s013:repr-hides-the-detail": row(
        "'stay out of the model context'", "No repr or str of an outcome shows the detail."
    ),
    "s013:class-named-only-if-importable": row(
        '\'{"error": "<ClassName>"\'', "A class made at run time, which may be named after anything, is not named."
    ),
    "s013:hostile-exceptions": row(
        "'NOT the raw exception text'", "An exception that fights being looked at cannot break the door."
    ),
    "s013:log-lines-cannot-be-forged": row(
        "'logged server-side via LOG.warning(...)'", "Control characters are escaped in the log."
    ),
    "s013:guidance-is-by-class": row(
        "Corrective-feedback layer, 'keyed off the error class only'",
        "Guidance belongs to the class; it quotes nothing.",
    ),
    "s013:guidance-text": row(
        "ToolValidationError, the corrective message", "The guidance on bad arguments is the seed's sentence."
    ),
    "loop:guidance-follows-a-failed-call": row(
        "Corrective-feedback layer, 'right after a failed tool call'", "The loop appends the guidance."
    ),
}
