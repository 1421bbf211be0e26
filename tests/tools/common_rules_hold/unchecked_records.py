"""Functions that look at who may use what a call names: at all of it, or at a part."""

from __future__ import annotations

from ..marks import breaks, keeps

_ALBUMS = {"alb-summer": 12, "alb-garden": 4, "alb-wedding": 230, "alb-school": 31}
_SHARED = {
    "kim": {"alb-summer", "alb-garden", "alb-school"},
    "lou": {"alb-summer", "alb-wedding"},
    "max": {"alb-wedding", "alb-school"},
}


def _photos(person: str, album: str) -> int:
    photos = _known(album)
    if album not in _SHARED.get(person, ()):
        raise ValueError(f"The album {album} is not shared with {person}.")
    return photos


def _known(album: str) -> int:
    if album not in _ALBUMS:
        raise LookupError(f"There is no album {album}.")
    return _ALBUMS[album]


@breaks("common_rules_hold")
def count_both(person: str, album: str, other: str) -> dict[str, int]:
    """Count the photos of two albums. People only see albums that are shared with them.

    Args:
        person: Who asks: kim, lou or max.
        album: An album, such as "alb-summer".
        other: One more.
    """
    return {"photos": _photos(person, album) + _known(other)}


@keeps("common_rules_hold", judged=True)
def count_two(person: str, album: str, other: str) -> dict[str, int]:
    """Count the photos of two albums. People only see albums that are shared with them.

    Args:
        person: Who asks: kim, lou or max.
        album: An album, such as "alb-summer".
        other: One more.
    """
    return {"photos": _photos(person, album) + _photos(person, other)}


@breaks("common_rules_hold")
def count_several(person: str, albums: list[str]) -> dict[str, int]:
    """Count the photos of albums. Nobody can look at albums of others.

    Args:
        person: Who asks: kim, lou or max.
        albums: The albums, such as "alb-summer".
    """
    if not albums:
        raise ValueError("Name an album.")
    _photos(person, albums[0])
    return {"photos": sum(_known(album) for album in albums)}


@keeps("common_rules_hold")
def send_photos(person: str, album: str, into: str) -> dict[str, int]:
    """Send the photos of an album to another one. People only see albums that are shared with them.

    Args:
        person: Who sends: kim, lou or max.
        album: An album, such as "alb-summer".
        into: Album that receives them, of whomever.
    """
    _known(into)
    return {"sent": _photos(person, album)}


@keeps("common_rules_hold")
def rank_albums(person: str, album: str, other: str) -> str:
    """Tell which of two albums has more photos. Everybody may know that; a person needs one album to ask.

    Args:
        person: Who asks: kim, lou or max.
        album: An album of the person, such as "alb-summer".
        other: One more.
    """
    return album if _photos(person, album) > _known(other) else other
