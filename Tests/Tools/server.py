"""Starts a server for a test and prints the number of its process, once it answers.

usage: server.py PID_FILE PORT ERRORS COMMAND...
The server writes PID_FILE once it has the port; what it says goes to ERRORS. The exit code is 1 where it has ended
before. It inherits no descriptor of the tests: one of a pipe would hold up a test that waits for the pipe's end. Nor
does it inherit the signals that a thread of the tests blocks.
"""

import os
import signal
import socket
import subprocess
import sys
import time

pid_file, port, errors = sys.argv[1], int(sys.argv[2]), sys.argv[3]
signal.pthread_sigmask(signal.SIG_SETMASK, [])
with open(errors, "w") as said:
    server = subprocess.Popen(
        sys.argv[4:], stdin=subprocess.DEVNULL, stdout=said, stderr=said, close_fds=True, start_new_session=True
    )
while server.poll() is None:
    try:
        if os.path.exists(pid_file):
            socket.create_connection(("127.0.0.1", port)).close()
            print(server.pid)
            sys.exit(0)
    except OSError:
        pass
    time.sleep(0.01)
sys.exit(1)
