"""Another site in the browser of the user, who has the page of sleight-ui open beside it."""

import http.server
import threading

from page_tests import PageTestCase

PAGE = """<!DOCTYPE html><title>A site</title><p>loaded</p><iframe name="frame"></iframe><script>
const target = '%(target)s';
async function answer(work) {
  try { return await work(); } catch (error) { return 'refused'; }
}
function event(object, ...names) {
  return new Promise((done) => names.forEach((name) => object.addEventListener(name, () => done(name))));
}
async function attack() {
  const results = {};
  results.read = await answer(async () => (await fetch(target + '/api/rules', {credentials: 'include'})).text());
  const blind = {credentials: 'include', mode: 'no-cors'};
  results.blind = await answer(async () => (await fetch(target + '/api/rules', blind)).text());
  results.json = await answer(async () => (await fetch(target + '/api/edit', {method: 'POST', credentials: 'include',
    headers: {'Content-Type': 'application/json'}, body: '{"change": "text", "text": "rules: []"}'})).text());
  results.plain = await answer(async () => (await fetch(target + '/api/edit', {method: 'POST', ...blind,
    body: '{"change": "text", "text": "rules: []"}'})).text());
  const stream = new EventSource(target + '/api/events', {withCredentials: true});
  results.stream = await event(stream, 'open', 'error');
  stream.close();
  results.socket = await event(new WebSocket(target.replace('http', 'ws') + '/api/events'), 'open', 'error');
  const image = new Image();
  const loaded = event(image, 'load', 'error');
  image.src = target + '/api/picture?rule=rules.yml:4';
  results.image = await loaded;
  const form = document.createElement('form');
  Object.assign(form, {method: 'post', action: target + '/api/edit', target: 'frame', enctype: 'text/plain'});
  const input = document.createElement('input');
  Object.assign(input, {name: '{"change": "text", "text": "rules: []", "x": "', value: '"}'});
  form.append(input);
  document.body.append(form);
  const frame = document.querySelector('iframe');
  let done = event(frame, 'load');
  form.submit();
  await done;
  done = event(frame, 'load');
  frame.src = target + '/';
  await done;
  results.frame = await answer(() => frame.contentDocument && frame.contentDocument.body.innerText);
  return results;
}
</script>"""


class Sites(PageTestCase):
    def site(self, target):
        """A server on another port of this machine, as another user may have one; and the headers that it receives."""
        received = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                received.append(dict(self.headers))
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write((PAGE % {"target": target}).encode())

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.server_address[1], received

    def test_it_reads_nothing_changes_nothing_and_gets_no_cookie(self):
        served = self.serve()
        self.visit(served).see("This machine")
        port, received = self.site(served.origin)
        before = served.read_rules()
        for host in ["127.0.0.1", "localhost", "sleight.localhost"]:
            with self.subTest(host=host):
                page = self.browser.open(f"http://{host}:{port}/")
                self.addCleanup(page.close)
                page.see("loaded")
                results = page.run("attack()")
                for name in ["read", "json"]:
                    self.assertEqual(results[name], "refused", name)
                for name in ["stream", "socket", "image"]:
                    self.assertEqual(results[name], "error", name)
                for name in ["blind", "plain", "frame"]:
                    self.assertNotIn("workspace", results[name] or "", name)
        self.assertEqual(served.read_rules(), before)
        self.assertTrue(received)
        self.assertTrue(all("Cookie" not in headers for headers in received), received)
