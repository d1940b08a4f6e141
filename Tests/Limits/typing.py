#!/usr/bin/env python3
"""Typing in a file of 10,000 rules: the time of the language server for each key, and its memory.

    typing.py PROGRAM

The time of a key ends with the messages about the whole file. Exit status 1 if its processor time, or the memory, exceeds
its limit.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

RULES = 10_000
KEYS = 120
# Milliseconds of processor time of all threads for a key, and MB of resident memory.
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
        """The processor time so far, of all threads: clock_getcpuclockid(3)."""
        return time.clock_gettime(~self.process.pid << 3 | 2) * 1e3

    def megabytes(self):
        """The largest memory so far."""
        with open("/proc/%d/status" % self.process.pid) as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def keys(line):
    """The keys: the replaced range, the new text, and the line of a message that is there after it and not before."""
    for number in range(KEYS // 4):
        # A gesture in the middle is misspelt, and mended in another line.
        yield (line, 6, line, 7), "y", line
        yield (line, 0, line, 0), "\n", line + 1
        yield (line, 0, line + 1, 0), "", line
        yield (line, 6, line, 7), "i", None


def percentile(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def main():
    text = rules()
    with tempfile.TemporaryDirectory() as home:
        server = Server(os.path.abspath(sys.argv[1]), home)
        server.send("initialize", {"capabilities": {}}, 1)
        server.receive()
        document = {"uri": ADDRESS, "languageId": "yaml", "version": 1, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        whole = server.messages(1)
        times, elapsed = [], []
        for version, (place, new, wrong) in enumerate(keys(1 + RULES // 2 * 4), 2):
            before, start = server.milliseconds(), time.monotonic()
            change = {
                "range": {
                    "start": {"line": place[0], "character": place[1]}, "end": {"line": place[2], "character": place[3]}},
                "text": new,
            }
            server.send(
                "textDocument/didChange", {"textDocument": {"uri": ADDRESS, "version": version}, "contentChanges": [change]})
            found = server.messages(version)
            elapsed.append((time.monotonic() - start) * 1e3)
            times.append(server.milliseconds() - before)
            assert [line for line, code in found if code == "unknown-gesture"] == ([] if wrong is None else [wrong]), found
        assert found == whole, found
        memory = server.megabytes()
        server.send("shutdown", None, 2)
        server.send("exit", None)
        server.process.communicate()
    is_late = percentile(times, 0.99) > MOST_TIME
    is_large = memory > MOST_MEMORY
    print("a key among 10,000 rules, all messages: %.0f ms of processor time at the median, %.0f at 99 %%; "
          "%.0f and %.0f ms elapsed%s" % (
              percentile(times, 0.5), percentile(times, 0.99), percentile(elapsed, 0.5), percentile(elapsed, 0.99),
              ", too late" if is_late else ""))
    print("memory of the language server: %.0f MB%s" % (memory, ", too much" if is_large else ""))
    sys.exit(1 if is_late or is_large else 0)


if __name__ == "__main__":
    main()
