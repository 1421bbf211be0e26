"""Seed 000, Authoring Forge Tools: one row a promise."""

from __future__ import annotations

from .requirement import Requirement


def row(sentence: str, behaviour: str, deferred: str | None = None) -> Requirement:
    return Requirement(f"seed 000: {sentence}", behaviour, deferred)


REQUIREMENTS: dict[str, Requirement] = {
    # Quick start and the decorator
    "tool:quick-start-runs-as-printed": row(
        "Quick start, 'That's the whole pattern'", "The seed's own twenty lines declare a tool that dispatches."
    ),
    "tool:registers-at-decoration": row(
        "register, 'True (default) registers the tool in FORGE_TOOL_REGISTRY'", "Decoration registers the tool."
    ),
    "tool:register-false-leaves-the-registry-alone": row(
        "register, 'Set False for tools that should be built on demand'",
        "register=False leaves the registry alone and still gives a tool that can be called.",
    ),
    "tool:rejects-a-non-pydantic-schema": row(
        "args_schema, 'rejects non-Pydantic schemas at decoration time'",
        "Anything but a BaseModel subclass raises TypeError, which says so.",
    ),
    "tool:schema-comes-from-the-model": row(
        "args_schema, 'you don't write it twice'", "The advertised JSON Schema is made of the arguments model."
    ),
    "tool:schema-holds-no-programmers-notes": row(
        "args_schema, 'JSON Schema for the LLM is derived from this model'",
        "The model's own docstring and all titles, which are written for programmers, are not sent.",
    ),
    "tool:name-defaults-to-the-function-name": row(
        "name, 'Defaults to the function's __name__'", "A tool without a name is named as its function."
    ),
    "tool:description-defaults-to-the-docstring": row(
        "description, 'Defaults to the first line of the function's docstring'",
        "A tool without a description is described by the first line of the docstring.",
    ),
    "tool:explicit-name-and-description-win": row("name; description", "What is given wins over the defaults."),
    "tool:tags-are-kept": row("tags, 'optional taxonomy labels'", "Tags are kept with the tool."),
    "tool:tags-scope-subsets": row(
        "tags, 'Reserved for future use by the capability matrix'",
        "The capability matrix scopes subsets of tools by tag.",
        "Reserved by the seed itself; comes with the capability matrix.",
    ),
    "tool:aware-receives-a-resolved-root": row(
        "workspace_root_aware, 'plumb a resolved workspace_root: Path kwarg'",
        "An aware tool receives the resolved root as a keyword.",
    ),
    "tool:unaware-receives-no-root": row(
        "workspace_root_aware, 'If you set workspace_root_aware=True, you also receive'",
        "A tool that is not aware receives no root, though the caller has one.",
    ),
    "tool:aware-without-a-root-fails-closed": row(
        "Security, 'Fail closed'", "An aware tool is not run without a root; the failure is typed."
    ),
    "tool:root-is-not-in-the-schema": row(
        "workspace_root_aware, 'The args-schema does not include workspace_root'",
        "The root never stands in an advertised schema.",
    ),
    "tool:model-cannot-supply-the-root": row(
        "workspace_root_aware, 'the LLM cannot supply it, by construction'",
        "A root among the model's arguments is refused, in both registries.",
    ),
    "tool:receives-the-validated-model": row(
        "What the function receives, 'the validated args-model instance'",
        "The function receives the validated model as its first argument.",
    ),
    "tool:light-to-import": row(
        "The decorator, 'registered at module-import time'",
        "Importing the harness and calling a typed tool loads Pydantic and the standard library alone.",
    ),
    # Results
    "result:reaches-the-model-unchanged": row(
        "What the function returns, 'routes the return value back to the LLM'",
        "A JSON value reaches the model unchanged.",
    ),
    "result:only-standard-json": row(
        "What the function returns, 'Anything JSON-serialisable'",
        "What standard JSON cannot say is a typed ToolResultError, never a crash or a repr.",
    ),
    "result:tuples-and-models-are-converted": row(
        "What the function returns, 'Anything JSON-serialisable'", "Tuples and Pydantic models take their JSON form."
    ),
    "result:cut-above-the-cap": row(
        "Three pillars, 'a 50GB CSV the LLM didn't notice was huge'",
        "A result above the cap is cut on a character boundary with a visible marker.",
    ),
    "check:results-have-a-stable-shape": row(
        "What the function returns, 'Best practice: return a dict with a stable shape'",
        "A check finds tools whose results change their shape.",
    ),
    # Arguments
    "args:required-and-optional-fields": row(
        "Args contract, rule 1", "A field without a default is required, one with a default is optional."
    ),
    "args:bounds-are-enforced": row("Args contract, example", "Types and bounds of the model are enforced."),
    "args:injected-names-are-refused": row(
        "Args contract, rule 2, 'must NOT appear in the args-schema'",
        "A model that declares an injected name, or an alias of one, is refused at decoration.",
    ),
    "args:root-is-closed": row(
        "Args contract, rule 3, 'additionalProperties: false is automatic'",
        "A root that declares arguments is closed; a hand-written one that declares none may be a map of them.",
    ),
    "args:unknown-keys-are-refused": row(
        "Args contract, rule 3, 'can't sneak extra fields past validation'",
        "A key beside the declared arguments is refused for every tool, whatever its model or schema says.",
    ),
    "args:nested-objects-are-closed": row(
        "Args contract, rule 3", "Nested classes are closed too unless they say extra='allow'."
    ),
    "args:free-form-dicts-are-allowed": row(
        "Args contract, 'Free-form Dict[str, Any] fields are allowed'", "A free-form field takes any object."
    ),
    "args:extra-allow-keeps-the-root-closed": row(
        "Args contract, ProposeContractArgs", "extra='allow' frees nested objects and leaves the root closed."
    ),
    "args:refusals-never-echo-values": row(
        "S-013, 'never echo raw exception text'", "A refusal names declared paths and kinds, and never a value."
    ),
    # Confinement
    "confinement:resolve-before-checking": row(
        "Three pillars, 'symlinks and .. components are resolved first'",
        "No path leads outside by its text or by a link.",
    ),
    "confinement:absolute-or-relative": row(
        "Workspace confinement, 'either absolute or relative to root'", "An absolute path inside the root is accepted."
    ),
    "confinement:allow-list-fails-closed": row(
        "Three pillars, 'Allow-list, not deny-list'", "Only listed extensions are accepted; an empty list accepts none."
    ),
    "confinement:size-cap-before-reading": row(
        "Three pillars, 'Size cap before parsing'", "A file above the cap is refused before and while it is read."
    ),
    "confinement:messages-name-no-place": row(
        "Raise an exception, 'Never quote sensitive data (paths, …)'", "Refusals name no place on this machine."
    ),
    # Errors
    "error:typed-dict-passes-through": row(
        "Return a typed-error dict, 'passes this dict through'", "A tool's own error dict reaches the model as it is."
    ),
    "error:tool-error-is-a-deliberate-message": row(
        "Error handling, 'user-fixable failures'", "ToolError carries a deliberate message and code to the model."
    ),
    "error:catalogued-names-have-guidance": row(
        "Return a typed-error dict, 'consistent with the catalogued ones'",
        "Each catalogued failure has guidance of its own.",
    ),
    "loop:corrective-feedback": row(
        "Return a typed-error dict, 'appends a guidance message'", "The loop appends guidance after a failure."
    ),
    "dispatch:unknown-tool": row(
        "Catalogued names, 'UnknownTool'",
        "An unknown tool is a typed failure that echoes the name only when it is well-formed.",
    ),
    "dispatch:arguments-refused-as-validation-error": row(
        "Testing, 'result.error_type == \"ToolValidationError\"'",
        "Bad arguments are a ToolValidationError that tells the host where, and the model nothing.",
    ),
    "s013:fixed-sentence": row(
        "Raise an exception, 'returns the typed shape automatically'",
        "An exception reaches the model as its class and the fixed sentence.",
    ),
    "s013:full-detail-is-logged-once": row(
        "S-013, 'The full detail is logged via LOG.warning(...)'",
        "The detail is logged once, as a WARNING, with its traceback.",
    ),
    "s013:legacy-impl-does-not-leak": row(
        "S-013, 'test_legacy_impl_does_not_leak_exception_text_to_llm'",
        "A typed tool called as a legacy entry answers with the fixed sentence.",
    ),
    "s013:scan-of-deliberate-messages": row(
        "S-013, 'filesystem paths or env-var values'",
        "A deliberate message with a path, an environment value or a secret's shape is withheld.",
    ),
    "s013:typed-error-dicts-are-scanned": row(
        "S-013, 'never echo raw exception text'", "A tool's own error dict is scanned with all that is nested in it."
    ),
    "dispatch:async-tools": row(
        "What the function receives", "A coroutine function is awaited, and fails as a sync one does."
    ),
    # Testing
    "testing:happy-path-dispatch": row("Testing your tool, first test", "The seed's happy-path test runs as printed."),
    "testing:validation-failure-dispatch": row(
        "Testing your tool, second test", "The seed's validation test runs as printed."
    ),
    "testing:snapshot-and-restore": row(
        "Snapshot/restore the registry in your fixture", "restored() puts back whatever was registered."
    ),
    "registry:works-as-a-dict": row(
        "Testing your tool, fixture", "dict(), clear, update and every other way into a dict work on a registry."
    ),
    # Legacy and discovery
    "legacy:register-shim": row(
        "Migrating, 'drop-in code from older forks won't break'",
        "_register entries register and dispatch, wherever in their schema they declare their arguments.",
    ),
    "legacy:receives-the-root": row(
        "Migrating, '_dispatch_my_tool(*, path, **_kw)'", "A legacy tool that can take the root is given it."
    ),
    "legacy:migration": row(
        "Migrating, steps 1 to 4", "A migrated tool is advertised and answers as the legacy one did."
    ),
    "legacy:typed-tools-as-legacy-entries": row(
        "Migrating", "A typed tool reads as a legacy entry of four keys whose impl takes flat keywords."
    ),
    "registry:both-are-resolved": row(
        "Registration & discovery, 'resolves names through both registries'", "Both registries answer."
    ),
    "registry:legacy-wins": row(
        "name, 'on collision the legacy registry wins'",
        "The legacy entry wins in dispatch and definitions, which is logged once.",
    ),
    "registry:staged-fallback": row(
        "Registration & discovery, 3, 'FLUID_FORGE_STAGED_TOOL_LOOP=1'",
        "The staged tool is seen and answers only behind its flag, after both registries.",
    ),
    "registry:merged-definitions": row(
        "Registration & discovery, 'get_tool_definitions() returns the merged surface'",
        "Every tool is listed once, in the shape the provider expects.",
    ),
    # Definition of done
    "check:fields-are-described": row(
        "Definition of done, 'field-level descriptions'", "A check finds fields without a description."
    ),
    "check:names-are-snake-case-and-unique": row(
        "name, 'Use snake_case. Must be unique'", "Checks find names that are not snake_case, and names used twice."
    ),
    "check:file-access-is-declared": row(
        "Definition of done, 'workspace_root_aware=True set if the impl touches the filesystem'",
        "A check finds tools that touch files without having declared it.",
    ),
    "check:file-tools-are-confined": row(
        "Definition of done, 'Confinement check + extension allow-list + size cap'",
        "Checks find tools that leave their root or read without a limit.",
    ),
    "check:exception-text-is-not-quoted": row(
        "Definition of done, 'No str(exc) quoting'", "A check finds tools that quote exceptions to the model."
    ),
    "loop:system-prompt-entry": row(
        "Definition of done, 'One-line entry in the agent-loop system prompt'",
        "Each copilot tool has a line in the system prompt.",
    ),
    "copilot:sample-is-confined": row(
        "Security, 'The pattern from read_sample_schema'",
        "read_sample_schema refuses paths outside, other extensions and large files with the seed's codes.",
    ),
    "copilot:discovers-the-workspace": row(
        "introduction, 'inspect the user's workspace'",
        "discover_workspace lists data, SQL, projects and contracts by relative paths, and writes nothing.",
    ),
    "copilot:names-are-data": row(
        "S-013, 'third-party observability sinks'",
        "Names in users' files that read like orders are redacted, each apart.",
    ),
    "copilot:proposals-validate": row(
        "introduction, 'propose_contract, validate_contract'",
        "Whatever propose_contract proposes, validate_contract and the published schema have no error of.",
    ),
    "copilot:contracts-are-validated": row(
        "introduction, 'validate_contract'", "validate_contract tells the errors of a contract, and then its warnings."
    ),
    "copilot:templates-and-schedulers": row(
        "introduction, 'list_templates, list_schedulers'",
        "Templates are listed with their providers and engines, schedulers with triggers; each result is a new one.",
    ),
    "copilot:six-tools": row("introduction", "The six copilot tools exist and keep the contract."),
    "copilot:capability-warnings": row(
        "See also, Capability Warnings", "Combinations that cannot call tools reliably are warned of."
    ),
}
