"""The plugin: its table of contents.

hookspecs     hooks that a project may implement
options       command-line options and ini values
fixtures      fixtures for tests
live_run      requests sent to the providers again, with --forge-live
cassette_items  the cassette of a test
recording_items  tests of pytest-recording under our settings
cassette_session  the cassettes of a whole run
loaded_targets  the targets of a run, each loaded once
distributed_items  the items of a tool under xdist: kept together, and made again if their worker is lost
conformance   tools as test items, and the suite class
resumed_items  the verdicts of a run that was killed, with --forge-resume
sharded_items  the items of one of several shards, with --forge-shard
replayed_items  the items that --forge-replay selects
"""

pytest_plugins = (
    "pytest_forge.plugin.options",
    "pytest_forge.plugin.live_run",
    "pytest_forge.plugin.cassette_items",
    "pytest_forge.plugin.recording_items",
    "pytest_forge.plugin.cassette_session",
    "pytest_forge.plugin.fixtures",
    "pytest_forge.plugin.loaded_targets",
    "pytest_forge.plugin.distributed_items",
    "pytest_forge.plugin.resumed_items",
    "pytest_forge.plugin.conformance",
    "pytest_forge.plugin.sharded_items",
    "pytest_forge.plugin.replayed_items",
    "pytest_forge.plugin.summary",
)
