"""Wishes of people who have never seen a rules file: each from an empty home to a rule that acts on a hand."""

from hands import recording, swipe
from page import PageTestCase

START = 1_000_000


class Wishes(PageTestCase):
    def begin(self, section):
        served = self.serve(rules=None)
        page = self.visit(served)
        page.click("link", section)
        page.click("button", "Write rules to start from")
        self.wait(lambda: "rules:" in (served.read_rules() if self.exists(served) else ""))
        return served, page

    def exists(self, served):
        try:
            return bool(served.read_rules())
        except FileNotFoundError:
            return False

    def test_wishes_for_which_there_is_a_recipe(self):
        screen = {"way": (1, 0), "at": (0.5, 90)}
        for wish, title, hand, deed in [
            ("go back in the browser on my tablet", "Back from the edge of a touchscreen, as on a phone",
             swipe(START, 60, fingers=1, **screen), "alt+Left"),
            ("right click", "Right click on a touchscreen", swipe(START, 0, fingers=1, milliseconds=900), "click right"),
            ("undo", "Undo and redo with taps, as on a tablet",
             swipe(START, 0, fingers=2, milliseconds=40) + swipe(START + 150_000, 0, fingers=2, milliseconds=40), "ctrl+z"),
            ("mute", "Mute the sound", None, None),
        ]:
            with self.subTest(wish=wish):
                served, page = self.begin("Recipes")
                page.wait("document.querySelectorAll('#recipes article').length > 80")
                page.type("wish", wish)
                page.wait("document.querySelectorAll('#recipes article').length < 40")
                page.click("button", f"Add: {title}")
                page.see("Write")
                page.click("button", "Write")
                page.see(f"Written: {title}")
                if hand:
                    self.assertIn(deed, self.replay(served, recording(hand)))

    def test_a_gesture_of_ones_own_for_the_window(self):
        served, page = self.begin("Show a gesture")
        page.see("Make a gesture.")
        hands = [swipe(START + 3_000_000 * number, 45, fingers=5, way=(0, -1)) for number in range(3)]
        page.choose_text("recording", recording(*hands))
        page.see("swipe up, 5 fingers")
        page.select("action-kind", "window")
        page.select("action-word", "fullscreen")
        page.click("button", "Add the rule")
        page.see("+    do: {window: fullscreen}")
        page.click("button", "Write")
        page.see("Written: swipe up, 5 fingers")
        self.assertIn("window fullscreen", self.replay(served, recording(hands[0])))

    def test_a_rule_that_is_in_the_way(self):
        served, page = self.begin("Gestures")
        page.see("next workspace")
        hand = recording(swipe(START, 45, fingers=4))
        self.assertIn("workspace next", self.replay(served, hand))
        page.click("switch", "next workspace acts")
        self.agree(page)
        page.see("Written: next workspace was turned off")
        self.assertNotIn("workspace next", self.replay(served, hand))
