import pickle
from functools import partial

import pytest

from pytest_forge.cassettes.exchange import CutBytes, RecordedResponse


def halves(body: bytes, *, at: int) -> tuple[bytes, ...]:
    return body[:at], body[at:]


CUT = CutBytes(b"abcd", partial(halves, at=2))
PIECES = (b"ab", b"cd")


def test_cut_bytes_are_what_a_tuple_of_the_pieces_is() -> None:
    assert PIECES == CUT == PIECES
    assert CUT == CutBytes(b"abcd", partial(halves, at=2))
    assert hash(CUT) == hash(PIECES)
    assert (len(CUT), CUT[1], CUT[:1], [*CUT], repr(CUT)) == (2, b"cd", (b"ab",), [b"ab", b"cd"], repr(PIECES))
    assert pickle.loads(pickle.dumps(CUT)) == PIECES


@pytest.mark.parametrize("other", [(b"abcd",), (b"a", b"bcd"), CutBytes(b"abcd", partial(halves, at=1)), b"abcd", None])
def test_the_same_bytes_in_other_pieces_are_not_equal(other: object) -> None:
    assert other != CUT


def test_answers_are_equal_whether_they_are_cut_or_to_be_cut() -> None:
    assert RecordedResponse(200, chunks=CUT) == RecordedResponse(200, chunks=PIECES)


def test_a_body_that_is_asked_for_as_a_whole_is_not_cut() -> None:
    def never(_: bytes) -> tuple[bytes, ...]:
        raise AssertionError

    assert RecordedResponse(200, chunks=CutBytes(b"abcd", never)).body == b"abcd"
