"""Types command lines and the Tab key into a real shell, and prints the words that each would have run, a line each.

usage: complete.py bash|zsh|fish SCRIPT LINE...
The script is the one that `httpcache --generate-completion` printed. Each line is completed where it ends.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

STARTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LOADS = {
    "bash": "PS1='READY> '; bind 'set bell-style none'; source '{}'",
    "zsh": "PS1='READY> '; autoload -Uz compinit; compinit -u -D; source '{}'",
    "fish": "function fish_prompt; printf 'READY> '; end; set -g fish_autosuggestion_enabled 0; source '{}'",
}


def until(descriptor, pattern, limit=120):
    """Reads until the pattern is seen; what was read."""
    text, end = "", time.time() + limit
    while time.time() < end:
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                text += os.read(descriptor, 65536).decode(errors="replace")
            except OSError:
                return text
            # fish asks which terminal it is, and waits for the answer.
            if "\x1b[c" in text.rpartition("READY")[2] and not until.answered:
                until.answered = True
                os.write(descriptor, b"\x1b[?62c")
        if re.search(pattern, text):
            return text
    return text


until.answered = False


def quiet(descriptor, pause=0.2, limit=10):
    """Reads until nothing comes for a while; what is typed before the shell is ready for it waits in any case."""
    end = time.time() + limit
    while time.time() < end and select.select([descriptor], [], [], pause)[0]:
        os.read(descriptor, 65536)


def several(shell, script, lines):
    """Each line in a shell of its own, some at the same time."""

    def one(line):
        return subprocess.run([sys.executable, __file__, shell, script, line], capture_output=True, text=True)

    with ThreadPoolExecutor(4) as pool:
        for run in pool.map(one, lines):
            sys.stderr.write(run.stderr)
            print(run.stdout.rstrip("\n"))


def main():
    shell, script, line, *more = sys.argv[1:]
    if more:
        return several(shell, script, [line] + more)
    child, descriptor = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="200", LINES="50")
        os.execvp(STARTS[shell][0], STARTS[shell])
    time.sleep(0.3)
    os.write(descriptor, (LOADS[shell].format(script) + "\n").encode())
    until(descriptor, r"READY> (\x1b[^R]*)?$")
    os.write(descriptor, line.encode())
    quiet(descriptor)
    os.write(descriptor, b"\t")
    quiet(descriptor)
    # To the beginning of the line, where the words get another command.
    os.write(descriptor, b"\x01")
    os.write(descriptor, b"printf 'WORD<%s>\\n' ")
    os.write(descriptor, b"\x05\n")
    # The line is run as it stands: what is not quoted in it would be run, too.
    text = until(descriptor, r"\nWORD<(?!%s)[\s\S]*READY> ")
    os.write(descriptor, b"\x03exit\n")
    os.close(descriptor)
    # Without colours, movements and window titles.
    plain = re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|\(B)", "", text)
    print(" ".join(re.findall(r"^\s*WORD<(.*)>\r?$", plain, re.MULTILINE)))


main()
