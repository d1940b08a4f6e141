"""The last touches, and changes that would have made them right."""

from hands import Keeper, recording, swipe
from page import PageTestCase

RULES = "# Mine.\nrules:\n  - {swipe: left, fingers: 3, name: next, do: echo next}\n"


class Touches(PageTestCase):
    def open_touches(self, *touches, rules=RULES, **options):
        served = self.serve(rules=rules)
        keeper = Keeper(served, *touches, **options)
        self.addCleanup(keeper.close)
        page = self.visit(served)
        page.click("link", "What was that?")
        return served, page

    def test_a_swipe_that_was_too_short_acts_after_one_button(self):
        short = swipe(9_000_000, 10)
        served, page = self.open_touches(short, swipe(5_000_000, 40))
        page.see("3 fingers on the touchscreen Screen")
        page.see("rules.yml:3 'next' did not act: 10 mm of 12 mm (distance, by default)")
        page.wait("document.images.length > 0 && document.images[0].complete && document.images[0].naturalWidth > 100")
        self.photograph_all(page, "touches")
        self.assertNotIn("echo next", self.replay(served, recording(short)))
        page.click("button", "rules.yml:3 'next' should have acted")
        page.see("0 of 1 marked touch is right now.")
        page.see("1 touch becomes right, 0 become wrong.")
        page.see("To be sure, 2 more marked touches of this kind are required.")
        self.photograph(page, "tuning")
        page.run("document.querySelector('dialog .card button').click()")
        page.see("distance:")
        page.click("button", "Write")
        page.see("Written: ")
        self.assertIn("distance", served.read_rules())
        self.assertIn("echo next", self.replay(served, recording(short)))
        page.click("link", "Gestures")
        page.click("button", "Undo the last change")
        self.wait(lambda: served.read_rules() == RULES)
        self.assertEqual(page.problems(), [])

    def test_a_touch_keeps_its_name_when_another_one_follows(self):
        served, page = self.open_touches(swipe(9_000_000, 10), swipe(5_000_000, 10.5))
        page.see("10.5 mm of 12 mm")
        self.assertEqual(
            page.run("[...document.querySelectorAll('#touches img')].map((one) => one.getAttribute('src'))"),
            ["/api/touch-picture?touch=9000000", "/api/touch-picture?touch=5000000"])

    def test_a_rule_that_acted_wrongly(self):
        acted = {"rule": "rules.yml:3", "name": "next", "gesture": "swipe", "direction": "left", "fingers": 3}
        _, page = self.open_touches(swipe(9_000_000, 14), acted=[acted])
        page.see("rules.yml:3 'next' acted")
        page.click("button", "Nothing should have acted: 3 fingers on the touchscreen Screen")
        page.see("0 of 1 marked touch is right now.")

    def test_no_daemon_and_no_touches(self):
        page = self.visit(self.serve())
        page.click("link", "What was that?")
        page.see("no daemon is running")
        page.see("systemctl --user start sleight")
        _, page = self.open_touches()
        page.see("No touch of a rule is kept yet.")

    def test_markup_in_names_is_text(self):
        rules = "rules:\n  - {swipe: left, fingers: 3, name: '<img src=x><b>b</b>', do: echo next}\n"
        _, page = self.open_touches(swipe(9_000_000, 10), rules=rules)
        page.see("<img src=x><b>b</b>")
        self.assertEqual(page.run("document.querySelectorAll('main b').length"), 0)

    def test_the_change_for_one_mark_and_those_for_all(self):
        """Two touches whose rules differ: a mark shows the change of its own rule alone."""
        rules = RULES + "  - {swipe: right, fingers: 3, name: previous, do: echo previous}\n"
        left, right = swipe(9_000_000, 10), swipe(5_000_000, 9, way=(1, 0))
        _, page = self.open_touches(left, right, rules=rules)
        page.see("9 mm of 12 mm")
        page.run("document.querySelectorAll('#touches article')[1].querySelector('ul button').click()")
        page.see("rules.yml:4 'previous': distance")
        page.click("button", "Close")
        page.click("button", "rules.yml:3 'next' should have acted")
        page.see("0 of 2 marked touches are right now.")
        page.see("rules.yml:3 'next': distance")
        self.assertNotIn("'previous': distance", page.run("document.querySelector('dialog').innerText"))
        page.click("button", "Close")
        marked = "[...document.querySelectorAll('#touches article')].map((one) => one.innerText.includes('Marked as missed.'))"
        self.assertEqual(page.run(marked), [True, True])
        page.run("document.querySelector('#touches button[aria-label^=\"Withdraw\"]').click()")
        self.wait(lambda: page.run(marked) == [False, True])
        self.assertEqual(page.run("document.activeElement.tagName"), "H3")
        self.assertEqual(page.problems(), [])
