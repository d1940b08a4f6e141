// Changes of the rules file: shown as a difference before the first one, and undone one by one.
import {button, element, say} from '/dom.js';
import {get, messageOf, post, ServerError} from '/server.js';
import {strings} from '/strings.js';

// The changes of this page, each with the text before and the sum after it.
const done = [];
// True once a difference was shown and agreed to.
let isTrusted = false;

// Reads the file, with its path, sum and text, and the texts of its rules by their locations; null if there is no file.
export async function readTexts() {
  const {lines: [file, ...rules], ...answer} = await get('/api/texts');
  if (file) return {file, texts: new Map(rules.map((line) => [line.rule, line]))};
  if (!answer.errors.includes('No such file')) throw new ServerError(answer.status, messageOf(answer));
  return null;
}

export function canUndo(file) {
  return done.length > 0 && done.at(-1).sum === file.sum;
}

// The locations of a change are those of the file that was read with them.
function edit(file, change, isTrial) {
  return post('/api/edit', {edit: {...change, expect: file.sum, isTrial}});
}

// Tries a change: its difference, and the messages about its result.
export async function tryChange(file, change) {
  const answer = await edit(file, change, true);
  const [head, ...messages] = answer.lines;
  return {isGood: answer.status === 0, diff: head ? head.diff : '', messages, failure: head ? '' : messageOf(answer)};
}

// The messages of `sleight check`, as a list.
export function messageList(messages) {
  return element('ul', {class: 'plain messages'}, messages.map((message) =>
    element('li', {class: message.severity},
      element('strong', {}, strings.severities[message.severity]), `: ${message.message}`,
      message.suggestion ? `; ${strings.didYouMean(message.suggestion)}` : '',
      message.help ? `; ${message.help}` : '', message.line ? ` (${strings.line(message.line)})` : '')));
}

export function differenceOf(text) {
  const classes = {'+': 'added', '-': 'removed'};
  return element('pre', {class: 'difference', tabindex: '0', role: 'group', 'aria-label': strings.difference},
    text.split('\n').slice(3, -1).map((line) =>
      element('span', {class: classes[line[0]] ?? 'same'}, `${line}\n`)));
}

// Opens a dialogue, and returns what closes it.
export function dialogue(title, ...content) {
  const heading = element('h2', {id: 'dialogue-title'}, title);
  const box = element('dialog', {'aria-labelledby': 'dialogue-title'}, heading, ...content.flat().filter(Boolean));
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

// Asks if a change may be written; true for yes.
function agree(file, diff) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (value) => () => {
      answer = value;
      box.close();
    };
    const box = dialogue(strings.firstChange, element('p', {}, strings.firstChangeIntro(file.file)), differenceOf(diff),
      element('p', {class: 'buttons'}, button(strings.write, close(true), {class: 'main'}),
        button(strings.cancel, close(false))));
    box.addEventListener('close', () => resolve(answer));
  });
}

// Makes a change: whether the file was written, and what to say of it.
// With `isAgreed`, the difference was shown already.
export async function makeChange(file, change, title, {isAgreed = false} = {}) {
  if (!isTrusted && !isAgreed) {
    const trial = await tryChange(file, change);
    if (!trial.isGood) return {isWritten: false, text: strings.refused(trial.failure || trial.messages[0].message)};
    if (!await agree(file, trial.diff)) return {isWritten: false, text: strings.unchanged};
  }
  isTrusted = true;
  const answer = await edit(file, change, false);
  if (answer.status !== 0) {
    const error = answer.lines.find((line) => line.severity === 'error');
    return {isWritten: false, text: strings.refused(error ? error.message : messageOf(answer))};
  }
  done.push({title, text: file.text, sum: answer.lines[0].sum});
  return {isWritten: true, text: strings.changed(title)};
}

// Undoes the last change, if the file is still as it left it. Returns what to say of it.
export async function undo(file) {
  const last = done.at(-1);
  const answer = await edit(file, {change: 'text', text: last.text}, false);
  if (answer.status !== 0) return strings.refused(messageOf(answer));
  done.pop();
  return strings.undone(last.title);
}

// What is shown if there is no rules file: a button that writes one to begin with. Calls `again` after it.
export function starter(again) {
  const write = async () => {
    const answer = await post('/api/init', {});
    if (answer.status !== 0) {
      say(strings.refused(messageOf(answer)));
      return;
    }
    say(strings.started);
    await again();
  };
  return [element('p', {}, strings.noFile),
    element('p', {}, button(strings.writeStarter, write, {class: 'main', id: 'starter'}))];
}

// The lines of the new text that a difference adds or has beside them.
function linesOf(diff) {
  const parts = [...diff.matchAll(/^@@ -\d+,\d+ \+(\d+),(\d+) @@/gm)];
  return (line) => parts.some(([, start, count]) => line >= Number(start) && line < Number(start) + Number(count));
}

// Shows what a change would do under a heading, and makes it if that is agreed to. `content` comes first.
export async function propose(file, change, heading, title, ...content) {
  const trial = await tryChange(file, change);
  const isNear = linesOf(trial.diff);
  // Messages about the new lines, about rules that never act below them, and all that keep them from being written.
  const messages = trial.messages.filter(({line, severity, notes}) => severity === 'error'
    || [line, ...(notes ?? []).map((note) => note.line)].some((place) => place !== null && isNear(place)));
  return new Promise((resolve) => {
    let isAgreed = false;
    const write = () => {
      isAgreed = true;
      box.close();
    };
    const box = dialogue(heading, ...content,
      trial.failure ? element('p', {class: 'error'}, trial.failure) : null,
      messageList(messages), trial.diff ? differenceOf(trial.diff) : null,
      element('p', {class: 'buttons'}, button(strings.write, write, {class: 'main', disabled: !trial.isGood}),
        button(strings.cancel, () => box.close())));
    box.addEventListener('close', async () => {
      if (!isAgreed) {
        resolve(false);
        return;
      }
      const {isWritten, text} = await makeChange(file, change, title, {isAgreed});
      say(text);
      resolve(isWritten);
    });
  });
}
