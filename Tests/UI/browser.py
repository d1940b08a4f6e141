"""Chromium without a window, driven over its DevTools protocol by a pipe."""

import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]


class Browser:
    """A browser with a profile of its own."""

    def __init__(self):
        program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if not program:
            raise FileNotFoundError("chromium is not installed")
        self.profile = tempfile.mkdtemp(prefix="sleight-chromium-")
        to_browser, self._writing = os.pipe()
        self._reading, from_browser = os.pipe()

        def connect():
            # Chromium reads commands from 3 and writes to 4.
            high = os.dup(from_browser), os.dup(to_browser)
            os.dup2(high[1], 3)
            os.dup2(high[0], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, pass_fds=[3, 4], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._rest = b""
        self.events = []

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._writing)
        os.close(self._reading)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _receive(self):
        while b"\0" not in self._rest:
            part = os.read(self._reading, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self._rest += part
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, session=None, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, address, **size):
        return Page(self, address, **size)


class Page:
    """A page, with what people see and do."""

    def __init__(self, browser, address, width=1280, height=800, dark=False):
        self.browser = browser
        target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.send(f"{domain}.enable")
        self.resize(width, height, dark)
        self.send("Page.navigate", url=address)

    def send(self, method, **parameters):
        return self.browser.send(method, session=self.session, **parameters)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def resize(self, width, height, dark=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def run(self, script):
        """The value of a script, which may wait for promises."""
        result = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", script))
        return result["result"].get("value")

    def wait(self, script, seconds=60):
        """The first value of a script that is not false."""
        end = time.monotonic() + seconds
        while not (value := self._value(script)):
            if time.monotonic() > end:
                raise TimeoutError(f"{script}\n{self.text()}")
            time.sleep(0.05)
        return value

    def _value(self, script):
        # A page that is being replaced has no values.
        try:
            return self.run(script)
        except RuntimeError:
            return None

    def text(self):
        return self._value("document.body.innerText") or ""

    def see(self, text, seconds=60):
        self.wait(f"document.body.innerText.includes({json.dumps(text)})", seconds)

    def do_not_see(self, text):
        self.wait(f"!document.body.innerText.includes({json.dumps(text)})")

    def click(self, role, name):
        """Clicks what has this role and this name for assistive technology, the first of several."""
        end = time.monotonic() + 60
        while not (nodes := self.nodes(role, name)):
            if time.monotonic() > end:
                raise TimeoutError(f"no {role} '{name}'\n{self.text()}")
            time.sleep(0.05)
        element = self.send("DOM.resolveNode", backendNodeId=nodes[0]["backendDOMNodeId"])["object"]["objectId"]
        self.send(
            "Runtime.callFunctionOn", objectId=element,
            functionDeclaration="function() { this.focus(); this.click(); }")

    def type(self, field, text):
        """Puts a text into a field, by its id, in place of what is in it."""
        self.run(f"document.getElementById('{field}').focus(); document.getElementById('{field}').select()")
        self.send("Input.insertText", text=text)

    def select(self, field, value):
        """Chooses a value of a list, by its id."""
        self.wait(
            f"[...document.getElementById('{field}')?.options ?? []].some(({{value}}) => value === {json.dumps(value)})")
        self.run(
            f"{{ const field = document.getElementById('{field}'); field.value = {json.dumps(value)};"
            "for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {bubbles: true})) }")

    def choose_file(self, field, path):
        """Chooses a file for a field."""
        # A section that is shown twice is drawn twice.
        self.wait(f"document.getElementById('{field}') !== null")
        node = self.send("Runtime.evaluate", expression=f"document.getElementById('{field}')")["result"]["objectId"]
        self.send("DOM.setFileInputFiles", files=[path], objectId=node)

    def choose_text(self, field, text):
        """Chooses a file with this text."""
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=self.browser.profile, delete=False) as file:
            file.write(text)
        self.choose_file(field, file.name)

    def nodes(self, role=None, name=None):
        """The nodes of the accessibility tree."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [
            node for node in nodes
            if not node.get("ignored") and (role is None or node["role"]["value"] == role)
            and (name is None or node.get("name", {}).get("value") == name)
        ]

    def press(self, key, modifiers=0):
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageDown": 34}
        text = {"Enter": "\r", " ": " "}.get(key)
        for kind in ["keyDown" if text else "rawKeyDown", "keyUp"]:
            self.send(
                "Input.dispatchKeyEvent", type=kind, key=key, code={" ": "Space"}.get(key, key), modifiers=modifiers,
                windowsVirtualKeyCode=codes[key], **({"text": text} if text and kind == "keyDown" else {}))

    def focused(self):
        """The name of what has the focus."""
        return self.run(
            "(document.activeElement.ariaLabel || document.activeElement.textContent || "
            "document.activeElement.tagName).trim()")

    def problems(self):
        """What the browser has logged as wrong: errors of scripts, refused contents, failed requests."""
        found = []
        self.run("0")
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                found.append(event["params"]["entry"]["text"] + " " + event["params"]["entry"].get("url", ""))
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(event["params"]["exceptionDetails"].get("exception", {}).get("description")))
        return [problem for problem in found if "favicon.ico" not in problem]

    def hosts(self):
        """The hosts that the page has asked for anything."""
        self.run("0")
        urls = [
            event["params"]["request"]["url"] for event in self.browser.events
            if event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"
        ]
        return {url.split("/")[2] for url in urls if url.startswith("http")}

    def photograph(self, path):
        import base64
        data = self.send("Page.captureScreenshot", captureBeyondViewport=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
