"""Showing a gesture, and choosing what it does."""

import os
import shutil
import stat
import unittest

from hands import recording, swipe
from page import PageTestCase
from windows import Windows

# A pause after each try.
TRIES = [swipe(1_000_000 + 3_000_000 * number, 40, fingers=4) for number in range(3)]
NEXT = "rules:\n  - {swipe: left, fingers: 4, name: old, do: echo old}\n"


class Lessons(PageTestCase):
    def open_lesson(self, tries=TRIES, **options):
        served = self.serve(**options)
        page = self.visit(served)
        page.click("link", "Show a gesture")
        if options.get("rules", "") is None:
            page.see("There is no rules file yet.")
            page.click("button", "Write rules to start from")
        page.see("Make a gesture.")
        self.show(served, page, tries)
        return served, page

    def show(self, served, page, tries):
        """Chooses a recording as the file of the page."""
        path = os.path.join(served.home, "hand.jsonl")
        with open(path, "w") as file:
            file.write(recording(*tries))
        page.choose_file("recording", path)
        page.see("Which gesture is it?")

    def test_from_an_empty_home_to_a_rule_that_acts(self):
        served, page = self.open_lesson(rules=None)
        page.see("Shown three times.")
        page.see("swipe left, 4 fingers")
        page.see("Recognises 3 of 3.")
        self.photograph_all(page, "lesson")
        page.select("action-kind", "window")
        page.select("action-word", "maximize")
        page.click("button", "Add the rule")
        page.see("+    do: {window: maximize}")
        self.photograph(page, "lesson-proposed")
        page.click("button", "Write")
        page.see("window maximize")
        self.assertIn("window maximize", self.replay(served, recording(TRIES[0])))
        self.assertEqual(page.problems(), [])

    def test_a_rule_that_it_collides_with_is_named_and_can_be_replaced(self):
        served, page = self.open_lesson(rules=NEXT)
        page.see("rules.yml:2 'old' would no longer act on it.")
        page.see("Replace rules.yml:2, which is for the same gesture")
        page.click("checkbox", "Replace rules.yml:2, which is for the same gesture")
        page.select("action-kind", "command")
        page.type("action-command", "echo new")
        page.click("button", "Add the rule")
        page.see("It runs this command: echo new")
        page.click("button", "Write")
        self.wait(lambda: "echo new" in served.read_rules())
        self.assertNotIn("old", served.read_rules())
        self.assertIn("echo new", self.replay(served, recording(TRIES[0])))

    def test_keys_are_pressed_and_the_rule_is_for_one_program(self):
        served, page = self.open_lesson()
        page.select("action-kind", "keys")
        self.assertTrue(page.run("document.getElementById('add-rule').disabled"))
        page.click("button", "Press them instead")
        page.see("Press the keys now…")
        page.press("PageDown", modifiers=2 | 4)
        page.wait("document.getElementById('action-keys').value === 'ctrl+super+Page_Down'")
        page.type("rule-app", "firefox")
        page.type("rule-name", 'say "page"')
        page.click("button", "Add the rule")
        page.see('name: "say')
        page.click("button", "Write")
        self.wait(lambda: "firefox" in served.read_rules().split("say")[-1])
        page.see('say "page"')
        page.see("Only when app: firefox")

    @unittest.skipUnless(shutil.which("sway") and shutil.which("foot"), "needs sway and foot")
    def test_a_rule_is_for_an_open_window(self):
        windows = Windows(("editor", "<b>notes</b> – Editor"), ("player", "Film"))
        self.addCleanup(windows.close)
        served = self.serve(environment={"WAYLAND_DISPLAY": windows.display})
        served.enter()
        self.wait(lambda: served.request("GET", "/api/windows")[2].count('"app"') == 2)
        served, page = self.open_lesson(environment={"WAYLAND_DISPLAY": windows.display})
        page.see("Only in an open window")
        self.assertEqual(
            page.run("[...document.getElementById('rule-window').options].map(({text}) => text)"),
            ["Everywhere", "<b>notes</b> – Editor – editor", "Film – player"])
        page.select("rule-window", "0")
        page.wait("document.getElementById('rule-app').value === 'editor'")
        page.select("action-kind", "window")
        self.photograph_all(page, "lesson-window")
        page.click("button", "Add the rule")
        page.click("button", "Write")
        self.wait(lambda: 'when: {app: "editor", title: "<b>notes</b> – Editor"}' in served.read_rules())
        hand = recording(TRIES[0])
        self.assertNotIn("window", self.replay(served, hand, "--app", "player", "--title", "Film"))
        self.assertIn("window", self.replay(served, hand, "--app", "editor", "--title", "<b>notes</b> – Editor"))

    def test_a_program_of_the_menu_is_started(self):
        served = self.serve()
        entries = os.path.join(served.home, ".local/share/applications")
        os.makedirs(entries)
        for name, lines in {
            "editor": ["Name=Editor <b>", "Exec=editor --new %U"], "hidden": ["Name=Hidden", "Exec=x", "NoDisplay=true"],
        }.items():
            with open(os.path.join(entries, f"{name}.desktop"), "w") as file:
                file.write("\n".join(["[Desktop Entry]", "Type=Application", *lines, "[Desktop Action x]", "Name=No"]))
        page = self.visit(served)
        page.click("link", "Show a gesture")
        page.see("Make a gesture.")
        self.show(served, page, TRIES)
        page.select("action-kind", "program")
        page.do_not_see("Hidden")
        page.select("action-program", "editor --new")
        page.click("button", "Add the rule")
        page.see("It runs this command: editor --new")
        page.click("button", "Write")
        self.wait(lambda: "editor --new" in served.read_rules())
        self.assertIn("editor --new", self.replay(served, recording(TRIES[0])))

    def test_what_is_no_gesture_and_a_gesture_that_differs(self):
        served = self.serve()
        page = self.visit(served)
        page.click("link", "Show a gesture")
        page.see("Make a gesture.")
        page.choose_text("recording", recording(swipe(1_000_000, 1, fingers=1)))
        page.see("Make a gesture.")
        other = swipe(5_000_000, 40, fingers=3)
        page.choose_text("recording", recording(TRIES[0], other))
        page.see("Recognises 1 of 2.")
        page.choose_text("recording", "nonsense")
        page.see("It did not work")

    def test_fingers_are_drawn_live(self):
        served = self.serve()
        # In place of devices, which this machine does not have.
        path = os.path.join(served.home, "hand.jsonl")
        with open(path, "w") as file:
            file.write(recording(TRIES[0][:-4], TRIES[0][-4:]))
        program = os.path.join(served.bin, "sleight")
        target = os.readlink(program)
        os.unlink(program)
        with open(program, "w") as file:
            file.write(f'#!/bin/sh\n[ "$1" = record ] || exec {target} "$@"\ncat "{path}"\nexec cat\n')
        os.chmod(program, stat.S_IRWXU)
        page = self.visit(served)
        page.click("link", "Show a gesture")
        # Without a file: the ways of four fingers, then the rule.
        page.wait("document.querySelectorAll('.fingers .way').length === 4")
        page.wait("document.querySelector('.fingers .way').getAttribute('points').split(' ').length > 5")
        page.see("Which gesture is it?")
        page.see("Make it twice more, or go on.")
        self.photograph(page, "fingers")
        page.click("button", "Begin again")
        page.do_not_see("Which gesture is it?")
        page.click("link", "This machine")
        page.wait("document.querySelectorAll('.fingers .way').length === 4")

    def test_no_device_can_be_read(self):
        page = self.visit(self.serve())
        page.click("link", "Show a gesture")
        page.see("no touch device is readable")
