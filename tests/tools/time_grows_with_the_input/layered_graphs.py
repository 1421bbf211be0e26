"""Tools for courses and dishes of which each needs others: some follow every way through them."""

from __future__ import annotations

from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Dish(TypedDict):
    """A dish, and the dishes that are made first."""

    dish: str
    minutes: int
    first: list[str]


@breaks("time_grows_with_the_input")
def count_terms(courses: dict[str, list[str]]) -> dict:
    """Count the terms that all courses take.

    Args:
        courses: The courses that each course needs.
    """

    def term(course: str, above: tuple[str, ...] = ()) -> int:
        if course in above:
            raise ValueError("The courses need each other in a circle. Take one of them out.")
        return 1 + max((term(one, (*above, course)) for one in courses.get(course, [])), default=0)

    return {"terms": max(map(term, courses), default=0)}


@keeps("time_grows_with_the_input", judged=True)
def count_terms_once(courses: dict[str, list[str]]) -> dict:
    """Count the terms that all courses take.

    Args:
        courses: The courses that each course needs.
    """
    known: dict[str, int] = {}

    def term(course: str, above: tuple[str, ...] = ()) -> int:
        if course in above:
            raise ValueError("The courses need each other in a circle. Take one of them out.")
        if course not in known:
            known[course] = 1 + max((term(one, (*above, course)) for one in courses.get(course, [])), default=0)
        return known[course]

    return {"terms": max(map(term, courses), default=0)}


@breaks("time_grows_with_the_input")
def minutes_until(dish: str, dishes: list[Dish]) -> dict:
    """Tell after how many minutes a dish is ready.

    Args:
        dish: The dish.
        dishes: All dishes, each behind those that are made first.
    """
    known = {one["dish"]: one for one in dishes}
    places = {one["dish"]: place for place, one in enumerate(dishes)}
    if dish not in known or any(
        places.get(first, place) >= place for place, one in enumerate(dishes) for first in one["first"]
    ):
        raise ValueError("Name a dish of the list, and put each dish behind those that are made first.")

    def ready(name: str) -> int:
        return known[name]["minutes"] + max(map(ready, known[name]["first"]), default=0)

    return {"minutes": ready(dish)}


@keeps("time_grows_with_the_input", judged=True)
def minutes_in_turn(dish: str, dishes: list[Dish]) -> dict:
    """Tell after how many minutes a dish is ready.

    Args:
        dish: The dish.
        dishes: All dishes, each behind those that are made first.
    """
    ready: dict[str, int] = {}
    for one in dishes:
        if any(first not in ready for first in one["first"]):
            raise ValueError("Put each dish behind those that are made first.")
        ready[one["dish"]] = one["minutes"] + max((ready[first] for first in one["first"]), default=0)
    if dish not in ready:
        raise ValueError("Name a dish of the list.")
    return {"minutes": ready[dish]}
