"""`sleight-ui`, started in a home of its own, and plain requests to it."""

import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

SLEIGHT = os.path.abspath(os.environ["SLEIGHT"])
SLEIGHT_UI = os.path.abspath(os.environ["SLEIGHT_UI"])
RULES = """\
# The rules of a test.
rules:
  # Workspaces.
  - swipe: left       # to the left
    fingers: 3
    name: next workspace
    do: {workspace: next}
  - swipe: right
    fingers: 3
    name: previous workspace
    do: {workspace: previous}

  - tap: single
    fingers: 4
    when: {app: firefox}
    do: echo tapped
"""


class Served:
    """The server, in a home with a rules file."""

    def __init__(self, *options, rules=RULES, environment=None, errors=None):
        self.home = tempfile.mkdtemp(prefix="sleight-ui-")
        # The program looks for `sleight` beside itself.
        self.bin = os.path.join(self.home, "bin")
        self.runtime = os.path.join(self.home, "runtime")
        self.rules_path = os.path.join(self.home, ".config/sleight/rules.yml")
        for folder in [self.bin, os.path.dirname(self.rules_path)]:
            os.makedirs(folder)
        os.mkdir(self.runtime, 0o700)
        shutil.copy(SLEIGHT_UI, os.path.join(self.bin, "sleight-ui"))
        os.symlink(SLEIGHT, os.path.join(self.bin, "sleight"))
        if rules is not None:
            self.write_rules(rules)
        self.environment = {"HOME": self.home, "PATH": f"{self.bin}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": self.runtime}
        self.environment.update(environment or {})
        self.errors = open(errors or os.path.join(self.home, "errors"), "w+")
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "sleight-ui"), *options], env=self.environment, stdout=subprocess.PIPE,
            stderr=self.errors, text=True, stdin=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"sleight-ui: (http://(sleight-[0-9a-f]{16}\.localhost):(\d+)/#([0-9a-f]{64}))\n", line)
        if not found:
            self.errors.seek(0)
            raise AssertionError(f"no address: {line!r} {self.errors.read()}")
        self.address, self.name, port, self.secret = found.groups()
        self.port = int(port)
        self.host = f"{self.name}:{port}"
        self.origin = f"http://{self.host}"
        self.cookie = None

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        shutil.rmtree(self.home)

    def write_rules(self, text):
        with open(self.rules_path, "w") as file:
            file.write(text)

    def read_rules(self):
        with open(self.rules_path) as file:
            return file.read()

    def request(self, method, path, body=None, to="127.0.0.1", **changes):
        """Sends what the user's page would send, with changes to its headers; None leaves one out.

        Returns the status, the headers and the text."""
        headers = {"Host": self.host}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers |= {"Origin": self.origin, "Content-Type": "application/json"}
        for name, value in changes.items():
            headers[name.replace("_", "-")] = value
        connection = http.client.HTTPConnection(to, self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            if body is not None and "Content-Length" not in headers:
                headers["Content-Length"] = str(len(data))
            for name, value in headers.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(data)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def enter(self):
        """Exchanges the secret for the cookie."""
        status, headers, text = self.request("POST", "/api/session", {"secret": self.secret})
        if status != 200:
            raise AssertionError(f"{status} {text}")
        self.cookie = headers["Set-Cookie"].split(";")[0]
        return headers


class ServedTestCase(unittest.TestCase):
    def serve(self, *options, **changes):
        served = Served("--no-browser", *options, **changes)
        self.addCleanup(served.close)
        return served
