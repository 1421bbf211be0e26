"""Tools that choose one of several texts by counting them, and say what the order of the list changes."""

from __future__ import annotations

from collections import Counter

from ..marks import breaks, keeps


def _counted(picks: list[str]) -> Counter[str]:
    if not 1 <= len(picks) <= 50 or not all(pick.strip() for pick in picks):
        raise ValueError("picks must hold 1 to 50 names that are not blank.")
    return Counter(picks)


@breaks("common_rules_hold")
def most_picked(picks: list[str]) -> dict[str, object]:
    """Tell which cake most guests have picked. The result does not depend on the order of the picks.

    Args:
        picks: The cake that each guest has picked.
    """
    [(cake, guests)] = _counted(picks).most_common(1)
    return {"cake": cake, "guests": guests}


@keeps("common_rules_hold")
def most_picked_by_name(picks: list[str]) -> dict[str, object]:
    """Tell which cake most guests have picked. The result does not depend on the order of the picks.

    Args:
        picks: The cake that each guest has picked.
    """
    counts = _counted(picks)
    cake = min(counts, key=lambda name: (-counts[name], name))
    return {"cake": cake, "guests": counts[cake], "list": picks, "told": ", ".join(picks)}


@keeps("common_rules_hold")
def first_of_most_picked(picks: list[str]) -> dict[str, object]:
    """Tell which cake most guests have picked. Of several, the result depends on the order of the picks.

    Args:
        picks: The cake that each guest has picked.
    """
    [(cake, guests)] = _counted(picks).most_common(1)
    return {"cake": cake, "guests": guests}


@keeps("common_rules_hold")
def count_picks(picks: list[str]) -> dict[str, object]:
    """Count the cakes that guests have picked. The picks may come in any order.

    Args:
        picks: The cake that each guest has picked.
    """
    counts = _counted(picks)
    return {"kinds": len(counts), "begins_with": picks[0]}


@breaks("common_rules_hold")
def last_seat_left(rankings: list[list[str]]) -> str:
    """Strike seats until one is left, each time the one that fewest people want.

    The outcome rests on the rankings alone, never on the order in which they were sent.

    Args:
        rankings: For each person, the seats, the most wanted first.
    """
    if not rankings or not all(rankings):
        raise ValueError("rankings must hold at least one seat for each person.")
    left = list(dict.fromkeys(seat for ranking in rankings for seat in ranking))
    while len(left) > 1:
        wanted = Counter(next((seat for seat in ranking if seat in left), "") for ranking in rankings)
        left.remove(min(left, key=lambda seat: wanted[seat]))
    return left[0]


@keeps("common_rules_hold")
def last_seat_left_by_name(rankings: list[list[str]]) -> str:
    """Strike seats until one is left, each time the one that fewest people want.

    The outcome rests on the rankings alone, never on the order in which they were sent.

    Args:
        rankings: For each person, the seats, the most wanted first.
    """
    if not rankings or not all(rankings):
        raise ValueError("rankings must hold at least one seat for each person.")
    left = sorted({seat for ranking in rankings for seat in ranking})
    while len(left) > 1:
        wanted = Counter(next((seat for seat in ranking if seat in left), "") for ranking in rankings)
        left.remove(min(left, key=lambda seat: (wanted[seat], seat)))
    return left[0]
