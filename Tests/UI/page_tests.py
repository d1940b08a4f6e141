"""The pages in a browser, as people use them."""

import os
import re

from browser import Browser
from page import PageTestCase
from served import RULES


class Frames(PageTestCase):
    def test_the_address_works_once_and_the_page_can_be_loaded_again(self):
        served = self.serve()
        page = self.visit(served)
        page.see("This machine")
        self.assertEqual(page.run("location.href").split("#")[0], f"{served.origin}/")
        self.assertNotIn(served.secret, page.run("location.href"))
        self.assertEqual(page.run("document.cookie"), "")
        page.send("Page.reload")
        page.see("This machine")
        self.assertEqual(page.problems(), [])
        self.assertEqual(page.hosts(), {served.host})

    def test_the_address_in_another_browser_afterwards(self):
        served = self.serve()
        self.visit(served).see("This machine")
        other = Browser()
        self.addCleanup(other.close)
        page = other.open(served.address)
        page.see("This address cannot be used again")

    def test_a_server_that_has_ended(self):
        served = self.serve()
        page = self.visit(served)
        page.see("next workspace")
        served.process.kill()
        page.see("The server has ended")


class Machine(PageTestCase):
    def test_findings_with_commands_to_copy(self):
        served = self.serve(rules=None)
        page = self.visit(served)
        page.click("link", "This machine")
        page.see("does not exist")
        page.see("sleight init")
        page.do_not_see("desktops:")
        self.assertTrue(page.nodes("button", "Copy the command sleight init"))
        self.photograph(page, "machine-wide")
        served.write_rules("rules: []\n")
        page.click("button", "Examine again")
        page.do_not_see("rules.yml does not exist")


    def test_a_remedy_that_needs_no_password_is_run_by_a_button(self):
        served = self.serve(rules=None)
        page = self.visit(served)
        page.click("link", "This machine")
        page.click("button", "Run the command sleight init")
        page.see("Done: sleight init")
        self.assertIn("rules:", served.read_rules())

    def test_the_unit_is_started_by_a_request_of_the_page(self):
        served = self.serve()
        # In place of systemd, which does not run here.
        with open(os.path.join(served.bin, "systemctl"), "w") as file:
            file.write(f'#!/bin/sh\necho "$*" >"{served.home}/asked"\n')
        os.chmod(os.path.join(served.bin, "systemctl"), 0o700)
        served.enter()
        status, _, text = served.request(
            "POST", "/api/remedy", {"remedy": "systemctl --user enable --now sleight"})
        self.assertEqual((status, text), (200, '{"status": 0, "lines": [], "errors": ""}'))
        with open(os.path.join(served.home, "asked")) as file:
            self.assertEqual(file.read(), "--user enable --now sleight\n")


class Gestures(PageTestCase):
    def cards(self, page):
        return page.run("[...document.querySelectorAll('#rules h3')].map((one) => one.innerText)")

    def open_gestures(self, **options):
        served = self.serve(**options)
        page = self.visit(served)
        page.see("Gestures")
        return served, page

    def test_rules_are_cards_in_the_order_of_the_file(self):
        _, page = self.open_gestures()
        page.see("next workspace")
        self.assertEqual(self.cards(page), ["next workspace", "previous workspace", "tap single, 4 fingers"])
        for text in ["swipe left, 3 fingers", "workspace next", "Only when app: firefox", "echo tapped"]:
            page.see(text)
        # Each has a drawing, with a name.
        page.wait("[...document.images].length === 3 && (document.images[2].scrollIntoView(), true)")
        page.wait("[...document.images].every((image) => image.complete && image.naturalWidth > 100)")
        self.assertTrue(page.nodes("image", "Picture: swipe left, 3 fingers"))
        page.run("scrollTo(0, 0)")
        self.photograph_all(page, "gestures")
        self.assertEqual(page.problems(), [])

    def test_a_rule_is_turned_off_and_on_again(self):
        served, page = self.open_gestures()
        before = served.read_rules()
        page.click("switch", "next workspace acts")
        page.see("This is the first change")
        page.see("+    enabled: false")
        self.photograph(page, "difference")
        self.assertEqual(served.read_rules(), before)
        self.agree(page)
        page.see("Written: next workspace was turned off")
        self.assertEqual(served.read_rules(), before.replace("to the left\n", "to the left\n    enabled: false\n"))
        self.assertEqual(self.cards(page)[0], "next workspace")
        # Without another question.
        page.click("switch", "next workspace acts")
        page.see("Written: next workspace was turned on")
        self.assertEqual(served.read_rules(), before)

    def test_a_change_that_is_not_agreed_to(self):
        served, page = self.open_gestures()
        before = served.read_rules()
        page.click("button", "Delete next workspace")
        page.see("This is the first change")
        page.click("button", "Cancel")
        page.see("Nothing was written")
        self.assertEqual(served.read_rules(), before)

    def test_rules_are_moved_and_deleted_and_each_change_is_undone(self):
        served, page = self.open_gestures()
        texts = [served.read_rules()]
        page.click("button", "Move tap single, 4 fingers up")
        self.agree(page)
        page.see("Written: tap single, 4 fingers was moved")
        page.wait("document.querySelectorAll('#rules h3')[1].innerText.startsWith('tap')")
        # The focus stays where it was.
        self.assertEqual(page.wait("document.activeElement.ariaLabel"), "Move tap single, 4 fingers up")
        texts.append(served.read_rules())
        page.click("button", "Move next workspace down")
        page.wait("document.querySelectorAll('#rules h3')[0].innerText.startsWith('tap')")
        texts.append(served.read_rules())
        page.click("button", "Delete previous workspace")
        page.wait("document.querySelectorAll('#rules h3').length === 2")
        self.assertIn("# The rules of a test.", served.read_rules())
        while texts:
            page.click("button", "Undo the last change")
            expected = texts.pop()
            self.wait(lambda: served.read_rules() == expected)
            page.wait("document.activeElement.tagName === 'H2'")
            page.wait(f"document.getElementById('undo') {'!==' if texts else '==='} null")

    def test_the_text_of_a_rule_is_checked_while_it_is_edited(self):
        served, page = self.open_gestures()
        before = served.read_rules()
        page.click("button", "Edit previous workspace")
        page.see("No difference")
        save = "[...document.querySelectorAll('dialog button')].find((one) => one.innerText === 'Save')"
        page.type("rule-text", "- swype: right\n  fingers: 3\n  do: foot")
        page.see("unknown gesture 'swype'")
        page.see("did you mean swipe?")
        self.assertTrue(page.run(f"{save}.disabled"))
        self.photograph(page, "edit-error")
        page.type("rule-text", "- swipe: right\n  fingers: 4\n  name: back\n  do: {workspace: previous}")
        page.see("+    fingers: 4")
        page.wait(f"!{save}.disabled")
        self.photograph(page, "edit")
        self.assertEqual(served.read_rules(), before)
        page.click("button", "Save")
        page.see("Change the rules file?")
        page.click("button", "Write")
        page.see("Written: previous workspace was edited")
        page.wait("document.querySelectorAll('#rules h3')[1].innerText === 'back'")
        self.assertIn("fingers: 4\n    name: back\n", served.read_rules())

    def test_a_file_that_an_editor_changes_meanwhile(self):
        served, page = self.open_gestures()
        page.click("button", "Delete next workspace")
        page.see("This is the first change")
        changed = served.read_rules().replace("echo tapped", "echo changed")
        served.write_rules(changed)
        page.click("button", "Write")
        page.see("was changed meanwhile, and is left as it is")
        self.assertEqual(served.read_rules(), changed)
        page.see("echo changed")
        # The page follows the file without being asked.
        served.write_rules(changed.replace("echo changed", "echo again"))
        page.see("echo again")

    def test_markup_in_names_is_text(self):
        name = "<img src=x onerror=document.title='taken'><b>bold</b>"
        _, page = self.open_gestures(rules=f'rules:\n  - {{swipe: left, fingers: 3, name: "{name}", do: "echo <i>"}}\n')
        page.see(name)
        page.see("echo <i>")
        self.assertEqual(page.run("document.querySelectorAll('main b, main i, main img[onerror]').length"), 0)
        page.click("button", f"Delete {name}")
        page.see("-  - {swipe: left")
        self.assertEqual(page.run("document.title"), "Gestures – Sleight")
        self.assertEqual(page.problems(), [])

    def test_a_file_with_errors(self):
        served, page = self.open_gestures(rules="rules:\n  - {swype: left, fingers: 3, do: foot}\n")
        page.see("unknown gesture 'swype'")
        page.see("rules.yml:2")
        page.click("button", "Edit rules.yml:2")
        page.see("No difference")
        page.type("rule-text", "- {swipe: left, fingers: 3, do: foot}")
        page.see("+  - {swipe: left")
        page.click("button", "Save")
        page.see("Change the rules file?")
        page.click("button", "Write")
        page.see("swipe left, 3 fingers")
        self.assertEqual(served.read_rules(), "rules:\n  - {swipe: left, fingers: 3, do: foot}\n")

    def test_an_empty_home(self):
        served, page = self.open_gestures(rules=None)
        page.see("There is no rules file yet.")
        page.click("button", "Write rules to start from")
        page.see("next workspace")
        self.assertGreater(len(self.cards(page)), 5)
        self.assertIn("Rules for Sleight", served.read_rules())

    def test_a_file_that_cannot_be_read_is_not_one_that_is_missing(self):
        served = self.serve(rules=None)
        os.mkdir(served.rules_path)
        page = self.visit(served)
        page.see("Is a directory")
        page.do_not_see("There is no rules file yet.")
        self.assertFalse(page.nodes("button", "Write rules to start from"))

    def test_a_full_disk(self):
        if os.getuid() != 0:
            self.skipTest("only root can mount a file system")
        served = self.serve()
        folder = os.path.dirname(served.rules_path)
        text = served.read_rules()
        if os.system(f"mount -t tmpfs -o size=4k,nr_inodes=8 none '{folder}' 2>/dev/null"):
            self.skipTest("no file system can be mounted here")
        self.addCleanup(os.system, f"umount '{folder}'")
        served.write_rules(text)
        page = self.visit(served)
        page.click("switch", "next workspace acts")
        self.agree(page)
        page.see("No space left on device")
        self.assertEqual(served.read_rules(), text)

    def test_by_the_keyboard_alone(self):
        served, page = self.open_gestures()
        page.see("next workspace")
        self.photograph(page, "keyboard")
        seen = []
        # From the skip link to the first switch.
        for _ in range(12):
            page.press("Tab")
            seen.append(page.focused())
            if seen[-1] == "next workspace acts":
                break
        self.assertEqual(
            seen, [
                "Skip to the content", "Gestures", "Show a gesture", "What was that?", "Recipes", "The text",
                "This machine", "next workspace acts",
            ])
        page.press(" ")
        page.see("Change the rules file?")
        # The focus is inside of the dialogue, and Escape closes it.
        self.assertTrue(page.run("document.querySelector('dialog').contains(document.activeElement)"))
        page.press("Escape")
        page.see("Nothing was written")
        page.press(" ")
        page.see("Change the rules file?")
        for _ in range(3):
            if page.focused() == "Write":
                break
            page.press("Tab")
        page.press("Enter")
        page.see("Written: next workspace was turned off")
        self.assertIn("enabled: false", served.read_rules())
        self.assertEqual(page.wait("document.activeElement.ariaLabel"), "next workspace acts")

    def test_roles_and_names(self):
        _, page = self.open_gestures()
        page.see("next workspace")
        for role, name in [
            ("heading", "Gestures"), ("navigation", "Sections"), ("link", "This machine"),
            ("article", "next workspace"), ("switch", "next workspace acts"), ("button", "Edit next workspace"),
            ("main", None), ("status", None),
        ]:
            self.assertTrue(page.nodes(role, name), f"{role} {name}")
        # Everything that can be used has a name.
        for role in ["button", "link", "switch", "image", "textbox"]:
            for node in page.nodes(role):
                self.assertTrue(node["name"]["value"].strip(), role)


    GROUP = (
        "rules:\n  - {swipe: left, fingers: 3, name: first, do: a}\n  - when: {app: firefox}\n    rules:\n"
        "      - {swipe: right, fingers: 3, name: second, do: b}\n      - {tap: single, fingers: 4, name: third, do: c}\n"
        "  - {swipe: up, fingers: 3, name: fourth, do: d}\n  - {swipe: down, fingers: 3, name: fifth, do: e}\n")

    def test_a_group_is_a_card_with_its_condition_and_rules_move_within_it(self):
        served, page = self.open_gestures(rules=self.GROUP)
        page.see("A group of 2 rules. Only when app: firefox")
        self.assertTrue(page.nodes("region", "A group of 2 rules. Only when app: firefox"))
        self.photograph_all(page, "group")
        # The first of the group has none above.
        self.assertTrue(page.run("document.querySelector('[aria-label=\"Move second up\"]').disabled"))
        page.click("button", "Move third up")
        self.agree(page)
        page.wait("document.querySelector('.group h3').innerText === 'third'")
        # Below the group, which is one entry.
        page.click("button", "Move first down")
        self.wait(lambda: self.order(served) == ["third", "second", "first", "fourth", "fifth"])

    def order(self, served):
        """The names of the rules in the order of the file."""
        return re.findall("name: (\\w+)", served.read_rules())

    def test_a_group_is_moved_and_deleted_with_its_rules(self):
        served, page = self.open_gestures(rules=self.GROUP)
        page.click("button", "Move this group up")
        self.agree(page)
        self.wait(lambda: self.order(served) == ["second", "third", "first", "fourth", "fifth"])
        # The focus stays at the group.
        page.wait("document.activeElement.ariaLabel === 'Move this group down'")
        page.click("button", "Move this group down")
        self.wait(lambda: self.order(served) == ["first", "second", "third", "fourth", "fifth"])
        page.see("Written: The group was moved")
        # It is drawn anew.
        page.wait("document.querySelector('#rules h3').innerText === 'first'")
        page.click("button", "Delete this group")
        self.wait(lambda: self.order(served) == ["first", "fourth", "fifth"])
        self.assertNotIn("firefox", served.read_rules())
        page.wait("!document.querySelector('.group')")
        page.click("button", "Undo the last change")
        self.wait(lambda: self.order(served) == ["first", "second", "third", "fourth", "fifth"])
        self.assertEqual(page.problems(), [])

    def test_a_group_in_a_group_is_a_card_inside_of_it_and_moves_within_it(self):
        served, page = self.open_gestures(rules=(
            "rules:\n  - {swipe: left, fingers: 3, name: first, do: a}\n  - when: {app: firefox}\n    rules:\n"
            "      - {swipe: right, fingers: 3, name: second, do: b}\n      - fingers: 4\n        rules:\n"
            "          - {swipe: up, name: third, do: c}\n          - {swipe: down, name: fourth, do: d}\n"
            "      - {tap: single, fingers: 4, name: fifth, do: e}\n"))
        page.see("A group of 4 rules.")
        self.assertEqual(page.run("document.querySelectorAll('.group .group h3').length"), 2)
        inner = "document.querySelector('.group .group > .buttons')"
        page.run(f"{inner}.querySelector('[data-part=down]').click()")
        self.agree(page)
        self.wait(lambda: self.order(served) == ["first", "second", "fifth", "third", "fourth"])
        # It is the last entry of the list around it.
        page.wait(f"{inner}.querySelector('[data-part=down]').disabled")
        page.run(f"{inner}.querySelector('[data-part=up]').click()")
        self.wait(lambda: self.order(served) == ["first", "second", "third", "fourth", "fifth"])
        page.wait(f"!{inner}.querySelector('[data-part=down]').disabled")
        page.click("button", "Move fourth up")
        self.wait(lambda: self.order(served) == ["first", "second", "fourth", "third", "fifth"])
        # The outer group goes above the first rule with all that is in it.
        page.wait("document.querySelector('.group .group h3').innerText === 'fourth'")
        page.run("document.querySelector('.group > .buttons [data-part=up]').click()")
        self.wait(lambda: self.order(served) == ["second", "fourth", "third", "fifth", "first"])
        self.assertEqual(page.problems(), [])

    def test_a_rule_is_dragged_to_another_place_of_its_list(self):
        served, page = self.open_gestures(rules=self.GROUP)
        page.see("fifth")
        page.resize(1280, 3000)

        def middle(selector):
            return page.run(
                f"(({{left, top, width, height}}) => [left + width / 2, top + height / 2])"
                f"(document.querySelector({selector!r}).getBoundingClientRect())")

        def mouse(kind, x, y):
            page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

        x, y = middle("[data-rule=fifth] .handle")
        mouse("mousePressed", x, y)
        _, top = middle("[data-rule=first]")
        for step in range(1, 11):
            mouse("mouseMoved", x, y + (top - 40 - y) * step / 10)
        self.assertTrue(page.run("document.querySelector('[data-rule=first]').classList.contains('drop-before')"))
        mouse("mouseReleased", x, top - 40)
        self.agree(page)
        self.wait(lambda: served.read_rules().index("fifth") < served.read_rules().index("first"))
        page.wait("document.querySelector('#rules h3').innerText === 'fifth'")


class Recipes(PageTestCase):
    def test_one_is_found_by_a_wish_and_added(self):
        served = self.serve()
        before = served.read_rules()
        page = self.visit(served)
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#recipes article').length > 80")
        page.type("wish", "go back")
        page.wait("document.querySelectorAll('#recipes article').length < 20")
        page.wait("document.images[0].complete && document.images[0].naturalWidth > 100")
        self.photograph(page, "recipes")
        title = page.run("document.querySelector('#recipes button').ariaLabel")
        page.click("button", title)
        page.see("Write")
        self.photograph(page, "recipe-added")
        self.assertEqual(served.read_rules(), before)
        page.click("button", "Write")
        page.see("Written: " + title.removeprefix("Add: "))
        # Above the others, whose text and comments stay.
        head, rest = before.split("rules:\n")
        self.assertTrue(served.read_rules().startswith(head + "rules:\n  - "), served.read_rules())
        self.assertTrue(served.read_rules().endswith(rest), served.read_rules())
        page.click("link", "Gestures")
        page.wait("document.querySelectorAll('#rules h3').length > 3")
        page.click("button", "Undo the last change")
        self.wait(lambda: served.read_rules() == before)
        self.assertEqual(page.problems(), [])

    def test_a_wish_that_no_recipe_is_for(self):
        page = self.visit(self.serve())
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#recipes article').length > 80")
        page.type("wish", "--svg unicorn")
        page.see("No recipe for '--svg unicorn'")

    def test_without_a_rules_file(self):
        page = self.visit(self.serve(rules=None))
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#recipes article').length > 80")
        page.run("document.querySelector('#recipes button').click()")
        page.see("There is no rules file yet.")
        page.wait("document.activeElement.id === 'starter'")

    def test_a_whole_file_is_merged_below_the_rules_and_settings_that_are_there(self):
        served = self.serve(rules=RULES + "settings: {while-typing: true}\n")
        page = self.visit(served)
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#recipes article').length > 80")
        page.click("button", "Add: A flick to the side, and then a rest")
        page.see("+gestures:")
        page.click("button", "Write")
        page.see("Written: A flick to the side, and then a rest")
        # What is said is in sight, on a page of many screens.
        self.assertTrue(page.run("document.getElementById('status').getBoundingClientRect().bottom <= innerHeight"))
        text = served.read_rules()
        self.assertLess(text.index("gestures:"), text.index("rules:"))
        self.assertIn("echo tapped", text)
        self.assertIn("while-typing", text)
        # A second one goes below the same keys.
        page.click("button", "Add: A code of taps in two corners, as on a kiosk")
        page.see("corner")
        page.click("button", "Write")
        self.wait(lambda: served.read_rules() != text)
        self.assertEqual(served.read_rules().count("\ngestures:") + served.read_rules().startswith("gestures:"), 1)
        self.assertEqual(page.problems(), [])

    def test_a_set_of_recipes_is_added_by_one_button_and_undone_by_one(self):
        served = self.serve()
        before = served.read_rules()
        page = self.visit(served)
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#profiles article').length === 3")
        page.run("document.querySelector('details:has(#profiles)').open = true")
        self.photograph_all(page, "profiles")
        page.click("button", "Add: Tablet")
        page.see("+  - ")
        self.photograph(page, "profile")
        page.click("button", "Write")
        page.see("Written: Tablet")
        page.click("link", "Gestures")
        page.wait("document.querySelectorAll('#rules h3').length > 8")
        page.click("button", "Undo the last change")
        self.wait(lambda: served.read_rules() == before)

    def test_each_set_is_of_recipes_that_exist_and_passes_check(self):
        for name in ["Like macOS", "Tablet", "Kiosk"]:
            served = self.serve(rules="rules: []\n")
            page = self.visit(served)
            page.click("link", "Recipes")
            page.wait("document.querySelectorAll('#profiles article').length === 3")
            count = page.run(
                "import('/profiles.js').then(({profiles}) => "
                f"profiles.find((one) => one.name === {name!r}).titles.length)")
            page.run("document.querySelector('details:has(#profiles)').open = true")
            page.click("button", f"Add: {name}")
            page.see("Write")
            page.click("button", "Cancel")
            self.assertIn(f"Its {count} recipes", page.run("document.getElementById('profiles').textContent"))
