"""Small protocol programs: a well-behaved one, and copies of it with one fault each."""

import sys
from pathlib import Path

from tournaments.acceptance.program_entry import Entry

GOOD = """
import os, sys, time

def litter(folder):
    try:
        os.makedirs(folder, exist_ok=True)
        open(folder + "/x", "w").close()
    except OSError:
        pass

def say(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()

def play(stones, size):
    taken = {{tuple(line.split(",")[:2]) for line in stones}}
    for y in range(size):
        for x in range(size):
            if (str(x), str(y)) not in taken:
                return f"{{x}},{{y}}"

size, hoard, thinks, warning = 20, [], False, ""
for line in sys.stdin:
    words = line.split() or [""]
    match words[0]:
        case "ABOUT":
            say('name="Good"')
        case "START":
            size = int(words[1])
{start}
            say("OK", {ok_end!r})
        case "INFO":
{info}
        case "BOARD":
            stones = []
            while (line := sys.stdin.readline().strip()) != "DONE":
                stones.append(line)
{think}
            if warning:
                say(warning)
            say("MESSAGE visits 9 build good")
            say({move})
        case "END":
{end}
            break
{gone}
"""

HOARD = "hoard.append(bytearray(b'x' * 8000000)); time.sleep(0.05)"
WARN = "if words[1] == 'max_memory': warning = 'MESSAGE too little: ' + words[2]"

FAULTS = {
    "CR at the line's end": {"ok_end": "\r\n"},
    "noise on stderr": {"start": "print('hello', file=sys.stderr)"},
    "an illegal move": {"move": "'99,99'"},
    "no move": {"move": "'resign'"},
    "a slow start": {"start": "time.sleep(2)"},
    "silence": {"think": "time.sleep(3600)"},
    "half a second a move": {"think": "time.sleep(0.5)"},
    "staying after END": {"end": "time.sleep(3600)"},
    "staying after the end of input": {"gone": "if words[0] != 'END': time.sleep(3600)"},
    "words after END": {"end": "say('bye')"},
    "an error code": {"gone": "sys.exit(3)"},
    "files in the folder": {"info": "if words[1] == 'folder': litter(line.strip()[12:])"},
    "files where it runs": {"start": "open('log', 'a').close()"},
    "modules where it runs": {"start": "sys.path.insert(0, os.getcwd()); import queue"},
    "files of its own": {"start": "open(sys.argv[0] + '.log', 'a').write('x')"},
    "afraid of blanks": {"start": "assert ' ' not in sys.argv[0]"},
    "memory": {"think": f"while True: {HOARD}"},
    "too little memory, told": {"info": WARN},
    "too little memory, told and taken": {
        "info": f"{WARN}\n            if words[1] == 'timeout_turn': thinks = int(words[2]) > 9999",
        "think": f"while thinks: {HOARD}",
    },
}
"""The code that each fault replaces in the good program."""

SERVER = """if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    open(sys.argv[0] + ".pids", "a").write(f"{os.getpid()} ")
                    time.sleep(3600)
                os._exit(0)"""
"""Code that leaves a process behind which keeps the program's streams open, as wine does."""


def with_server(folder: Path) -> Entry:
    """Return the good program, which leaves SERVER behind, in a new folder."""
    return _entry(folder, {"start": SERVER})


def entry_of(folder: Path, fault: str = "") -> Entry:
    """Return the program with a fault, or with none, in a new folder."""
    return _entry(folder, FAULTS.get(fault, {}))


def _entry(folder: Path, changed: dict[str, str]) -> Entry:
    parts = {"ok_end": "\n", "move": "play(stones, size)"}
    parts |= dict.fromkeys(("start", "info", "think", "end", "gone"), "pass")
    parts |= changed
    for name, depth in {"start": 3, "info": 3, "think": 3, "end": 3, "gone": 0}.items():
        parts[name] = "    " * depth + parts[name]
    return script(folder, GOOD.format(**parts))


def script(folder: Path, text: str) -> Entry:
    """Return a Python script as a program, alone in a new folder."""
    executable = folder / "program" / "pbrain-test"
    executable.parent.mkdir()
    executable.write_text(f"#!{sys.executable}\n{text}")
    executable.chmod(0o755)
    return Entry(executable)
