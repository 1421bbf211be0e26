"""Seed 003, Typed Errors: how failures are classified, retried and corrected; one row a promise."""

from __future__ import annotations

from .requirement import Requirement


def row(sentence: str, behaviour: str, deferred: str | None = None) -> Requirement:
    return Requirement(f"seed 003: {sentence}", behaviour, deferred)


REQUIREMENTS: dict[str, Requirement] = {
    "provider:classification-table": row(
        "Mapping from provider exceptions", "Each status and transport error has the class of the table."
    ),
    "provider:typed-input-unchanged": row(
        "Mapping from provider exceptions", "An error that is typed already is returned as it is."
    ),
    "provider:overflow-by-body": row(
        "'HTTPStatusError 400 with context_length_exceeded-style body'", "A prompt that does not fit is an overflow."
    ),
    "provider:overflow-only-where-meant": row(
        "'Body string-match fallback'", "Another refusal that uses similar words is no overflow."
    ),
    "provider:quota-is-not-retried": row(
        "RateLimitError, 'your account is genuinely throttled'",
        "An empty account is a RateLimitError that is not retried.",
    ),
    "provider:5xx-with-retry-after": row(
        "RateLimitError, 'or a 5xx with a Retry-After header'", "A 5xx with Retry-After is a RateLimitError."
    ),
    "provider:retry-after": row(
        "RateLimitError, 'parsed from the Retry-After header, capped at 5 minutes'",
        "The delay that the provider asks for is kept, within its cap.",
    ),
    "provider:stream-errors": row(
        "Mapping from provider exceptions", "An error inside a stream has the class of its kind."
    ),
    "provider:messages-are-redacted": row(
        "S-013, 'stay out of the model context'", "No credential or foreign text reaches a provider error's message."
    ),
    "retry:backoff": row("ProviderTimeoutError, '1s → 2s → 4s, capped at 8s'", "Delays double up to their cap."),
    "retry:jitter": row("ProviderTimeoutError, 'with up to 10% jitter'", "Chance adds a tenth at most."),
    "retry:retry-after-exact": row(
        "RateLimitError, 'sleeps for exactly that long before retrying'", "The provider's own delay is kept exactly."
    ),
    "retry:never-for-lasting-failures": row(
        "ContextOverflowError, 'non-retryable. Fails fast.'", "What a wait cannot cure is raised at once."
    ),
    "corrective:frame": row(
        "Corrective-feedback layer, 'Tool ``read_sample_schema`` failed with error class'",
        "The message names the tool and the class, and adds the guidance.",
    ),
    "corrective:by-class-only": row(
        "Corrective-feedback layer, 'keyed off the error class only'",
        "Each class has its guidance, others the general.",
    ),
    "corrective:nothing-quoted": row(
        "Corrective-feedback layer, 'never quotes the original error_message'",
        "No message, malformed name or malformed class is repeated.",
    ),
    "corrective:failures-only": row(
        "Corrective-feedback layer, 'right after a failed tool call'", "A call that succeeded gets no message."
    ),
    "retry:in-the-loop": row(
        "How errors flow through a run",
        "Each request of the agent loop passes the envelope.",
    ),
    "provider:timeout-variable": row(
        "ProviderTimeoutError, 'FLUID_LLM_TIMEOUT_SECONDS'",
        "The environment sets the timeout of a request; a value that cannot be used is told.",
    ),
    "strict:off-by-default": row(
        "OpenAI strict-schema mode, 'Default is OFF'", "Schemas are hardened only while the variable asks for it."
    ),
    "strict:input-unchanged": row(
        "OpenAI strict-schema mode, 'deep-copy + strict-mode rewrite'", "The schema that is hardened stays as it was."
    ),
    "strict:all-required": row(
        "OpenAI strict-schema mode, 'list every property under required'",
        "Every property is required, and one that was optional may be null.",
    ),
    "strict:every-node": row(
        "OpenAI strict-schema mode, 'every object node in the schema'",
        "Definitions, tuples, unions, type lists and recursion are hardened like any other node.",
    ),
    "strict:free-form-is-json-text": row(
        "OpenAI strict-schema mode, 'rewritten as JSON-encoded strings'",
        "An object with free keys travels as a text, and never beside a text that could be taken for it.",
    ),
    "strict:decoder": row(
        "OpenAI strict-schema mode, 'the caller json.loads-es those fields'",
        "Arguments come back as the tool's own schema says, whatever stood for them on the wire.",
    ),
    "strict:in-the-loop": row(
        "OpenAI strict-schema mode, 'hardens the schema before submission'",
        "Both forms of OpenAI send hardened tools, and a tool gets the same arguments in both modes.",
    ),
    "capability:matrix": row("See also, 'Capability Warnings'", "A model is found by provider and longest prefix."),
    "capability:degradation-warnings": row(
        "See also, 'the run-start banner that catches degraded combos before they fail'",
        "Each thing that a run needs and its model lacks is a warning; an unknown model is reported as unknown.",
    ),
    "capability:quiet": row("See also, 'the run-start banner'", "The banner is written, unless the run is quiet."),
    "capability:in-the-loop": row(
        "See also, 'the run-start banner'", "`forge run` begins with the banner, and the loop logs what is lacking."
    ),
}
