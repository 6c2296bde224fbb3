"""A SOCKS5 proxy for a test (RFC 1928): no authentication, CONNECT only.

usage: socks5.py PORT PID_FILE LOG
LOG gets a line for each request: the host as the client gave it, and the port. Every name leads to 127.0.0.1.
"""

import os
import socket
import sys
import threading


def copy(source, sink):
    while data := source.recv(65536):
        sink.sendall(data)
    sink.close()


def serve(client, log):
    client.recv(client.recv(2)[1])
    client.sendall(b"\x05\x00")
    kind = client.recv(4)[3]
    host = socket.inet_ntoa(client.recv(4)) if kind == 1 else client.recv(client.recv(1)[0]).decode()
    port = int.from_bytes(client.recv(2), "big")
    with open(log, "a") as lines:
        lines.write(f"{host} {port}\n")
    origin = socket.create_connection(("127.0.0.1", port))
    client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
    threading.Thread(target=copy, args=(origin, client), daemon=True).start()
    copy(client, origin)


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
with open(sys.argv[2], "w") as number:
    number.write(str(os.getpid()))
while True:
    threading.Thread(target=serve, args=(listener.accept()[0], sys.argv[3]), daemon=True).start()
