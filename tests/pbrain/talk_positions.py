"""Conversations about positions: BOARD, TAKEBACK, swap2, and full boards.

Each begins with START 15 and few visits a move; see `scripted` for how they are written.
"""

WALLED = "\n".join(f"> {x},{y},3" for y in range(15) for x in range(15) if y not in (3, 7) or x > 5)
"""Stones on a 15x15 board except six squares in each of two rows."""

FOUL_LEFT = "\n".join(
    f"> {x},7,1\n> {other},3,2" for x, other in zip((0, 1, 2, 4, 5), (0, 1, 3, 4, 5), strict=True)
)
"""Stones in those squares that leave Black 2,3 and the overline 3,7."""

POSITIONS = {
    "an empty BOARD is the first move, as the judge asks for it": """
        > BOARD
        > DONE
        < MOVE
        > TURN 0,0
        < MOVE
    """,
    "BOARD in Yixin-Board's small letters": """
        > board
        > 7,7,2
        > done
        < MOVE
    """,
    "BOARD with an odd count, ours to move as White": """
        > BOARD
        > 7,7,2
        > 8,8,1
        > 9,9,2
        > DONE
        < MOVE
    """,
    "BOARD out of order, with blanks": """
        > BOARD
        > 8,8,1
        > \t9 , 9 ,1\r
        > 7,7,2
        > 6, 7, 2
        > DONE\r
        < MOVE
    """,
    "BOARD replaces the position without RESTART": """
        > TURN 7,7
        < MOVE
        > BOARD
        > 0,0,1
        > 1,1,2
        > DONE
        < MOVE
        > TURN 7,8
        < MOVE
        > BOARD
        > DONE
        < MOVE
        > TURN 0,0
        < MOVE
    """,
    "BOARD with counts that do not alternate": """
        > BOARD
        > 0,0,1
        > 1,0,1
        > 2,0,1
        > DONE
        < MOVE
        > BOARD
        > 0,0,2
        > 1,0,2
        > 2,0,2
        > DONE
        < MOVE
    """,
    "BOARD with only stones of neither side": """
        > BOARD
        > 7,7,3
        > 8,8,3
        > 9,9,3
        > DONE
        < MOVE
        > TURN 7,7
        < ERROR .*taken.*
    """,
    "BOARD skips lines it cannot use": """
        > BOARD
        > 7,7,1
        > 7,7,2
        > 15,3,1
        > -1,3,2
        > 99999999999,3,2
        > 3,3
        > 3,3,0
        > 3,3,4
        > 3,3,one
        > \xff\xfe
        >
        > nonsense
        > 8,8,2
        > DONE
        < MOVE
        > TAKEBACK 3,3
        < ERROR .*
        > TAKEBACK 7,7
        < OK
    """,
    "INFO inside BOARD is an INFO": """
        > BOARD
        > 7,7,1
        > INFO time_left 5000
        > 8,8,2
        > YXSTOP
        > DONE
        < MOVE
    """,
    "a BOARD without DONE is abandoned for the next command": """
        > BOARD
        > 7,7,1
        > START 15
        < OK
        > TURN 7,7
        < MOVE
        > BOARD
        > 7,7,2
        > TURN 9,13
        < MOVE
        > DONE
        < UNKNOWN .*
    """,
    "a board on the line of its command": """
        > YXBOARD 7,7,1 8,8,2 DONE
        > TURN 7,7
        < ERROR .*
        > BOARD DONE
        < MOVE
    """,
    "TAKEBACK of several stones, newest first, then of any": """
        > BOARD
        > 7,7,1
        > 8,8,2
        > 9,9,1
        > 10,9,2
        > DONE
        < MOVE
        > TAKEBACK 10,9
        < OK
        > TAKEBACK 10,9
        < ERROR .*
        > TAKEBACK 9,9
        < OK
        > TAKEBACK 7,7
        < OK
        > TAKEBACK
        < ERROR .*
        > TAKEBACK 77,7
        < ERROR .*
        > TURN 7,7
        < MOVE
    """,
    "a renju Black left with a foul and a legal square takes the legal one": f"""
        > INFO rule 4
        > BOARD
        {WALLED}
        {FOUL_LEFT}
        > DONE
        < 2,3
    """,
    "a renju Black left with nothing but a foul plays it rather than lose on time": f"""
        > INFO rule 4
        > BOARD
        {WALLED}
        {FOUL_LEFT}
        > 2,3,3
        > DONE
        < 3,7
    """,
    "the last square, and none": """
        > START 5
        < OK
        > BOARD
        > 0,0,3 \x20
    """
    + "\n".join(f"> {n % 5},{n // 5},3" for n in range(1, 24))
    + """
        > DONE
        < 4,4
        > BEGIN
        < ERROR .*full
        > YXNBEST 2
        < ERROR .*full
        > RESTART
        < OK
    """,
    "a move after the game is over": """
        > BOARD
        > 0,0,1
        > 0,1,2
        > 1,0,1
        > 1,1,2
        > 2,0,1
        > 2,1,2
        > 3,0,1
        > 3,1,2
        > 4,0,1
        > 4,2,2
        > DONE
        < MOVE
        > TURN 14,14
        < MOVE
    """,
    "swap2 with no stones": """
        > SWAP2BOARD
        > DONE
        < MOVE MOVE MOVE
        > BOARD
        > DONE
        < MOVE
    """,
    "swap2 with three stones": """
        > SWAP2BOARD
        > 7,7
        > 7,8
        > 3,3
        > DONE
        < (SWAP|MOVE|MOVE MOVE)
    """,
    "swap2 with five stones, then the game": """
        > swap2board
        > 7,7
        > 7,8
        > 3,3
        > 9,9
        > 2,2
        > done
        < (SWAP|MOVE)
        > BOARD
        > 7,7,1
        > 7,8,2
        > 3,3,1
        > 9,9,2
        > 2,2,1
        > 5,5,2
        > DONE
        < MOVE
    """,
    "swap2 with an unsupported count": """
        > SWAP2BOARD
        > 7,7
        > DONE
        < ERROR .*
        > SWAP2BOARD
        > 7,7
        > 7,7
        > 99,1
        > 1,2,3
        > DONE
        < ERROR .*
        > TURN 1,1
        < MOVE
    """,
}
