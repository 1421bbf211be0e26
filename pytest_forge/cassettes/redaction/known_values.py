"""Known values: the secrets of one exchange, once found, and the forms in which they may be written elsewhere in it."""

from __future__ import annotations

from msgspec import Struct, field

from .body_readings import Reading, readings_of
from .encodings import written_forms
from .found_secret import FoundSecret
from .secret_search import find_secrets
from .secret_value import is_random, is_stand_in

__all__ = ["KnownValues"]

#: An exchange with more secrets than these is a list of secrets; only the plain form of the rest is searched for.
_MAX_ENCODED = 300


class KnownValues(Struct):
    """Values that are known to be secret.

    Attributes:
        anywhere: Those that may be part of a longer word.
        words: Those that may only be a whole word.
        read: The readings of each text with the secrets in them; a round changes few texts.
        written: The number of values in *anywhere* when their forms were asked for last, and those forms.
    """

    anywhere: set[bytes] = field(default_factory=set)
    words: set[bytes] = field(default_factory=set)
    read: dict[bytes, list[tuple[Reading, list[FoundSecret]]]] = field(default_factory=dict)
    written: tuple[int, tuple[bytes, ...]] | None = None

    def readings(self, data: bytes) -> list[tuple[Reading, list[FoundSecret]]]:
        """Return the readings of *data* with the secrets in each."""
        found = self.read.get(data)
        if found is None:
            found = self.read[data] = [(reading, find_secrets(reading.text)) for reading in readings_of(data)]
        return found

    def forms(self) -> tuple[bytes, ...]:
        """Return the forms in which the values of *anywhere* may be written."""
        if self.written is None or self.written[0] != len(self.anywhere):
            values = sorted(self.anywhere, key=lambda value: (-len(value), value))
            forms = {form for value in values[:_MAX_ENCODED] for form in written_forms(value)}.union(values)
            self.written = len(values), tuple(sorted(forms, key=lambda form: (-len(form), form)))
        return self.written[1]

    def add(self, value: str | bytes, *, word: bool = True) -> None:
        """Add *value* unless it is short or a stand-in.

        Args:
            value: As it is, or encoded.
            word: Whether a short value is looked for as a whole word.
        """
        raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
        text = raw.decode("latin-1")
        if len(raw) < 6 or is_stand_in(text):
            return
        plain = text.isalpha() or text.isdigit()
        if len(raw) >= 16 or is_random(text, least=8) or (len(raw) >= 8 and not plain):
            self.anywhere.add(raw)
        elif word:
            self.words.add(raw)

    def remember(self, kind: str, text: str) -> None:
        """Add *text*, which was found as a secret of *kind*."""
        if kind.startswith(("user", "netrc")):
            return
        value = text.encode("latin-1")
        if kind == "password in an address":
            pair = value.rpartition(b"@")[0] or value
            self.add(pair.partition(b":")[2])
            value = pair
        # A word that any sentence may hold is taken where it was found, and nowhere else.
        self.add(value, word=False)
