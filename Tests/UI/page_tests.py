"""The pages in a browser, as people use them."""

import os
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
        self.assertTrue(page.nodes("button", "Copy the command sleight init"))
        self.photograph(page, "machine-wide")
        served.write_rules("rules: []\n")
        page.click("button", "Examine again")
        page.do_not_see("rules.yml does not exist")


class Gestures(PageTestCase):
    def cards(self, page):
        return page.run("[...document.querySelectorAll('#rules h3')].map((one) => one.innerText)")

    def open_gestures(self, **options):
        served = self.serve(**options)
        page = self.visit(served)
        page.see("Gestures")
        return served, page

    def agree(self, page):
        page.see("Change the rules file?")
        page.click("button", "Write")
        page.wait("!document.querySelector('dialog')")

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
        for dark in [False, True]:
            for width, height in [(1280, 800), (390, 844)]:
                page.resize(width, height, dark)
                page.wait("document.documentElement.scrollWidth <= innerWidth")
                self.photograph(page, f"gestures-{width}-{'dark' if dark else 'light'}")
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
        for _ in range(8):
            page.press("Tab")
            seen.append(page.focused())
            if seen[-1] == "next workspace acts":
                break
        self.assertEqual(
            seen, ["Skip to the content", "Gestures", "Recipes", "This machine", "next workspace acts"])
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
            ("article", "next workspace"), ("switch", "next workspace acts"), ("button", "Edit next workspace"), ("main", None), ("status", None),
        ]:
            self.assertTrue(page.nodes(role, name), f"{role} {name}")
        # Everything that can be used has a name.
        for role in ["button", "link", "switch", "image", "textbox"]:
            for node in page.nodes(role):
                self.assertTrue(node["name"]["value"].strip(), role)

    def test_at_twice_the_size_nothing_is_cut_off(self):
        _, page = self.open_gestures()
        page.see("next workspace")
        # 1280 pixels at 200 %, and a narrow window.
        for width in [640, 320]:
            page.resize(width, 400)
            page.wait("document.documentElement.scrollWidth <= innerWidth")
            wide = page.run(
                "[...document.querySelectorAll('main *')]"
                ".filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))")
            self.assertEqual(wide, [])


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
        self.assertTrue(served.read_rules().startswith(before.rstrip("\n")))
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
        page.see("no recipe for '--svg unicorn'")

    def test_without_a_rules_file(self):
        page = self.visit(self.serve(rules=None))
        page.click("link", "Recipes")
        page.wait("document.querySelectorAll('#recipes article').length > 80")
        page.run("document.querySelector('#recipes button').click()")
        page.see("There is no rules file yet.")
