"""Check of an installed Fukumi by the interpreter that has it: the brain answers, a match runs.

Needs the extra `tournament` and no compiler; run it outside a checkout, where Python finds the
installed package.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FUKUMI = (sys.executable, "-P", "-m", "fukumi")
TALK = "INFO timeout_turn 300\nSTART 15\nBEGIN\n"
MATCH = ("--engine=fukumi", "--engine=cmd=heuristic", "--each=tc=0/0.3 tolerance=60")


def run(folder: Path, *words: str) -> str:
    """Return the output of a command of ours, run in a folder.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    done = subprocess.run([*FUKUMI, *words], cwd=folder, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def first_move(folder: Path) -> str:
    """Return the brain's move on the empty board."""
    with subprocess.Popen(
        [*FUKUMI, "brain"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as brain:
        assert brain.stdin
        assert brain.stdout
        brain.stdin.write(TALK)
        brain.stdin.flush()
        replies = (line for line in brain.stdout if not line.startswith("MESSAGE"))
        assert next(replies) == "OK\n"
        move = next(replies).strip()
        brain.stdin.close()  # which ends the brain
        return move


def main() -> None:
    """Check the installed package, and say what was checked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        about = json.loads(run(folder, "about", "--json"))
        assert len(about["nets"]) == 4, about
        move = first_move(folder)
        assert re.fullmatch(r"\d+,\d+", move), move
        run(folder, "tournament", "run", "games", *MATCH)
        played = json.loads(run(folder, "tournament", "show", "games", "--json"))
        assert played["results"] in ({"black": 1, "white": 1}, {"black": 2}, {"white": 2}), played
        assert not any(engine["faults"] for engine in played["engines"]), played
        python = ".".join(map(str, sys.version_info[:3]))
        print(f"Fukumi {about['version']}, {about['build']}, Python {python}: {move}, 2 games")


if __name__ == "__main__":
    main()
