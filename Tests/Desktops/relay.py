#!/usr/bin/env python3
"""Runs a command whose daemons reach the message buses as those of the user unit do: through sleight-commands.service.

    relay.py PROGRAM COMMAND [ARG...]

The sockets are those of config/systemd/sleight-commands.socket, in its order. 'PROGRAM start-commands' starts when
something connects to them, as systemd starts it, and again after it has ended. Exit status: COMMAND's.
"""

import fcntl
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading

program, command = sys.argv[1], sys.argv[2:]
names = ["commands", "session-bus", "system-bus"]
# The descriptors of socket activation (sd_listen_fds(3)).
numbers = range(3, 3 + len(names))


def activate():
    """Runs the service while something waits at a socket."""
    while True:
        select.select(numbers, [], [])
        service = subprocess.run(
            ["sh", "-c", 'LISTEN_PID=$$ exec "$0" start-commands', program],
            env={**os.environ, "LISTEN_FDS": str(len(names))}, pass_fds=numbers)
        # Connections then wait forever: the tests show it.
        if service.returncode != 0:
            print(f"relay.py: start-commands: exit status {service.returncode}", file=sys.stderr, flush=True)
            return


with tempfile.TemporaryDirectory() as folder:
    copies = []
    for name in names:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.setblocking(False)
            listener.bind(f"{folder}/{name}")
            listener.listen()
            copies.append(fcntl.fcntl(listener.fileno(), fcntl.F_DUPFD, numbers.stop))
    for number, copy in zip(numbers, copies):
        os.dup2(copy, number, inheritable=False)
        os.close(copy)
    threading.Thread(target=activate, daemon=True).start()
    buses = {f"SLEIGHT_{name.upper().replace('-', '_')}": f"unix:path={folder}/{name}" for name in names[1:]}
    status = subprocess.run(command, env={**os.environ, **buses}).returncode
sys.exit(status if status >= 0 else 128 - status)
