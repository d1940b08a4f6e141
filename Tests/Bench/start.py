"""The time that Sleight takes from its start until it reports that it is ready, on this machine with its devices.

usage: start.py PROGRAM RULES

The shortest of several starts counts: the machine may be busy.
"""
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

STARTS = 20
#: The limit, in milliseconds.
LIMIT = 20


def start(arguments, folder):
    """Starts the daemon, waits until it is ready, and stops it; returns the time until ready, in milliseconds."""
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(address))
        supervisor.settimeout(20)
        begin = time.monotonic()
        daemon = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(folder), "NOTIFY_SOCKET": str(address)})
        try:
            while b"READY=1" not in supervisor.recv(4096):
                pass
            return (time.monotonic() - begin) * 1000
        finally:
            daemon.terminate()
            daemon.wait()
            address.unlink()


def main():
    program, rules = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        times = [start([program, "run", "--config", rules], pathlib.Path(folder)) for _ in range(STARTS)]
    over = ": over" if min(times) > LIMIT else ""
    print(f"start to ready on this machine: {min(times):.1f} ms, median {statistics.median(times):.1f} ms"
          f"   at most {LIMIT} ms{over}")


main()
