// The text of the rules file, with messages, completion and explanations of the language server.
import {propose, readTexts, starter} from '/changes.js';
import {afterPause, button, element, fill, say} from '/dom.js';
import {LanguageClient} from '/language.js';
import {strings} from '/strings.js';

const severities = ['error', 'warning', 'note', 'note'];

// Line and character of an offset, and back, as the language server counts: from 0, in units of UTF-16.
function positionOf(text, offset) {
  const before = text.slice(0, offset).split('\n');
  return {line: before.length - 1, character: before.at(-1).length};
}

function offsetOf(text, {line, character}) {
  const lines = text.split('\n');
  return lines.slice(0, line).reduce((sum, {length}) => sum + length + 1, 0)
    + Math.min(character, (lines[line] ?? '').length);
}

function plain(contents) {
  if (Array.isArray(contents)) return contents.map(plain).join('\n');
  return typeof contents === 'string' ? contents : contents.value;
}

// The list of what could stand at the cursor. The keyboard stays in the text: arrows choose, Enter takes.
class Proposals {
  constructor(area, changed) {
    this.area = area;
    this.changed = changed;
    this.items = [];
    this.list = element('ul', {class: 'plain proposals', id: 'proposals', role: 'listbox', hidden: true,
      'aria-label': strings.proposals});
    area.setAttribute('aria-autocomplete', 'list');
    area.setAttribute('aria-controls', 'proposals');
    area.addEventListener('keydown', (event) => this.press(event));
    area.addEventListener('blur', () => this.show([]));
  }

  show(items) {
    this.items = items.slice(0, 50);
    this.place = 0;
    this.list.hidden = this.items.length === 0;
    fill(this.list, this.items.map((item, index) => element('li', {
      role: 'option', id: `proposal-${index}`, 'aria-selected': 'false',
      // Before the text loses the focus.
      mousedown: (event) => {
        event.preventDefault();
        this.take(index);
      },
    }, element('strong', {}, item.label), item.detail ? ` ${item.detail}` : '')));
    this.choose(0);
  }

  choose(place) {
    const options = this.list.children;
    if (options.length === 0) {
      this.area.removeAttribute('aria-activedescendant');
      return;
    }
    options[this.place].setAttribute('aria-selected', 'false');
    this.place = (place + options.length) % options.length;
    options[this.place].setAttribute('aria-selected', 'true');
    options[this.place].scrollIntoView({block: 'nearest'});
    this.area.setAttribute('aria-activedescendant', `proposal-${this.place}`);
  }

  press(event) {
    if (this.list.hidden) return;
    const move = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (move) this.choose(this.place + move);
    else if (event.key === 'Enter' || event.key === 'Tab') this.take(this.place);
    else if (event.key === 'Escape') this.show([]);
    else return;
    event.preventDefault();
  }

  take(index) {
    const {area} = this;
    const item = this.items[index];
    const edit = item.textEdit;
    const text = edit?.newText ?? item.insertText ?? item.label;
    const range = edit?.range ?? edit?.replace;
    const start = range ? offsetOf(area.value, range.start) : area.selectionStart;
    const end = range ? offsetOf(area.value, range.end) : area.selectionStart;
    area.setRangeText(text, start, end, 'end');
    this.show([]);
    this.changed();
  }
}

// The messages with their places, each with a place for fixes.
function messages(diagnostics, jump) {
  return diagnostics.map((message) => {
    const severity = severities[(message.severity ?? 1) - 1];
    return element('li', {class: severity},
      button(strings.line(message.range.start.line + 1), () => jump(message.range.start)),
      ' ', element('strong', {}, strings.severities[severity]), `: ${message.message} `, element('span'));
  });
}

// The text with the edits of a fix.
function applied(text, edits) {
  const places = edits.map(({range, newText}) => [offsetOf(text, range.start), offsetOf(text, range.end), newText]);
  return places.sort(([a], [b]) => b - a)
    .reduce((result, [start, end, part]) => result.slice(0, start) + part + result.slice(end), text);
}

// The text with its buttons, the explanation of what is at the cursor, and the messages.
class TextSection {
  constructor(file) {
    this.file = file;
    this.area = element('textarea', {id: 'text', rows: 24, spellcheck: 'false', autocapitalize: 'off', wrap: 'off'});
    this.area.value = file.text;
    this.list = element('ul', {class: 'plain messages', id: 'messages', 'aria-live': 'polite'});
    this.explanation = element('pre', {class: 'explanation', id: 'explanation', tabindex: '0', role: 'group',
      'aria-label': strings.explanation});
    this.proposals = new Proposals(this.area, () => this.changed());
    this.save = button(strings.save, () => this.write(), {class: 'main', disabled: true, id: 'save-text'});
    this.explain = afterPause(() => this.showExplanation());
    this.listen();
  }

  listen() {
    const {area} = this;
    const afterTyping = afterPause(() => {
      // Where a word has begun.
      if (/[\w-]$/.test(area.value.slice(0, area.selectionStart))) this.complete();
      else this.proposals.show([]);
    });
    area.addEventListener('input', () => {
      this.changed();
      afterTyping();
    });
    area.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || !event.ctrlKey) return;
      event.preventDefault();
      this.complete();
    });
    for (const name of ['keyup', 'click']) area.addEventListener(name, this.explain);
  }

  get parts() {
    return [element('h2', {}, strings.text), element('p', {}, strings.textIntro),
      element('label', {for: 'text'}, this.file.file), this.area, this.proposals.list,
      element('p', {class: 'buttons'}, this.save, button(strings.complete, () => {
        this.area.focus();
        this.complete();
      })),
      element('h3', {}, strings.explanation), this.explanation, element('h3', {}, strings.messages), this.list];
  }

  connect() {
    this.client = new LanguageClient(this.file.file, (...found) => this.showMessages(...found), () =>
      fill(this.list, element('li', {}, strings.serverTaken, ' ', button(strings.takeServer, () => this.connect()))));
    return this.client.open(this.area.value);
  }

  changed() {
    this.save.disabled = this.area.value === this.file.text;
    this.client.change(this.area.value);
    this.explain();
  }

  jump(position) {
    this.area.focus();
    const offset = offsetOf(this.area.value, position);
    this.area.setSelectionRange(offset, offset);
  }

  async showMessages(diagnostics, version) {
    const lines = messages(diagnostics, (position) => this.jump(position));
    fill(this.list, diagnostics.length ? lines : element('li', {}, strings.noMessages));
    if (diagnostics.length === 0) return;
    const actions = await this.client.fixes(this.area.value);
    // The fixes of an older text fit no more.
    if (version === this.client.version && lines[0].isConnected) {
      const places = diagnostics.map(({range}, index) => [JSON.stringify(range), lines[index].lastChild]);
      this.offer(actions, new Map(places));
    }
  }

  // A button for each fix, beside its message, or above all for all of them.
  offer(actions, places) {
    for (const {title, edit, diagnostics: [message] = []} of actions) {
      const edits = edit.changes[this.client.uri];
      const fix = button(title, () => {
        this.area.value = applied(this.area.value, edits);
        this.changed();
        this.area.focus();
      }, message ? {'aria-label': strings.fix(title, message.range.start.line + 1)} : {class: 'main'});
      if (message) places.get(JSON.stringify(message.range))?.append(fix, ' ');
      else this.list.prepend(element('li', {}, fix));
    }
  }

  // An answer about the place of the cursor, such as 'hover'.
  ask(feature) {
    return this.client.at(feature, positionOf(this.area.value, this.area.selectionStart));
  }

  async complete() {
    const {area} = this;
    const answer = await this.ask('completion');
    const items = answer?.items ?? answer ?? [];
    // Those that begin as the word before the cursor does, unless none do.
    const [word] = /[\w-]*$/.exec(area.value.slice(0, area.selectionStart));
    const fitting = items.filter(({label}) => label.startsWith(word));
    if (document.activeElement === area) this.proposals.show(fitting.length ? fitting : items);
  }

  async showExplanation() {
    const answer = await this.ask('hover');
    this.explanation.textContent = answer ? plain(answer.contents) : '';
  }

  async write() {
    if (!await propose(this.file, {change: 'text', text: this.area.value}, strings.saveText, strings.text)) return;
    ({file: this.file} = await readTexts());
    this.save.disabled = this.area.value === this.file.text;
  }

  // Another program has changed the file: a text that nobody has changed here follows.
  async follow() {
    const known = await readTexts();
    if (known === null || known.file.sum === this.file.sum) return;
    if ([this.file.text, known.file.text].includes(this.area.value)) {
      this.file = known.file;
      this.area.value = known.file.text;
      this.changed();
    } else if (!document.querySelector('dialog')) {
      say(strings.changedElsewhere);
    }
  }
}

export async function showText(content, reshow) {
  const known = await readTexts();
  if (known === null) {
    fill(content, element('h2', {}, strings.text), starter(reshow));
    return null;
  }
  const section = new TextSection(known.file);
  const follow = () => section.follow();
  fill(content, ...section.parts);
  addEventListener('rules', follow);
  await section.connect();
  return () => {
    removeEventListener('rules', follow);
    section.client.close();
  };
}
