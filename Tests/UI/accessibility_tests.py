"""Each page for those who see, hear or move otherwise: axe-core, the keyboard alone, twice the size, less motion."""

import os
import unittest

from hands import Keeper, recording, swipe
from page import PageTestCase

SECTIONS = ["Gestures", "Show a gesture", "What was that?", "Recipes", "The text", "This machine"]
# What a page shows once it is complete.
READY = {
    "Gestures": "document.querySelectorAll('#rules article').length === 3",
    "Show a gesture": "document.getElementById('recording') !== null",
    "What was that?": "document.querySelectorAll('#touches article').length === 1",
    "Recipes": "document.querySelectorAll('#recipes article').length > 80",
    "The text": "document.getElementById('messages').textContent",
    "This machine": "document.querySelectorAll('#findings li').length > 3",
}


class Accessibility(PageTestCase):
    def open_pages(self, **size):
        served = self.serve()
        keeper = Keeper(served, swipe(9_000_000, 10))
        self.addCleanup(keeper.close)
        return self.visit(served, **size)

    def go(self, page, section):
        page.click("link", section)
        page.wait(READY[section])
        page.wait("document.getElementById('status').textContent !== 'Loading…'")

    def check(self, page, name):
        """The findings of axe-core."""
        found = page.run(
            "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map("
            "({id, help, nodes}) => [id, help, nodes.map(({html}) => html.slice(0, 200)).slice(0, 4)]))")
        self.assertEqual(found, [], name)

    @unittest.skipUnless(os.environ.get("SLEIGHT_AXE"), "SLEIGHT_AXE names no axe.min.js")
    def test_axe_finds_nothing(self):
        with open(os.environ["SLEIGHT_AXE"]) as file:
            axe = file.read()
        for dark in [False, True]:
            page = self.open_pages(dark=dark)
            page.see("next workspace")
            page.run(axe + "\n;0")
            for section in SECTIONS:
                self.go(page, section)
                self.check(page, section)
            self.go(page, "Gestures")
            page.click("button", "Edit next workspace")
            page.see("No difference")
            self.check(page, "dialogue")
            page.press("Escape")
            self.go(page, "Show a gesture")
            page.choose_text("recording", recording(swipe(1_000_000, 40)))
            page.see("Which gesture is it?")
            self.check(page, "proposal")
            page.select("action-kind", "keys")
            self.check(page, "keys")

    def test_at_twice_the_size_and_on_narrow_screens_nothing_is_cut_off(self):
        page = self.open_pages()
        for section in SECTIONS:
            self.go(page, section)
            # 1280 pixels at 200 %, a telephone, and the narrowest of WCAG 2.2.
            for width in [640, 390, 320]:
                page.resize(width, 640)
                page.wait("document.documentElement.scrollWidth <= innerWidth")
            page.resize(1280, 800)

    def test_each_section_is_reached_and_left_by_the_keyboard_alone(self):
        page = self.open_pages()
        page.see("next workspace")
        for section in SECTIONS:
            page.run("document.activeElement.blur()")
            for _ in range(12):
                page.press("Tab")
                if page.focused() == section:
                    break
            self.assertEqual(page.focused(), section)
            page.press("Enter")
            page.wait(READY[section])
            # Whatever the page has, the focus comes out at its end.
            page.run("document.querySelector('main').focus()")
            page.run("for (const one of document.querySelectorAll('#recipes li:nth-child(n+3)')) one.remove()")
            for _ in range(200):
                page.press("Tab")
                if page.run("!document.querySelector('main').contains(document.activeElement)"):
                    break
            self.assertFalse(page.run("document.querySelector('main').contains(document.activeElement)"), section)

    def test_with_less_motion_nothing_moves(self):
        page = self.open_pages()
        page.send(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        for section in SECTIONS:
            self.go(page, section)
            self.assertEqual(page.run("document.getAnimations().length"), 0)
            self.assertEqual(
                page.run("[...document.querySelectorAll('*')].filter((one) => "
                         "getComputedStyle(one).scrollBehavior === 'smooth').length"), 0)
