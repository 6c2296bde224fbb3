"""Types a command line and the Tab key into a real shell, and prints the words that it would have run.

usage: complete.py bash|zsh|fish SCRIPT LINE
The script is the one that `httpcache --generate-completion` printed. The line is completed where it ends.
"""

import os
import pty
import re
import select
import sys
import time

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


def until(descriptor, pattern, limit=20):
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


def quiet(descriptor, pause=0.6, limit=10):
    """Reads until nothing comes any more."""
    end = time.time() + limit
    while time.time() < end and select.select([descriptor], [], [], pause)[0]:
        os.read(descriptor, 65536)


def main():
    shell, script, line = sys.argv[1:]
    child, descriptor = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="200", LINES="50")
        os.execvp(STARTS[shell][0], STARTS[shell])
    time.sleep(0.3)
    os.write(descriptor, (LOADS[shell].format(script) + "\n").encode())
    until(descriptor, r"READY> (\x1b[^R]*)?$", 10)
    os.write(descriptor, line.encode())
    quiet(descriptor)
    os.write(descriptor, b"\t")
    quiet(descriptor)
    # To the beginning of the line, where the words get another command.
    os.write(descriptor, b"\x01")
    os.write(descriptor, b"printf 'WORD<%s>\\n' ")
    os.write(descriptor, b"\x05\n")
    text = until(descriptor, r"\nWORD<[^%][\s\S]*READY> ")
    os.write(descriptor, b"\x03exit\n")
    os.close(descriptor)
    print(" ".join(re.findall(r"WORD<([^%>\n]*)>", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text))))


main()
