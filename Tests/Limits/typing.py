#!/usr/bin/env python3
"""Typing in a file of 10,000 rules: the processor time of the language server for each key, and its memory.

    typing.py PROGRAM

The time of a key ends with the messages about the changed rule. Exit status 1 if it, or the memory, exceeds its limit.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

RULES = 10_000
KEYS = 40
# Milliseconds of processor time for a key, and MB of resident memory.
MOST_TIME = 100
MOST_MEMORY = 60
ADDRESS = "file:///home/u/sleight/rules.yml"


def rules():
    directions = ["left", "right", "up", "down"]
    rule = "  - swipe: %s\n    fingers: %d\n    when: {app: app%d}\n    do: sh\n"
    return "rules:\n" + "".join(
        rule % (directions[number % 4], 3 + number // 4 % 3, number // 12) for number in range(RULES))


class Server:
    """A language server, and its messages."""

    def __init__(self, program, home):
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home)
        self.process = subprocess.Popen(
            [program, "language-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def send(self, method, parameters, number=None):
        message = {"jsonrpc": "2.0", "method": method, "params": parameters}
        if number is not None:
            message["id"] = number
        content = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def receive(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))

    def messages(self, version):
        """The messages about a version of the file."""
        while True:
            parameters = self.receive().get("params") or {}
            if parameters.get("version") == version:
                return [(message["range"]["start"]["line"], message["code"]) for message in parameters["diagnostics"]]

    def milliseconds(self):
        """The processor time so far of the thread that answers: whole files are checked on another."""
        with open("/proc/%d/schedstat" % self.process.pid) as file:
            return int(file.read().split()[0]) / 1e6

    def megabytes(self):
        """The largest memory so far."""
        with open("/proc/%d/status" % self.process.pid) as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def main():
    text = rules()
    # The letters that a key changes: of the gesture in the middle.
    line = 1 + RULES // 2 * 4
    with tempfile.TemporaryDirectory() as home:
        server = Server(os.path.abspath(sys.argv[1]), home)
        server.send("initialize", {"capabilities": {}}, 1)
        server.receive()
        document = {"uri": ADDRESS, "languageId": "yaml", "version": 1, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        server.messages(1)
        times = []
        elapsed = []
        for key in range(KEYS):
            before, start = server.milliseconds(), time.monotonic()
            place = {"start": {"line": line, "character": 6}, "end": {"line": line, "character": 7}}
            change = {"range": place, "text": "y" if key % 2 == 0 else "i"}
            server.send(
                "textDocument/didChange",
                {"textDocument": {"uri": ADDRESS, "version": key + 2}, "contentChanges": [change]})
            found = server.messages(key + 2)
            elapsed.append((time.monotonic() - start) * 1e3)
            times.append(server.milliseconds() - before)
            assert ((line, "unknown-gesture") in found) == (key % 2 == 0), found
        server.messages(KEYS + 1)
        memory = server.megabytes()
        server.send("shutdown", None, 2)
        server.send("exit", None)
        server.process.communicate()
    is_late = max(times) > MOST_TIME
    is_large = memory > MOST_MEMORY
    print("a key among 10,000 rules: %.0f ms of processor time at most, %.0f ms elapsed%s" % (
        max(times), max(elapsed), ", too late" if is_late else ""))
    print("memory of the language server: %.0f MB%s" % (memory, ", too much" if is_large else ""))
    sys.exit(1 if is_late or is_large else 0)


if __name__ == "__main__":
    main()
