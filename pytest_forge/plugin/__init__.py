"""The plugin: its table of contents.

hookspecs     what projects may answer
options       what users may set
fixtures      what tests may ask for
live_run      what providers answer today, with --forge-live
cassette_items  which cassette a test has, and how it is judged
recording_items  tests of pytest-recording under our settings
cassette_session  what a whole run has asked of its cassettes
conformance   tools as test items, and the suite class
replayed_items  what --forge-replay leaves of a run
"""

pytest_plugins = (
    "pytest_forge.plugin.options",
    "pytest_forge.plugin.live_run",
    "pytest_forge.plugin.cassette_items",
    "pytest_forge.plugin.recording_items",
    "pytest_forge.plugin.cassette_session",
    "pytest_forge.plugin.fixtures",
    "pytest_forge.plugin.conformance",
    "pytest_forge.plugin.replayed_items",
    "pytest_forge.plugin.summary",
)
