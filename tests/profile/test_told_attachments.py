"""What a call is said to leave alone, though it belongs to the record."""

import pytest

from pytest_forge.profile.told_attachments import attachments_in, stem

_OWN = "save_plant name bed"


@pytest.mark.parametrize(
    ("told", "thing"),
    [
        ("Save a plant. Tags are not touched by this; use tag_plant for them.", "tags"),
        ("Add a plant, or move the one with this name; its notes stay.", "notes"),
        ("Update a plant, whose photos are kept.", "photos"),
        ("Replace name and bed of a plant. Comments that were made on it remain.", "comments"),
        ("The bed is replaced and the waterings are left as they are.", "waterings"),
        ("Does not change the ratings of a plant.", "ratings"),
        ("Update the plant without losing its history.", "history"),
        ("Name and bed are replaced, leaving labels and reviews untouched.", "reviews"),
        ("Saves the plant again, keeping all its votes.", "votes"),
        ("No subscriber is lost when a plant is saved again.", "subscriber"),
        ("Existing bookings survive.", "booking"),
        ("Attachments are never removed.", "attachment"),
    ],
)
def test_what_is_left_alone_is_named(told: str, thing: str) -> None:
    found = attachments_in(told, _OWN)

    assert found.told
    assert stem(thing) in found.things


@pytest.mark.parametrize(
    "told",
    ["Change the bed of a plant; everything else about it stays as it is.", "Moves a plant. The rest is left alone."],
)
def test_everything_else_is_left_alone(told: str) -> None:
    assert attachments_in(told, _OWN).told
    assert not attachments_in(told, _OWN).things


@pytest.mark.parametrize(
    "told",
    [
        "Save a plant, in the place of the one with its name.",
        "If the call fails, the notes are kept.",
        "Tags are kept for 30 days.",
        "The plant is not changed.",
        "Tags are removed.",
        "Return a plant with its tags.",
        "Notes stay until the plant is saved again.",
        "A refused call leaves the notes alone.",
    ],
)
def test_nothing_is_left_alone(told: str) -> None:
    assert not attachments_in(told, _OWN).told


def test_a_word_has_the_stem_of_its_plural() -> None:
    assert stem("ratings") == stem("rating") == stem("rated") == stem("rate")
    assert stem("entries") == stem("entry")
    assert stem("notes") == stem("note")
