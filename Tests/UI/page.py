"""A page in a browser, for tests of what people see and do."""

import os
import subprocess
import time

from browser import Browser
from served import ServedTestCase


class PageTestCase(ServedTestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def visit(self, served, **size):
        page = self.browser.open(served.address, **size)
        self.addCleanup(page.close)
        return page

    def wait(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def photograph(self, page, name):
        """Keeps a picture for those who look at it: SLEIGHT_PHOTOGRAPHS names the folder."""
        if folder := os.environ.get("SLEIGHT_PHOTOGRAPHS"):
            page.photograph(os.path.join(folder, f"{name}.png"))

    def agree(self, page):
        page.see("Change the rules file?")
        page.click("button", "Write")
        page.wait("!document.querySelector('dialog')")

    def photograph_all(self, page, name):
        """The page on a large and on a narrow screen, light and dark."""
        for dark in [False, True]:
            for width, height in [(1280, 800), (390, 844)]:
                page.resize(width, height, dark)
                page.wait("document.documentElement.scrollWidth <= innerWidth")
                self.photograph(page, f"{name}-{width}-{'dark' if dark else 'light'}")
        page.resize(1280, 800)

    def replay(self, served, recording, *situation):
        """What the rules do on a recorded hand."""
        path = os.path.join(served.home, "replayed.jsonl")
        with open(path, "w") as file:
            file.write(recording)
        return subprocess.run(
            [os.path.join(served.bin, "sleight"), "replay", *situation, path], env=served.environment,
            capture_output=True, text=True, check=True).stdout
