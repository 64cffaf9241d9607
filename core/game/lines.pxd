# Declarations of lines.py for the other compiled modules.

cdef enum:
    RULE_FREESTYLE = 0    # the codes of core.game.rules.Rule
    RULE_STANDARD = 1
    RULE_RENJU = 4
    RULE_CARO = 8
    RULE_CARO_EXACT = 9
    RULE_CODES = 10

cdef enum:
    HALVES = 364          # states of a half-line of up to five squares
    CODES = 132496        # HALVES * HALVES: a line seen from its empty centre

# Line classes: what a stone on the centre makes of this line.
cdef enum:
    L_NONE = 0            # no five can come through the centre
    L_ONE = 1
    L_TWO = 2             # one more stone makes L_THREE
    L_OPEN_TWO = 3        # one more stone makes L_OPEN_THREE
    L_THREE = 4           # one more stone makes L_FOUR
    L_OPEN_THREE = 5      # one more stone makes a four that no single reply stops
    L_FOUR = 6            # one more stone makes L_FIVE
    L_DOUBLE_FOUR = 7     # two fours at once, not a straight four
    L_OPEN_FOUR = 8       # a straight four
    L_FIVE = 9            # wins
    L_OVERLINE = 10       # six or more where only exactly five wins

# Cell classes: the four lines through an empty square taken together.
cdef enum:
    C_NONE = 0
    C_TWO = 1
    C_OPEN_TWO = 2
    C_OPEN_TWO_TWICE = 3
    C_THREE = 4
    C_THREE_PLUS = 5      # with another three or an open two
    C_OPEN_THREE = 6
    C_OPEN_THREE_PLUS = 7 # with a three or an open two
    C_DOUBLE_THREE = 8
    C_FOUR = 9
    C_FOUR_PLUS = 10      # with a three or an open two
    C_FOUR_THREE = 11
    C_OPEN_FOUR = 12      # a four that no single reply stops
    C_FIVE = 13
    C_FOUL = 14           # renju Black: overline or double four
    C_FOUL_MAYBE = 15     # renju Black: two open threes, true or false
    C_CLASSES = 16

cdef unsigned short HALF_OFFSET[6]
cdef unsigned short POWER[5]
cdef unsigned short HALF_SWAP[HALVES]

cdef unsigned char *line_table(int rule_code) except NULL
cdef unsigned char *threat_table(int rule_code) except NULL
cdef unsigned char *cell_table(bint renju_black) except NULL
cdef unsigned char *_kind_table(int kind) except NULL
cdef unsigned char *_allocate(int size) except NULL
cdef unsigned char *_merge(unsigned char *black, unsigned char *white) except NULL
