"""The conversation with a page that plays Choko.

A page sends the whole game with every message, so that undoing and going on after a reload need
no state here:

    {"actions": [0, 24, ...], "player": "pgts"}

`player` is the opponent that is to add an action, or null. The answer is the position after the
actions, or {"type": "error", "text": ...}.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from functools import cache

from board.board_error import BoardError
from board.search_lane import Reply, error_reply
from core.papers.choko_net import ChokoNet
from core.papers.choko_players import Actor, ChokoPlayer, GuidedSearch, Minimax, bundled_net
from core.papers.choko_rules import ACTIONS, BLUE, MOST_ACTIONS, RED, ChokoPosition

LONGEST_CHOKO_MESSAGE = 4096

_net: Callable[[], ChokoNet] = cache(bundled_net)

OPPONENTS: dict[str, Callable[[], ChokoPlayer]] = {
    "pgts": lambda: GuidedSearch(_net()),
    "minimax": lambda: Minimax(random.Random()),
    "ppo": lambda: Actor(_net(), random.Random()),
}
"""Players to play against: ChokoZero's tree search, minimax of 3 plies, and its actor alone."""

WINNERS = {BLUE: "Blue wins", RED: "Red wins"}


def played(actions: Sequence[object]) -> ChokoPosition:
    """Return the position after these actions.

    Raises:
        BoardError: they are not a game of Choko.
    """
    if len(actions) > MOST_ACTIONS:
        raise BoardError(f"a game of Choko has {MOST_ACTIONS} actions at most")
    position = ChokoPosition()
    for action in actions:
        if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < ACTIONS:
            raise BoardError(f"{action!r:.40} is not an action of Choko")
        try:
            position = position.play(action)
        except ValueError as error:
            raise BoardError(str(error)) from error
    return position


def result(position: ChokoPosition) -> str:
    """Return who has won, in words; empty while the game goes on."""
    return WINNERS.get(position.winner, "A draw") if position.over else ""


async def answer(text: str) -> Reply:
    """Return the answer to a page's message."""
    try:
        actions, opponent = _parsed(text)
        position = played(actions)
        if opponent is not None and not position.over:
            # in a thread: the search must not keep other pages waiting
            actions.append(await asyncio.to_thread(opponent().choose, position))
            position = played(actions)
    except BoardError as error:
        return error_reply(error)
    return {
        "type": "position",
        "actions": actions,
        "cells": position.cells,
        "hands": position.hands,
        "to_move": position.to_move,
        "initiative": position.initiative,
        "legal": position.legal(),
        "result": result(position),
    }


def _parsed(text: str) -> tuple[list[int], Callable[[], ChokoPlayer] | None]:
    if len(text) > LONGEST_CHOKO_MESSAGE:
        raise BoardError("the message is too long")
    try:
        message = json.loads(text)
        actions, name = message["actions"], message["player"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise BoardError('a message is {"actions": [...], "player": a name or null}') from error
    if not isinstance(actions, list):
        raise BoardError("the actions are not a list")
    if name is None:
        return actions, None
    if not isinstance(name, str) or name not in OPPONENTS:
        raise BoardError(f"there is no player {name!r:.40}: choose of {', '.join(OPPONENTS)}")
    return actions, OPPONENTS[name]
