"""Wishes of people who have never seen a rules file: each from an empty home to a rule that acts on a hand.

Most are from public threads, which are named where their words are used."""

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

    def test_wishes_in_whole_sentences(self):
        for wish, title, hand, deed in [
            # HieuTNg/touchpad-gesture-customization 2
            ("change volume with three fingers", "Volume with three fingers", swipe(START, 45, way=(0, -1)),
             "XF86AudioRaiseVolume"),
            # elementary/gala 987
            ("switch tabs in the browser", "Switch tabs while the fingers move", swipe(START, 45, way=(1, 0)),
             "ctrl+Tab"),
            # iberianpig/fusuma 165; the recipe has four fingers.
            ("alt tab with three fingers like windows", "Switch windows while the fingers move, as alt+Tab does",
             swipe(START, 45, fingers=4, way=(1, 0)), "keys Tab"),
            # samr28 in bulletmark/libinput-gestures 109
            ("open clipboard history with a three finger tap", "Open the history of the clipboard, and choose an emoji",
             None, None),
        ]:
            with self.subTest(wish=wish):
                served, page = self.begin("Recipes")
                page.wait("document.querySelectorAll('#recipes article').length > 80")
                page.type("wish", wish)
                page.wait("document.querySelectorAll('#recipes article').length < 40")
                self.photograph(page, f"wish-{title.split()[0]}-{title.split()[1]}")
                page.click("button", f"Add: {title}")
                page.see("Write")
                if deed == "keys Tab":
                    # A rule to start from is for the same hand.
                    page.see("an earlier rule always acts before this one")
                    self.photograph_all(page, "wish-displaced")
                page.click("button", "Write")
                page.see(f"Written: {title}")
                if hand:
                    self.assertIn(deed, self.replay(served, recording(hand)))

    def show(self, *hands, gesture):
        """From an empty home to the choice of what a gesture does."""
        served, page = self.begin("Show a gesture")
        page.see("Make a gesture.")
        page.choose_text("recording", recording(*hands))
        page.see(gesture)
        page.click("radio", gesture)
        return served, page

    def add(self, page):
        page.click("button", "Add the rule")
        page.see("Write")
        page.click("button", "Write")
        page.see("Written: ")

    def test_the_volume_follows_the_fingers_and_goes_back_with_them(self):
        # JoseExposito/touchegg 470
        hands = [swipe(START + 3_000_000 * number, 45, fingers=3, way=(0, -1)) for number in range(3)]
        served, page = self.show(*hands, gesture="pan up, 3 fingers, on a touchscreen")
        page.see("It goes on while the fingers move")
        page.select("action-kind", "keys")
        page.run("document.querySelector('[aria-label=\"Choose common keys\"]').id = 'common'")
        page.select("common", "XF86AudioRaiseVolume")
        page.select("rule-step", "5mm")
        page.see("And if the fingers move back?")
        page.wait("document.getElementById('back-keys').value === 'XF86AudioLowerVolume'")
        self.photograph_all(page, "wish-volume")
        self.add(page)
        self.assertIn("back: {keys: ", served.read_rules())
        there = self.replay(served, recording(hands[0]))
        self.assertGreater(there.count("XF86AudioRaiseVolume"), 4, there)
        up_and_down = swipe(START, 45, fingers=3, way=(0, -1))[:-4]
        down = swipe(START + 210_000, 30, fingers=3, way=(0, 1), at=(150, 15))
        back = self.replay(served, recording(up_and_down + [event for event in down if event[1] != "touch-down"]))
        self.assertIn("XF86AudioLowerVolume", back)

    def test_a_tap_for_keys_that_are_typed(self):
        # samr28 in bulletmark/libinput-gestures 109
        hands = [swipe(START + 3_000_000 * number, 0, milliseconds=60) for number in range(3)]
        served, page = self.show(*hands, gesture="tap single, 3 fingers, on a touchscreen")
        page.select("action-kind", "keys")
        page.see("have to be chosen or typed")
        page.type("action-keys", "super+v")
        self.add(page)
        self.assertIn("super+v", self.replay(served, recording(hands[0])))

    def test_the_keyboard_from_the_bottom_edge(self):
        # telychko in swaywm/sway 7847
        hands = [swipe(START + 3_000_000 * number, 60, fingers=1, way=(0, -1), at=(150, 193)) for number in range(3)]
        served, page = self.show(*hands, gesture="swipe up, 1 finger, from the bottom edge, on a touchscreen")
        page.select("action-kind", "command")
        page.type("action-command", "pkill -SIGRTMIN wvkbd-mobintl")
        self.add(page)
        self.assertIn("wvkbd", self.replay(served, recording(hands[0])))

    def test_reloading_from_the_top_in_one_program(self):
        # flatsiedatsie in bulletmark/libinput-gestures 266
        hands = [swipe(START + 3_000_000 * number, 60, fingers=1, way=(0, 1), at=(150, 1)) for number in range(3)]
        served, page = self.show(*hands, gesture="swipe down, 1 finger, from the top edge, on a touchscreen")
        page.select("action-kind", "keys")
        page.run("document.querySelector('[aria-label=\"Choose common keys\"]').id = 'common'")
        page.select("common", "ctrl+r")
        page.type("rule-app", "firefox")
        page.type("rule-title", "*News*")
        self.add(page)
        self.assertIn('when: {app: "firefox", title: "*News*"}', served.read_rules())
        self.assertNotIn("ctrl+r", self.replay(served, recording(hands[0])))
        self.assertIn("ctrl+r", self.replay(served, recording(hands[0]), "--app", "firefox", "--title", "News of today"))

    def test_another_action_for_a_gesture_that_has_one(self):
        # luyanfeng in JoseExposito/touchegg 697
        hands = [swipe(START + 3_000_000 * number, 45, fingers=4, way=(0, 1)) for number in range(3)]
        served, page = self.show(*hands, gesture="swipe down, 4 fingers, on a touchscreen")
        page.select("action-kind", "desktop")
        page.select("action-word", "show-desktop")
        page.click("checkbox", page.run("document.querySelector('label[for=replaces]').textContent"))
        self.photograph_all(page, "wish-replace")
        self.add(page)
        acted = self.replay(served, recording(hands[0]))
        self.assertIn("show-desktop", acted)
        self.assertNotIn("fullscreen", acted)

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
