"""Conversations about commands, and about lines that arrive during a search.

Each begins with START 15 and few visits a move; see `scripted` for how they are written.
"""

COMMANDS = {
    "crlf, tabs, blanks and lower case": """
        > start 15\r
        < OK
        > \tTurn\t7,7 \r
        < MOVE
        > \r
        >
        >  \x20
        > restart \t
        < OK
    """,
    "a byte-order mark before the first command, as .NET writes it": """
        > \xef\xbb\xbfSTART 15
        < OK
    """,
    "sizes": """
        > START 5
        < OK
        > START 22
        < OK
        > START 4
        < ERROR unsupported size 4.*
        > START 23
        < ERROR .*
        > START 0
        < ERROR .*
        > START -15
        < ERROR .*
        > START 999999999999999999999999
        < ERROR .*
        > START fifteen
        < ERROR .*
        > START
        < ERROR .*
        > TURN 21,21
        < MOVE
    """,
    "two numbers after START, as Yixin-Board writes them": """
        > start 15 15
        < OK
        > start 15 14
        < ERROR .*
    """,
    "RECTSTART": """
        > RECTSTART 15,15
        < OK
        > RECTSTART 20,15
        < ERROR .*
        > RECTSTART
        < ERROR .*
    """,
    "RESTART empties the board and keeps the size": """
        > TURN 14,14
        < MOVE
        > RESTART
        < OK
        > TURN 14,14
        < MOVE
        > TURN 15,15
        < ERROR .*
    """,
    "a game of TURNs": """
        > BEGIN
        < MOVE
        > TURN 0,14
        < MOVE
        > TURN 1,14
        < MOVE
    """,
    "impossible TURNs change nothing": """
        > TURN 7,7
        < MOVE
        > TURN 7,7
        < ERROR .*taken.*
        > TURN 15,0
        < ERROR .*outside.*
        > TURN -1,3
        < ERROR .*outside.*
        > TURN 3
        < ERROR .*
        > TURN
        < ERROR .*
        > TURN a,b
        < ERROR .*
        > TURN 3,,3
        < ERROR .*
        > TURN 3,14,1
        < ERROR .*
        > TURN 3,14
        < MOVE
    """,
    "INFO is never answered": """
        > INFO
        > INFO timeout_turn
        > INFO timeout_turn abc
        > INFO TIMEOUT_MATCH 180000
        > INFO time_left 12.5
        > INFO max_memory 367001600
        > INFO max_memory 0
        > INFO max_memory -5
        > INFO max_memory 1
        > INFO max_memory 99999999999999999999999999
        > INFO game_type 3
        > INFO evaluate 7,7
        > INFO folder C:\\Program Files\\John's AI/data
        > INFO folder /tmp/caf\xc3\xa9 \xff\xfe's
        > INFO folder START 15
        > INFO max_depth 100
        > INFO max_depth x
        > INFO thread_num 4
        > INFO hash_size 131072
        > INFO pondering 1
        > INFO caution_factor 4
        > INFO show_detail 3
        > INFO usedatabase 1
        > INFO checkmate 0
        > INFO time_increment 100
        > INFO rule 77
        > INFO rule x
        > INFO some_new_key some value
        > info game_type 1
        > INFO max_memory 367001600
        > TURN 7,7
        < MOVE
    """,
    "clocks that are empty, negative or endless": """
        > INFO time_left -501
        > TURN 7,7
        < MOVE
        > INFO time_left 0
        > TURN 0,14
        < MOVE
        > INFO time_left 2147483647
        > INFO timeout_match 100000000
        > TURN 2,14
        < MOVE
        > INFO timeout_turn 0
        > TURN 4,14
        < MOVE
        > INFO timeout_turn 100
        > INFO timeout_match 2147483647
        > TURN 6,14
        < MOVE
        > INFO timeout_turn -1
        > INFO time_left 99999999999999999999
        > TURN 8,14
        < MOVE
    """,
    "PLAY repeats the square": """
        > PLAY 3 , 4
        < 3,4
        > PLAY 3,4
        < ERROR .*
        > PLAY
        < ERROR .*
        > TURN 4,14
        < MOVE
    """,
    "an unknown command is UNKNOWN, and changes nothing": """
        > TURN 7,7
        < MOVE
        > HELLO there
        < UNKNOWN command HELLO
        > 7,7
        < UNKNOWN .*
        > DONE
        < UNKNOWN .*
        > YXHASHCLEAR
        < UNKNOWN .*
        > SUGGEST 7,7
        < UNKNOWN .*
        > \xff\xfe\x00\x07
        < UNKNOWN .*
        > TURN7,8
        < UNKNOWN .*
        > TURN 7,7
        < ERROR .*
    """,
    "a line that is far too long": f"""
        > {"x" * 20000}
        < UNKNOWN command X{{40}}
        > TURN {"9" * 20000},7
        < ERROR .*
    """,
    "the rule counts from its INFO on, before START or after it": """
        > INFO rule 4
        > START 15
        < OK
        > YXBOARD
        > 7,6,1
        > 0,0,2
        > 7,8,1
        > 0,2,2
        > 6,7,1
        > 0,4,2
        > 8,7,1
        > 0,6,2
        > DONE
        > YXSHOWFORBID
        < FORBID 0707.
        > INFO rule 0
        > yxshowforbid
        < FORBID .
        > INFO rule 2
        > YXSHOWFORBID
        < FORBID 0707.
        > INFO rule 1
        > YXSHOWFORBID
        < FORBID .
    """,
    "YXBOARD, YXNBEST and the stops of an idle brain": """
        > yxstop
        > STOP
        > yxboard
        > 7,7,2
        > done
        > yxnbest 3
        < MESSAGE visits .*
        < MESSAGE \\(1\\) .*
        < MESSAGE \\(2\\) .*
        < MESSAGE \\(3\\) .*
        < MOVE
        > YXNBEST
        < MESSAGE visits .*
        < MESSAGE \\(1\\) .*
        < MOVE
        > YXSTOP
        > yxboard
        > done
        > TURN 7,7
        < MOVE
    """,
    "a search reports its result in one line": """
        > INFO max_node 300
        > TURN 7,7
        < MESSAGE visits \\d+ value [-+]\\d\\.\\d+ pv [a-o0-9 ]+ rule freestyle build \\w+
        < MOVE
    """,
    "a stopped search gives its move": """
        > INFO max_node -1
        > INFO timeout_turn 600000
        > TURN 7,7
        > YXSTOP
        < MOVE
        > TURN 0,14
        > STOP
        < MOVE
        > TURN 2,14
        > INFO TIMEOUT_TURN 0
        < MOVE
    """,
    "a stopped search gives its move though a new game follows at once": """
        > INFO max_node 0
        > INFO timeout_turn 600000
        > TURN 7,7
        > YXSTOP
        > START 15
        < MOVE
        < OK
        > TURN 7,7
        > INFO timeout_turn 0
        > BOARD
        < MOVE
        > 7,7,2
        > DONE
        < MOVE
    """,
    "a new game during a search: the old move is never printed": """
        > INFO max_node 0
        > INFO timeout_turn 600000
        > TURN 7,7
        > START 15
        < OK
        > TURN 7,7
        > RESTART
        < OK
        > TURN 7,7
        > START 3
        < ERROR .*
        > INFO max_node 20
        > TURN 8,8
        < MOVE
    """,
    "a new position during a search": """
        > INFO max_node 0
        > INFO timeout_turn 600000
        > TURN 7,7
        > TAKEBACK 7,7
        < OK
        > TURN 7,7
        > BOARD
        > 7,7,2
        > INFO max_node 20
        > DONE
        < MOVE
        > INFO max_node 0
        > TURN 0,14
        > YXBOARD
        > DONE
        > TURN 0,14
        > INFO max_node 20
        > SWAP2BOARD
        > DONE
        < MOVE MOVE MOVE
    """,
    "other commands wait for the move and keep their order": """
        > INFO max_node 0
        > INFO timeout_turn 600000
        > TURN 7,7
        > ABOUT
        > YXSHOWFORBID
        > NONSENSE
        > INFO rule 1
        > INFO max_node 20
        > TURN 0,14
        > TURN 0,14
        > YXSTOP
        < MOVE
        < name="Fukumi".*
        < FORBID .
        < UNKNOWN .*
        < MOVE
        < ERROR .*taken.*
    """,
}
