"""Seed 001, Agentic Primitives: one row a promise."""

from __future__ import annotations

from .requirement import Requirement

REQUIREMENTS: dict[str, Requirement] = {
    "cost:limit-carries-both-numbers": Requirement(
        "seed 001: CostLimitExceeded", "The error carries what the run has cost and what it may cost."
    ),
    "tokens:window-table": Requirement(
        "seed 001: Token-budget pre-flight", "Each model has its context window; an unknown one has a small default."
    ),
    "tokens:heuristic": Requirement(
        "seed 001: Token-budget pre-flight", "Tokens are estimated from the length of the text."
    ),
    "tokens:never-under-estimates": Requirement(
        "seed 001: Token-budget pre-flight", "The estimate is not below the real count by more than its stated bound."
    ),
    "tokens:budget": Requirement(
        "seed 003: ContextOverflowError, 'exceeds context_window - output_reservation'",
        "The budget of a prompt is the window without what is reserved for the output.",
    ),
    "tokens:overflow-before-any-request": Requirement(
        "seed 003: ContextOverflowError, 'the pre-flight token budget check refused the prompt'",
        "A prompt that cannot fit is refused before it is sent.",
    ),
    "tokens:escape-flag": Requirement(
        "seed 003: ContextOverflowError, 'Override the assumed window'", "A flag turns the check off."
    ),
    "compaction:invariants": Requirement(
        "seed 001: Compaction", "Pairs of call and result, system messages and the first request survive compaction."
    ),
    "compaction:idempotent": Requirement("seed 001: Compaction", "Compacting what was compacted changes nothing."),
    "compaction:head-and-tail": Requirement(
        "seed 001: Compaction, 'preserves head + last-N tail messages'",
        "Head and tail are kept and the middle shrinks.",
    ),
    "compaction:markers": Requirement(
        "seed 001: Compaction, 'a structured _truncated/_preview/_total_chars marker'",
        "Long arguments and results become a preview; names and ids stay.",
    ),
    "compaction:summary": Requirement(
        "seed 001: Compaction, 'LLM-backed compression'", "The middle becomes one summary of the caller's summarizer."
    ),
    "compaction:fallback": Requirement(
        "seed 001: Compaction, 'plug your own summarizer'",
        "Where the summarizer fails the middle is cut, and not lost.",
    ),
    "compaction:hybrid": Requirement(
        "seed 001: Compaction, 'Truncate first, then summarize the truncated middle if a summarizer is configured'",
        "Hybrid summarizes what was cut first, and cuts only where there is no summarizer.",
    ),
    "compaction:strategy-is-read-when-called": Requirement(
        "seed 001: Compaction, 'FLUID_COMPACTION_STRATEGY'", "The strategy is read when it is needed."
    ),
    "compaction:after-is-read-when-called": Requirement(
        "seed 001: Compaction, 'FLUID_AGENT_COMPACT_AFTER iterations (default 6)'",
        "The first turn that compacts is read when it is needed; what is no number counts as 6, with a warning.",
    ),
    "compaction:triggers": Requirement(
        "seed 001: Compaction, 'to keep total tokens under the budget'",
        "Compaction is due from a turn on, and earlier where the budget fills.",
    ),
    "compaction:bounded-summaries": Requirement(
        "seed 001: Compaction, 'Worst-case extra cost is one fast-tier call per long agent loop'",
        "The summarizer is asked once, again only where the budget fills, and never more often than allowed.",
    ),
    "compaction:default-summarizer": Requirement(
        "seed 001: Compaction, 'Calls your provider's fast tier'",
        "Without a summarizer of the caller's, the fast tier of the run's provider is asked.",
    ),
    "compaction:summaries-are-data": Requirement(
        "seed 001: Compaction, 'LLM-backed compression'",
        "What is summarised is fenced as data, and so is its summary.",
    ),
    "compaction:in-the-loop": Requirement(
        "seed 001: Compaction, 'The summarizer is wired into run_copilot_agent_loop automatically'",
        "The agent loop compacts without any setting up.",
    ),
    "tokens:in-the-loop": Requirement(
        "seed 001: Token-budget pre-flight, 'Before every staged LLM call'",
        "Every request of the agent loop passes the pre-flight check.",
    ),
    "cost:rows": Requirement(
        "seed 001: RunCostTracker, 'Per-(provider, model) token counts'", "Calls of one model are one row."
    ),
    "cost:agent-rows": Requirement(
        "seed 001: RunCostTracker, 'Per-(stage, agent_class) attribution'",
        "Calls are attributed to stage and agent class.",
    ),
    "cost:missing-usage": Requirement(
        "seed 001: RunCostTracker, 'missing_usage_calls counter'", "Calls without usage data are counted."
    ),
    "cost:variant-lint": Requirement(
        "seed 001: RunCostTracker, 'variant_lint_findings per variant'",
        "Findings of a variant are replaced; none forgets it.",
    ),
    "cost:catalog-fetch": Requirement(
        "seed 001: RunCostTracker, 'catalog_fetch_ms per catalog'", "Milliseconds of a catalog add up."
    ),
    "cost:events": Requirement(
        "seed 001: EventBus, 'Event types emitted today'", "Each record is told as its event after it is counted."
    ),
    "cost:unknown-price": Requirement(
        "seed 001: RunCostTracker", "A call without a price makes the total unknown, with one warning."
    ),
    "cost:mixed-row": Requirement(
        "seed 001: RunCostTracker", "Given costs and prices add up in one row; negative use is refused."
    ),
    "cost:concurrency": Requirement(
        "seed 001: RunCostTracker, 'writable from threads'", "Calls from many threads add up."
    ),
    "cost:overrides": Requirement(
        "seed 001: Unified config, 'prices'", "The user's prices come first; what is malformed changes nothing else."
    ),
    "cost:package-prices": Requirement(
        "seed 001: RunCostTracker",
        "Prices come from the user, then from genai-prices alone, whose updater is never started.",
    ),
    "cost:ceiling": Requirement(
        "seed 001: Cost ceiling",
        "The environment's limit stands before the config's, and a run that passes it is stopped.",
    ),
    "cost:known-part-is-enforced": Requirement(
        "seed 001: Cost ceiling", "With an unknown price, the known part is held to the limit."
    ),
    "cost:footer": Requirement(
        "seed 001: RunCostTracker, 'Footer warning'",
        "The five dimensions are shown in a footer.",
    ),
    "cost:in-the-loop": Requirement(
        "seed 001: RunCostTracker",
        "Every call of the agent loop is recorded and held to the limit.",
    ),
    "cost:unified-config-limit": Requirement(
        "seed 001: Cost ceiling, '~/.fluid/config.yaml'",
        "The limit and the prices are read from the unified config.",
    ),
    "config:sections": Requirement(
        "seed 001: Unified config, 'Replace four scattered files with one'", "The seed's file is understood."
    ),
    "config:place": Requirement(
        "seed 001: Unified config, '~/.fluid/config.yaml'",
        "The file is that of the call, of the environment or of the user; without one there is no config.",
    ),
    "config:one-bad-value": Requirement(
        "seed 001: Unified config, 'schema_version: 1'", "A value that cannot be used costs that value alone."
    ),
    "config:precedence": Requirement(
        "seed 001: Cost ceiling, 'OR via ~/.fluid/config.yaml'",
        "What is given stands before the environment, that before the file, and that before the default.",
    ),
    "config:in-forge-run": Requirement(
        "seed 001: Cost ceiling, 'the forge aborts with CostLimitExceeded'",
        "`forge run` goes by the config where its words and the environment say nothing.",
    ),
    "config:legacy-fallback": Requirement(
        "seed 001: Unified config, 'continue to be read as fallback'",
        "Older files are read for the sections that the new one lacks.",
    ),
    "config:migration": Requirement(
        "seed 001: Unified config, 'Migrate from existing per-feature files'",
        "The older files become one file, whole or not at all, and stay as they are.",
    ),
    "config:no-secrets": Requirement(
        "seed 001: Unified config, 'migrate_legacy_to_unified'", "No secret of an older file is written or told."
    ),
    "config:backup": Requirement(
        "seed 001: Unified config, 'migrate_legacy_to_unified'",
        "A config that is there is left alone, or kept as a backup.",
    ),
    # Contracts
    "contracts:schema-follows-the-published-one": Requirement(
        "seed 001: ConformanceAgent, 'Full Fluid 0.7.2 schema validator'",
        "Our schema has the fields of the published one, and both give the same verdict, but for named differences.",
    ),
    "contracts:errors-name-the-path": Requirement(
        "seed 001: ConformanceAgent, 'Full Fluid 0.7.2 schema validator'",
        "Each error of a contract names its path and the remedy, and never a value.",
    ),
    "contracts:osi-documents-are-validated": Requirement(
        "seed 001: ConformanceAgent, 'Full OSI v0.1.1 Pydantic validator'",
        "A document of OSI is valid where the published schema says so, and each error names its path.",
    ),
    "contracts:readiness-warns": Requirement(
        "seed 001: ConformanceAgent, 'the fields a future ODCS exporter needs'; 'Same shape, for DCS'",
        "What a contract lacks for ODCS and for DCS is told, each with its path.",
    ),
}
