"""In which way sentences say that numbers are rounded."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_rounding import is_of_both_signs, told_rounding


@pytest.mark.parametrize(
    ("description", "way"),
    [
        ("The tax is rounded once, to whole cents; half a cent or more counts as a cent.", "half_up"),
        ("Rounded to the nearest cent, halves upwards.", "half_up"),
        ("Rounded half up to two decimals.", "half_up"),
        ("Rounding is ROUND_HALF_UP.", "half_up"),
        ("Amounts are rounded commercially.", "half_up"),
        ("Commercial rounding to whole cents is used.", "half_up"),
        ("Exact halves are rounded up.", "half_up"),
        ("Ties round away from zero, to one decimal.", "half_up"),
        ("Rounded to cents, with halves rounded away from zero.", "half_up"),
        ("Half a cent is rounded up.", "half_up"),
        ("From half a cent on, the number is rounded up.", "half_up"),
        ("Half a point counts as a whole point.", "half_up"),
        ("Rounded to whole points, where .5 rounds up.", "half_up"),
        ("A third digit of 5 or more is rounded up.", "half_up"),
        ("Rounded up from half a cent, and down below.", "half_up"),
        ("Rounds halves to the larger number.", "half_up"),
        ("Rounded to 5 cents, with half of that rounded up.", "half_up"),
        ("Rounded half up, not half to even.", "half_up"),
        ("Rounded to whole cents in the usual commercial way (half a cent counts as a full one).", "half_up"),
        ("Points are rounded; half a point counts as one.", "half_up"),
        ("Rounded, and half a penny already becomes the next penny.", "half_up"),
        ("Each amount is rounded to cents by the merchants' rule.", "half_up"),
        ("Rounded to cents following commercial practice.", "half_up"),
        ("Rounded to tenths, as is usual in commerce.", "half_up"),
        ("Marks are rounded to whole points as learned at school.", "half_up"),
        ("Rounded to two decimals; a 5 in the third place rounds up.", "half_up"),
        ("Rounded to the nearest cent, half to even.", "half_even"),
        ("Halves go to the even cent.", "half_even"),
        ("Uses banker's rounding to two places.", "half_even"),
        ("Rounded with bankers' rounding.", "half_even"),
        ("Rounding: ROUND_HALF_EVEN.", "half_even"),
        ("Ties are rounded to the nearest even digit.", "half_even"),
        ("Rounded half down to cents.", "half_down"),
        ("Halves are rounded towards zero, to whole cents.", "half_down"),
        ("The fee is rounded down to whole cents.", "down"),
        ("Fractions of a cent are dropped.", "down"),
        ("Digits behind the second place are cut off.", "down"),
        ("Truncated to two decimals.", "down"),
        ("The points are always rounded down.", "down"),
        ("Rounded towards zero, to whole points.", "down"),
        ("The price is rounded up to the next cent.", "up"),
        ("Every begun kilometre counts.", "up"),
        ("Any fraction of a cent is counted as a cent.", "up"),
        ("Rounded to the nearest cent.", "nearest"),
        ("In grams, to the nearest gram.", "nearest"),
        ("Rounded up or down, as the mode says.", None),
        ("The rate is rounded down, the fee is rounded up.", None),
        ("mode: half_up, half_even or down; rounding.", None),
        ("Rounded to two decimals.", None),
        ("The tax is never rounded up.", None),
        ("Texts of more than 20 characters are cut off.", None),
        ("Half of the items are picked up.", None),
        ("Half an hour before the shop closes, the cents are counted.", None),
        ("Between 5 and 10 units.", None),
        ("Sets up half of the points.", None),
        ("Seconds are cut off.", None),
        ("Half of the price, rounded up.", None),
        ("Breaks of half an hour or more are deducted.", None),
        ("From half an hour on, the fee is 2 euros.", None),
        ("Ties on points go to the higher seed.", None),
        ("From level 5, goes up by 2 points.", None),
        ("Commercial rates, rounded to cents.", None),
        ("Rates of the commercial register, rounded to cents.", None),
        ("Half a point counts as a loss; rounded to cents.", None),
        ("Half a point counts as one game in the round robin.", None),
        ("Rounded to cents, as shops in the list do.", None),
        ("Finds the nearest depot; prices in cents.", None),
    ],
)
def test_a_description_tells_of_rounding(description, way):
    told = told_rounding(description)

    assert (told.way if told else None) == way


def test_what_is_taken_away_may_be_rounded():
    told = told_rounding("The discount is rounded half up to cents.")

    assert told is not None
    assert told.may_be_mirrored


def test_a_sentence_that_tells_of_two_roundings_tells_of_none() -> None:
    told = "Returns seconds, the duration rounded to a tenth, and readable, the same rounded up to whole seconds."

    assert told_rounding(told) is None


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Rounded to cents, with halves rounded away from zero.", True),
        ("Halves are rounded towards zero, to whole cents.", True),
        ("Rounded towards zero, to whole points.", True),
        ("Rounded to the nearest cent, half to even.", True),
        ("Rounded half up to two decimals.", False),
        ("Fractions of a cent are dropped.", False),
    ],
)
def test_a_way_may_be_the_same_below_zero(description, expected):
    told = told_rounding(description)

    assert told is not None
    assert is_of_both_signs(told) is expected
