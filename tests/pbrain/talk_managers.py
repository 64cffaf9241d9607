"""Conversations as managers begin them: the first lines of a process.

See `scripted` for how they are written.
"""

MANAGERS = {
    "Yixin-Board, which counts a move for each search": """
        > yxshowinfo
        < MESSAGE INFO MAX_THREAD_NUM \\d+
        > start 15
        < OK
        > info timeout_turn 600000
        > board
        > 7,7,2
        > done
        > start 15
        < MOVE
        < OK
        > yxboard
        > 7,7,2
        > done
        > yxnbest 2
        > yxboard
        < MOVE
        > done
        > start 15
        < OK
    """,
    "c-gomoku-cli: ABOUT before START": """
        > ABOUT
        < name="Fukumi", version="[0-9.]+", author=".+", country=".+", www=.*, email=.*
        > START 15
        < OK
        > INFO rule 0
        > INFO timeout_turn 300
        > INFO timeout_match 0
        > INFO max_depth 0
        > INFO max_node 50
        > INFO max_memory 367001600
        > INFO thread_num 1
        > INFO time_left 2147483647
        > BEGIN
        < MOVE
    """,
    "the judge: all at once, no waiting, BOARD and never BEGIN": """
        > START 20\r
        > INFO timeout_turn 200\r
        > INFO timeout_match 100000\r
        > INFO max_memory 367001600\r
        > INFO game_type 3\r
        > INFO rule 0\r
        > INFO folder C:\\judge's client\\data 1\r
        > INFO time_left 100000\r
        > BOARD\r
        > 13,13,2\r
        > 10,13,1\r
        > 10,12,2\r
        > DONE\r
        < OK
        < MOVE
        > INFO time_left 99000\r
        > TURN 0,19\r
        < MOVE
    """,
    "Piskvork: START, INFO, TURN as the first move": """
        > START 20\r
        < OK
        > INFO max_memory 367001600\r
        > INFO timeout_match 180000\r
        > INFO timeout_turn 200\r
        > INFO game_type 2\r
        > INFO rule 1\r
        > INFO time_left 180000\r
        > INFO folder C:\\Documents and Settings\\All Users\r
        > TURN 10,10\r
        < MOVE
        > TAKEBACK 10,10\r
        < OK
    """,
    "qpiskvork: ABOUT, INFO and BEGIN without waiting for OK": """
        > START 15
        > ABOUT
        > INFO timeout_turn 100
        > INFO game_type 0
        > INFO rule 4
        > INFO time_left 10000
        > BEGIN
        < OK
        < name=.*
        < MOVE
    """,
    "INFO before START is kept": """
        > INFO rule 4
        > INFO max_node 20
        > START 15
        < OK
        > YXBOARD 7,6,1 0,0,2 7,8,1 0,2,2 6,7,1 0,4,2 8,7,1 0,6,2 DONE
        > YXSHOWFORBID
        < FORBID 0707.
    """,
    "TURN before START plays on a board of 20": """
        > INFO timeout_turn 100
        > TURN 19,19
        < MOVE
        > TURN 20,20
        < ERROR .*
    """,
    "BEGIN before START": """
        > INFO timeout_turn 100
        > BEGIN
        < MOVE
    """,
    "RESTART before START": """
        > RESTART
        < OK
        > INFO timeout_turn 0
        > BOARD
        > 19,19,2
        > DONE
        < MOVE
    """,
}
