"""The text of the rules file in a page."""

from page import PageTestCase


class Texts(PageTestCase):
    def open_text(self, **options):
        served = self.serve(**options)
        page = self.visit(served)
        page.click("link", "The text")
        page.see("No errors")
        return served, page

    def place_cursor(self, page, place):
        """Clicks into the text, at a place that a script computes."""
        page.run(f"{{ const text = document.getElementById('text'); const place = {place}; text.focus(); "
                 "text.setSelectionRange(place, place); text.click() }")

    def test_messages_while_typing_and_a_change_that_is_written(self):
        served, page = self.open_text()
        before = served.read_rules()
        page.type("text", before.replace("swipe: left ", "swype: left "))
        page.see("unknown gesture 'swype'")
        page.see("Line 4")
        self.photograph_all(page, "text")
        # The button leads to the line.
        page.click("button", "Line 4")
        page.wait("document.activeElement.id === 'text'")
        self.assertEqual(
            page.run("(({value, selectionStart}) => value.slice(0, selectionStart).split('\\n').length)"
                     "(document.activeElement)"), 4)
        page.click("button", "Save")
        page.wait("document.querySelector('dialog button.main')?.disabled")
        page.wait("document.querySelector('dialog').innerText.includes(\"unknown gesture 'swype'\")")
        page.click("button", "Cancel")
        page.type("text", before.replace("echo tapped", "echo written"))
        page.see("No errors")
        page.click("button", "Save")
        page.see("+    do: echo written")
        page.click("button", "Write")
        self.wait(lambda: "echo written" in served.read_rules())
        self.assertEqual(page.problems(), [])

    def test_completion_by_the_keyboard_and_explanations(self):
        served, page = self.open_text()
        page.type("text", "rules:\n  - swipe: left\n    fingers: 3\n    do: {workspace: ne}")
        self.place_cursor(page, "text.value.length - 1")
        page.press(" ", modifiers=2)
        page.wait("document.querySelectorAll('#proposals [role=option]').length > 0")
        self.photograph(page, "completion")
        self.assertTrue(page.nodes("option"))
        page.press("Enter")
        page.wait("document.getElementById('text').value.includes('{workspace: next')")
        self.place_cursor(page, "text.value.indexOf('fingers') + 2")
        page.wait("document.getElementById('explanation').textContent.includes('fingers')")
        # A word that begins shows what it could be, and Escape closes it.
        self.place_cursor(page, "text.value.length")
        page.send("Input.insertText", text="\n    wi")
        page.wait("!document.getElementById('proposals').hidden")
        page.press("Escape")
        page.wait("document.getElementById('proposals').hidden")

    def test_a_file_that_an_editor_changes_meanwhile(self):
        served, page = self.open_text()
        changed = served.read_rules().replace("echo tapped", "echo changed")
        page.type("text", served.read_rules().replace("echo tapped", "echo mine"))
        served.write_rules(changed)
        page.click("button", "Save")
        page.see("was changed meanwhile, and is left as it is")
        self.assertEqual(served.read_rules(), changed)

    def test_a_text_that_nobody_has_changed_here_follows_the_file(self):
        served, page = self.open_text()
        served.write_rules(served.read_rules().replace("echo tapped", "echo changed"))
        page.wait("document.getElementById('text').value.includes('echo changed')")
        page.type("text", served.read_rules().replace("echo changed", "echo mine"))
        served.write_rules(served.read_rules().replace("echo changed", "echo other"))
        page.see("Another program has changed the file")
        self.assertIn("echo mine", page.run("document.getElementById('text').value"))

    def test_a_second_page_takes_the_messages_and_the_first_one_takes_them_back(self):
        served, page = self.open_text()
        other = self.browser.open(served.origin + "/#text")
        self.addCleanup(other.close)
        other.see("No errors")
        page.see("Messages and completion are in another page now.")
        # What is typed there is not what the other page has messages about.
        page.type("text", served.read_rules().replace("swipe: left ", "swype: left "))
        page.click("button", "Have them here")
        page.see("unknown gesture 'swype'")
        other.see("Messages and completion are in another page now.")
        self.assertNotIn("swype", other.text())

    def test_suggestions_become_edits_one_by_one_or_all_at_once(self):
        served, page = self.open_text()
        wrong = served.read_rules().replace("swipe: left ", "swype: left ").replace("swipe: right", "swipe: rigth")
        page.type("text", wrong)
        page.see("unknown gesture 'swype'")
        page.click("button", "Replace with 'swipe', line 4")
        page.wait("document.getElementById('text').value.includes('swipe: left ')")
        page.wait("!document.getElementById('text').value.includes('swype')")
        page.do_not_see("unknown gesture 'swype'")
        self.assertIn("swipe: rigth", page.run("document.getElementById('text').value"))
        page.type("text", wrong)
        page.click("button", "Apply 2 certain suggestions")
        page.see("No errors")
        self.assertEqual(page.run("document.getElementById('text').value"), served.read_rules())
        self.assertEqual(page.problems(), [])
