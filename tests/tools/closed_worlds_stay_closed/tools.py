"""Tools that break closed_worlds_stay_closed, and others that resemble them and keep it."""

from __future__ import annotations

import http.client
import socket
from typing import Literal
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

CLOSED = {"open_world": False}


class MirrorArgs(BaseModel):
    mirror: str = Field(description="Host name of the mirror, for example 'mirror.example.com'.", max_length=100)


class ListedArgs(BaseModel):
    mirror: Literal["mirror-a.example.com", "mirror-b.example.com"] = Field(description="Host name of the mirror.")


class FeedArgs(BaseModel):
    feed_url: str = Field(description="Address of the feed.", max_length=200)


class TitleArgs(BaseModel):
    title: str = Field(description="Title of the feed.", max_length=200)


def answers(host: str) -> bool:
    try:
        socket.create_connection((host, 443), timeout=1).close()
    except (OSError, ValueError):
        return False
    return True


@breaks("closed_worlds_stay_closed")
@forge_tool(name="mirror_answers", args_schema=MirrorArgs, tier="read", facts=CLOSED, register=False)
def mirror_answers(args):
    """Tell whether a mirror of the archive answers."""
    return {"answers": answers(args.mirror)}


@keeps("closed_worlds_stay_closed")
@forge_tool(name="listed_mirror_answers", args_schema=ListedArgs, tier="read", facts=CLOSED, register=False)
def listed_mirror_answers(args):
    """Tell whether a mirror of the archive answers."""
    return {"answers": answers(args.mirror)}


@keeps("closed_worlds_stay_closed", judged=False)
@forge_tool(name="any_mirror_answers", args_schema=MirrorArgs, tier="read", facts={"open_world": True}, register=False)
def any_mirror_answers(args):
    """Tell whether a mirror of the archive answers."""
    return {"answers": answers(args.mirror)}


@breaks("closed_worlds_stay_closed")
@forge_tool(name="follow_feed", args_schema=FeedArgs, tier="write", facts=CLOSED, register=False)
def follow_feed(args):
    """Follow a feed."""
    try:
        with urlopen(args.feed_url, timeout=1) as answer:
            answer.read(1)
    except (OSError, ValueError, http.client.HTTPException):
        return {"feed": args.feed_url, "is_followed": False}
    return {"feed": args.feed_url, "is_followed": True}


@keeps("closed_worlds_stay_closed", judged=True)
@forge_tool(name="follow_our_feed", args_schema=TitleArgs, tier="write", facts=CLOSED, register=False)
def follow_our_feed(args):
    """Follow a feed of ours."""
    try:
        with urlopen(f"https://feeds.example.com/{quote(args.title, safe='')}", timeout=1) as answer:
            answer.read(1)
    except (OSError, ValueError, http.client.HTTPException):
        return {"feed": args.title, "is_followed": False}
    return {"feed": args.title, "is_followed": True}


@keeps("closed_worlds_stay_closed", judged=True)
@forge_tool(name="host_of_feed", args_schema=FeedArgs, tier="read", facts=CLOSED, register=False)
def host_of_feed(args):
    """Tell the host in the address of a feed."""
    try:
        return {"host": urlsplit(args.feed_url).hostname or ""}
    except ValueError:
        return {"host": ""}
