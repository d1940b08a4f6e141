"""What other users, other sites and sandboxed programs get of sleight-ui: nothing. SECURITY.md has the table."""

import contextlib
import glob
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from served import Served, ServedTestCase


def listening(port):
    """The local addresses, in hexadecimal, at which something listens on a port."""
    found = set()
    for table in ["/proc/net/tcp", "/proc/net/tcp6"]:
        with contextlib.suppress(FileNotFoundError), open(table) as file:
            for line in file.readlines()[1:]:
                address, number = line.split()[1].split(":")
                if int(number, 16) == port and line.split()[3] == "0A":
                    found.add(address)
    return found


class Attacks(ServedTestCase):
    def setUp(self):
        self.served = self.serve()

    def assert_refused(self, status, *request, **changes):
        found, headers, text = self.served.request(*request, **changes)
        self.assertEqual(found, status, text)
        self.assertNotIn("next workspace", text)
        self.assertNotIn("Set-Cookie", headers)
        self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_the_page_of_the_user_is_served(self):
        self.served.enter()
        status, _, text = self.served.request("GET", "/api/rules")
        self.assertEqual(status, 200)
        self.assertIn("next workspace", text)

    def test_it_listens_on_loopback_addresses_only_and_on_each_of_them(self):
        v4, v6 = "0100007F", "00000000000000000000000001000000"
        addresses = {v4}
        with contextlib.suppress(OSError):
            with socket.create_server(("::1", 0), family=socket.AF_INET6):
                addresses.add(v6)
        self.assertEqual(listening(self.served.port), addresses)
        if v6 in addresses:
            self.assertEqual(self.served.request("GET", "/", to="::1")[0], 200)

    def test_another_host_as_after_dns_rebinding(self):
        self.served.enter()
        port = self.served.port
        for host in [
            f"attacker.example:{port}", f"127.0.0.1:{port}", f"localhost:{port}", f"x.{self.served.host}",
            self.served.name, f"{self.served.name}:1", "", None,
        ]:
            with self.subTest(host=host):
                self.assert_refused(403, "GET", "/api/rules", Host=host)
                self.assert_refused(403, "GET", "/", Host=host)
                self.assert_refused(403, "POST", "/api/session", {"secret": self.served.secret}, Host=host)

    def test_fingers_programs_and_the_language_server_without_cookie(self):
        for path in [
            "/api/fingers", "/api/language", "/api/programs", "/api/touches", "/api/touch-picture?touch=1",
            "/api/tuning", "/api/schema",
        ]:
            self.assert_refused(403, "GET", path)
        for path in ["/api/mark", "/api/lesson", "/api/language", "/api/remedy", "/api/reload"]:
            self.assert_refused(403, "POST", path, {})

    def test_words_in_place_of_options(self):
        self.served.enter()
        for path, body in [
            ("/api/mark", {"mark": {"kind": "--save", "touch": 1}}),
            ("/api/mark", {"mark": {"kind": "missed", "touch": 1}}),
            ("/api/edit", {"edit": {"change": "config", "expect": "0", "isTrial": True}}),
        ]:
            self.assert_refused(404, "POST", path, body)
        for remedy in ["sh -c id", "systemctl --user start other", "systemctl --user restart sleight; id", "", None]:
            self.assert_refused(404, "POST", "/api/remedy", {"remedy": remedy})
        self.assert_refused(404, "GET", "/api/touch-picture?touch=--save")
        # What names a rule is no option, and no path.
        status, _, text = self.served.request(
            "POST", "/api/mark", {"mark": {"kind": "missed", "touch": 1, "rule": "--save=/tmp/x"}})
        self.assertEqual(status, 200)
        self.assertIn('"status": 1', text)

    def test_a_conversation_ends_with_its_page_and_there_is_one_of_each_kind(self):
        self.served.enter()
        with self.stream("/api/language"):
            # It starts beside the answer.
            while not (first := self.children("language-server")):
                time.sleep(0.01)
            self.assertEqual(len(first), 1)
            with self.stream("/api/language"):
                while not (second := self.children("language-server") - first) or first & self.children("language-server"):
                    time.sleep(0.01)
                self.assertEqual(len(second), 1)
        while self.children("language-server"):
            time.sleep(0.01)

    def test_a_server_that_was_killed_leaves_no_command(self):
        self.served.enter()
        program = os.path.join(self.served.bin, "sleight").encode()

        def running():
            found = []
            for path in glob.glob("/proc/[0-9]*/cmdline"):
                with contextlib.suppress(OSError), open(path, "rb") as line:
                    if line.read().split(b"\0")[0] == program:
                        found.append(path)
            return found

        with self.stream("/api/language"), self.stream("/api/fingers"):
            while len(running()) < 2:
                time.sleep(0.01)
            self.served.process.kill()
            while running():
                time.sleep(0.01)

    @contextlib.contextmanager
    def stream(self, path):
        """A stream of events, once it has begun."""
        with socket.create_connection(("127.0.0.1", self.served.port), timeout=60) as page:
            page.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {self.served.host}\r\nCookie: {self.served.cookie}\r\n\r\n".encode())
            received = b""
            while b"\r\n\r\n" not in received:
                received += page.recv(65536)
            yield page

    def children(self, word):
        """The processes of the server with this argument."""
        found = set()
        pid = self.served.process.pid
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(FileNotFoundError), open(f"/proc/{pid}/task/{task}/children") as file:
                for child in file.read().split():
                    with contextlib.suppress(FileNotFoundError), open(f"/proc/{child}/cmdline") as line:
                        if word in line.read().split("\0"):
                            found.add(child)
        return found

    def test_another_origin(self):
        self.served.enter()
        for origin in [
            "http://attacker.example", "null", f"http://127.0.0.1:{self.served.port}",
            f"https://{self.served.host}", f"http://{self.served.name}:1", "",
        ]:
            with self.subTest(origin=origin):
                self.assert_refused(403, "GET", "/api/rules", Origin=origin)
                self.assert_refused(403, "POST", "/api/session", {"secret": "x"}, Origin=origin)
        self.assert_refused(403, "POST", "/api/session", {"secret": "x"}, Origin=None)
        self.assert_refused(403, "GET", "/api/rules", Sec_Fetch_Site="cross-site")
        self.assert_refused(403, "GET", "/api/rules", Sec_Fetch_Site="same-site")

    def test_a_form(self):
        self.served.enter()
        for kind in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", None]:
            with self.subTest(kind=kind):
                self.assert_refused(415, "POST", "/api/session", {"secret": "x"}, Content_Type=kind)

    def test_a_web_socket_and_the_stream_of_events_without_cookie(self):
        upgrade = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        self.assert_refused(403, "GET", "/api/events")
        self.assert_refused(403, "GET", "/api/events", **upgrade)
        self.served.enter()
        self.assert_refused(403, "GET", "/api/events", **upgrade)

    def test_no_cookie_or_a_wrong_one(self):
        self.served.enter()
        for cookie in [
            None, "", "sleight-session=", "sleight-session=" + "0" * 64, self.served.cookie[:-1],
            self.served.cookie + "0", "other=" + self.served.cookie,
        ]:
            with self.subTest(cookie=cookie):
                self.assert_refused(403, "GET", "/api/rules", Cookie=cookie)

    def test_a_secret_that_was_used_or_is_wrong(self):
        for secret in ["", "0" * 64, self.served.secret[:-1]]:
            self.assert_refused(403, "POST", "/api/session", {"secret": secret})
        self.served.enter()
        self.served.cookie = None
        self.assert_refused(403, "POST", "/api/session", {"secret": self.served.secret})

    def test_paths_that_lead_out(self):
        self.served.enter()
        for path in [
            "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/../../etc/passwd",
            "/Pages/index.html", "/index.html", "/style.css/", "/api/rules/../session", "/api/", "/api", "*",
            "http://attacker.example/", "/api/rules\\..", "/api/doctor/1",
        ]:
            with self.subTest(path=path):
                self.assert_refused(404, "GET", path)

    def test_methods_that_nothing_has(self):
        self.served.enter()
        for method in ["PUT", "DELETE", "OPTIONS", "PATCH"]:
            self.assert_refused(404, method, "/api/rules", {})
        self.assert_refused(404, "POST", "/api/rules", {})

    def test_bodies_that_are_too_large_or_of_unknown_size(self):
        self.served.enter()
        for size in ["4000000", "99999999999999999999", "-1"]:
            self.assert_refused_or_cut(413, {"Content-Length": size})
        self.assert_refused_or_cut(413, {"Transfer-Encoding": "chunked"})

    def assert_refused_or_cut(self, status, length):
        """The head of a request is refused, or the connection closed, and a request behind it is not answered."""
        head = {
            "Host": self.served.host, "Origin": self.served.origin, "Cookie": self.served.cookie,
            "Content-Type": "application/json", **length,
        }
        hidden = f"GET /api/rules HTTP/1.1\r\nHost: {self.served.host}\r\nCookie: {self.served.cookie}\r\n\r\n"
        text = "POST /api/session HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in head.items()) + "\r\n" + hidden
        with socket.create_connection(("127.0.0.1", self.served.port), timeout=60) as connection:
            connection.sendall(text.encode())
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while part := connection.recv(65536):
                    answer += part
        if answer:
            self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode()), answer)
            self.assertEqual(answer.count(b"HTTP/1.1"), 1, answer)

    def test_heads_without_end_are_cut_off(self):
        self.served.enter()
        before = self.memory()
        parts = [b"x" * (1 << 16), b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000, b"\r\n" * (1 << 15), b"G"]
        connections = {}
        for part in parts:
            connection = socket.create_connection(("127.0.0.1", self.served.port), timeout=60)
            self.addCleanup(connection.close)
            connection.setblocking(False)
            connections[connection] = part
        while connections:
            for connection, part in list(connections.items()):
                if self.has_ended(connection, part):
                    del connections[connection]
            # What is kept of each is a few times the largest request.
            self.assertLess(self.memory() - before, len(parts) * 16 << 10)
        self.assertEqual(self.served.request("GET", "/api/programs")[0], 200)

    def has_ended(self, connection, part):
        """Sends more; true if the connection was ended. A full window keeps the reset back, but not the end."""
        try:
            with contextlib.suppress(BlockingIOError):
                connection.send(part)
            return connection.recv(1) == b""
        except BlockingIOError:
            return False
        except ConnectionError:
            return True

    def test_connections_in_great_number(self):
        """The user's page is served, and keeps its stream, while another program holds all connections that it gets."""
        self.served.enter()
        head = f"Host: {self.served.host}\r\nCookie: {self.served.cookie}\r\n\r\n"
        page = socket.create_connection(("127.0.0.1", self.served.port), timeout=60)
        self.addCleanup(page.close)
        page.sendall(f"GET /api/events HTTP/1.1\r\n{head}".encode())
        others = [self.connect() for _ in range(900)]
        for connection in others[::2]:
            with contextlib.suppress(ConnectionError):
                connection.sendall(b"GET /api/rules HTTP/1.1\r\n")
        self.assertEqual(self.served.request("GET", "/api/rules")[0], 200)
        # Those beyond the number are ended, but not the stream, whose comments go on.
        left = set(others)
        while len(left) > 100:
            for connection in select.select(left, [], [], 60)[0]:
                with contextlib.suppress(ConnectionError):
                    self.assertEqual(connection.recv(1), b"")
                left.remove(connection)
        received = b""
        while received.count(b":\n\n") < 8:
            received += page.recv(65536)
            self.assertNotEqual(received, b"")
        self.assertLess(len(os.listdir(f"/proc/{self.served.process.pid}/fd")), 200)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.served.port), timeout=60)
        self.addCleanup(connection.close)
        return connection

    def test_a_large_request_of_the_page_is_read(self):
        self.served.enter()
        edit = {"change": "text", "text": "# " + "x" * 900_000 + "\nrules: []\n", "expect": "0", "isTrial": True}
        for _ in range(8):
            self.assertEqual(self.served.request("POST", "/api/edit", {"edit": edit})[0], 200)

    def memory(self):
        """Its resident memory in KiB."""
        with open(f"/proc/{self.served.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def test_another_user(self):
        if os.getuid() != 0:
            self.skipTest("only root can be another user")
        script = (
            # Imported before: it may be in a folder that only root can read.
            "import encodings.idna, glob, http.client, os, sys\n"
            "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
            "texts = []\n"
            "for path in glob.glob('/proc/[0-9]*/cmdline') + glob.glob('/proc/[0-9]*/environ'):\n"
            "    try: texts.append(open(path).read())\n"
            "    except OSError: pass\n"
            "print(sys.argv[1] in ''.join(text for text in texts if 'setuid' not in text))\n"
            "c = http.client.HTTPConnection('127.0.0.1', int(sys.argv[2]))\n"
            "c.putrequest('GET', '/api/rules', skip_host=True)\n"
            "c.putheader('Host', sys.argv[3]); c.endheaders()\n"
            "print(c.getresponse().status)\n")
        self.served.enter()
        result = subprocess.run(
            [sys.executable, "-c", script, self.served.secret, str(self.served.port), self.served.host],
            capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout.split(), ["False", "403"])

    def test_nothing_is_kept_and_nothing_is_loaded_from_elsewhere(self):
        headers = self.served.enter()
        self.assertRegex(headers["Set-Cookie"], "^sleight-session=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict$")
        for path in ["/", "/app.js", "/style.css", "/api/rules", "/nothing"]:
            _, headers, text = self.served.request("GET", path)
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            policy = headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';"), policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertNotRegex(text, r"https?://(?!www\.w3\.org/)")


class Invitations(unittest.TestCase):
    def test_the_address_reaches_the_browser_by_a_file_of_the_user_alone(self):
        served = Served(environment={"PATH": os.path.dirname(__file__) + ":" + os.environ["PATH"]})
        self.addCleanup(served.close)
        opened = os.path.join(served.home, "opened")
        while not os.path.exists(opened):
            time.sleep(0.01)
            self.assertIsNone(served.process.poll())
        path = self.read(opened).strip()
        self.assertEqual(os.path.dirname(path), served.runtime)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        self.assertIn(f"url={served.address}\"", self.read(path))
        # The browser has neither the limit of the server nor its signals, and goes on after Ctrl+C.
        with open("/proc/self/limits") as file:
            self.assertIn(self.read(os.path.join(served.home, "limit")), file.read())
        ignored = int(self.read(os.path.join(served.home, "signals")).split()[1], 16)
        for number in [signal.SIGPIPE, signal.SIGINT, signal.SIGTERM]:
            self.assertEqual(ignored & 1 << number - 1, 0, number)
        self.assertNotEqual(int(self.read(os.path.join(served.home, "group"))), os.getpgid(served.process.pid))
        served.enter()
        while os.path.exists(path):
            time.sleep(0.01)

    def test_no_file_leads_the_browser_where_another_user_could_replace_it(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            served = Served(environment={
                "PATH": os.path.dirname(__file__) + ":" + os.environ["PATH"], "XDG_RUNTIME_DIR": folder})
            self.addCleanup(served.close)
            while "no browser was opened" not in self.read(served.errors.name):
                time.sleep(0.01)
                self.assertIsNone(served.process.poll())
            self.assertEqual(os.listdir(folder), [])

    def read(self, path):
        with open(path) as file:
            return file.read()


class Ends(ServedTestCase):
    def test_it_goes_on_if_nobody_can_read_that_no_browser_was_opened(self):
        served = Served("--exit-after", "1", environment={"PATH": "/nowhere"}, errors="/dev/full")
        self.addCleanup(served.close)
        served.enter()
        self.assertEqual(served.process.wait(timeout=60), 0)

    def test_it_ends_after_the_last_page_was_closed_and_not_before(self):
        served = self.serve("--exit-after", "1")
        served.enter()
        with socket.create_connection(("127.0.0.1", served.port), timeout=60) as page:
            page.sendall(
                f"GET /api/events HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\n\r\n".encode())
            received = b""
            # Comments come once a second.
            while received.count(b":\n\n") < 4:
                received += page.recv(65536)
            self.assertIsNone(served.process.poll())
        self.assertEqual(served.process.wait(timeout=60), 0)

    def test_it_ends_if_no_page_is_opened(self):
        self.assertEqual(self.serve("--exit-after", "1").process.wait(timeout=60), 0)

    def test_a_page_is_told_that_the_rules_file_has_changed(self):
        served = self.serve()
        served.enter()
        with socket.create_connection(("127.0.0.1", served.port), timeout=60) as page:
            page.sendall(
                f"GET /api/events HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\n\r\n".encode())
            received = page.recv(65536)
            self.assertNotIn(b"event: rules", received)
            while b":\n\n" not in received:
                received += page.recv(65536)
            served.write_rules("rules: []\n")
            while b"event: rules" not in received:
                received += page.recv(65536)


if __name__ == "__main__":
    unittest.main()
