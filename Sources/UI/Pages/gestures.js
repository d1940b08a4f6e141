// Gestures: the rules of the file, each as a card.
import {canUndo, dialogue, differenceOf, makeChange, messageList, readTexts, starter, tryChange, undo}
  from '/changes.js';
import {afterPause, button, element, fill, picture, say} from '/dom.js';
import {cardsOf, handle, neighbours} from '/groups.js';
import {get} from '/server.js';
import {strings} from '/strings.js';

const lineOf = (location) => Number(location.slice(location.lastIndexOf(':') + 1));

// The rules, in the order of the file: what `explain` says of each, with its text and the messages about its lines.
async function readRules() {
  const [known, explained, checked] = await Promise.all([readTexts(), get('/api/rules'), get('/api/check')]);
  if (known === null) return null;
  const {file, texts} = known;
  const words = new Map(explained.lines.map((line) => [line.rule, line]));
  const own = [...texts].map(([rule, line]) => ({rule, ...words.get(rule), ...line}));
  const rules = own.concat(explained.lines.filter((line) => !texts.has(line.rule)));
  const others = [];
  for (const message of checked.lines) {
    const home = message.line === null ? undefined : own.find(({rule, text}) =>
      message.file === file.file
      && lineOf(rule) <= message.line && message.line < lineOf(rule) + text.split('\n').length - 1);
    if (home) (home.messages ??= []).push(message);
    else others.push(message);
  }
  return {file, rules, own, others};
}

const isDisabled = (rule) => rule.reasons?.some(({kind}) => kind === 'disabled') ?? false;
const titleOf = (rule) => rule.name ?? rule.gesture ?? rule.rule;

// Lets the text of a rule be edited, checked while it is typed.
function editText(file, rule, change) {
  const rows = Math.min(rule.text.split('\n').length + 2, 20);
  const area = element('textarea', {id: 'rule-text', rows, spellcheck: 'false'});
  area.value = rule.text;
  const edited = () => ({change: 'replace', rule: rule.rule, text: area.value});
  const outcome = element('div', {'aria-live': 'polite'});
  const save = button(strings.save, async () => {
    const isWritten = await change(edited(), strings.edited(titleOf(rule)));
    if (isWritten) box.close();
  }, {class: 'main', disabled: true});
  let latest = 0;
  async function check() {
    const number = ++latest;
    const trial = await tryChange(file, edited());
    if (number !== latest) return;
    save.disabled = !trial.isGood || trial.diff === '';
    const start = lineOf(rule.rule);
    const messages = trial.messages.filter(({line, severity}) =>
      severity === 'error' || line !== null && start <= line && line < start + area.value.split('\n').length);
    fill(outcome, trial.failure ? element('p', {class: 'error'}, trial.failure) : null, messageList(messages),
      trial.diff === '' ? element('p', {}, strings.noDifference) : differenceOf(trial.diff));
  }
  const later = afterPause(check);
  area.addEventListener('input', () => {
    save.disabled = true;
    later();
  });
  const box = dialogue(strings.editOf(titleOf(rule)), element('label', {for: 'rule-text'}, strings.ruleText), area,
    outcome, element('p', {class: 'buttons'}, save, button(strings.cancel, () => box.close())));
  area.focus();
  check();
}

// A switch that turns a rule on or off.
function toggle(rule, change) {
  const isOn = !isDisabled(rule);
  const turn = () => change({change: isOn ? 'disable' : 'enable', rule: rule.rule},
    (isOn ? strings.turnedOff : strings.turnedOn)(titleOf(rule)));
  return button(isOn ? strings.on : strings.off, turn,
    {role: 'switch', 'aria-checked': String(isOn), 'aria-label': strings.actsOf(titleOf(rule)), 'data-part': 'switch'});
}

function buttons(file, rule, own, change) {
  const title = titleOf(rule);
  const {before, after, last} = neighbours(rule, own);
  const moveTo = (target) => change({change: 'move', rule: rule.rule, before: target}, strings.moved(title));
  const move = (target) => () => moveTo(target);
  return element('div', {class: 'buttons'},
    handle(rule, own, moveTo),
    toggle(rule, change),
    button(strings.edit, () => editText(file, rule, change),
      {'aria-label': strings.editOf(title), 'data-part': 'edit'}),
    button('↑', move(before?.rule), {'aria-label': strings.upOf(title), disabled: !before, 'data-part': 'up'}),
    button('↓', move(last?.rule), {'aria-label': strings.downOf(title), disabled: !after, 'data-part': 'down'}),
    button(strings.remove, () => change({change: 'delete', rule: rule.rule}, strings.removed(title)),
      {'aria-label': strings.removeOf(title), 'data-part': 'remove'}));
}

// The rule or group that an element belongs to, and the part of it; null if it belongs to none.
function placeOf(place) {
  const rule = place?.closest('[data-rule]')?.dataset.rule;
  return rule === undefined ? null : {rule, part: place.dataset.part};
}

function card(rule, controls) {
  const heading = `rule-${rule.rule}`;
  // Another text at the same place has another picture.
  const address = `/api/picture?rule=${encodeURIComponent(rule.rule)}&text=${encodeURIComponent(rule.text ?? '')}`;
  const reason = rule.reasons?.find(({kind}) => ['never', 'hidden'].includes(kind));
  return element('li', {}, element('article',
    {class: isDisabled(rule) ? 'card off' : 'card', 'aria-labelledby': heading, 'data-rule': titleOf(rule),
      'data-place': rule.rule},
    rule.gesture ? picture(address, strings.pictureOf(rule.gesture)) : null,
    element('div', {class: 'words'},
      element('h3', {id: heading}, titleOf(rule)),
      rule.gesture && rule.name ? element('p', {}, rule.gesture) : null,
      (rule.does ?? []).map((text) => element('p', {class: 'does'}, text)),
      rule.when ? element('p', {class: 'quiet'}, strings.onlyWhen(rule.when)) : null,
      reason ? element('p', {class: 'quiet'}, strings.never(reason.message)) : null,
      rule.messages ? messageList(rule.messages) : null,
      controls ?? element('p', {class: 'quiet'}, strings.elsewhere(rule.rule)))));
}

export async function showGestures(content) {
  const head = element('div');
  const list = element('ul', {class: 'plain', id: 'rules'});
  fill(content, element('h2', {}, strings.gestures), head, list);

  // The latest drawing, and the place that gets the focus after it.
  let latest = null;
  let focus = null;

  // Draws anew, and keeps the focus at the same part of the same rule.
  function draw(place = null) {
    focus = place ?? focus;
    const drawing = readRules().then((found) => {
      // A drawing that was begun later knows more: this one is over when that is.
      if (drawing !== latest) return latest;
      return show(found);
    });
    latest = drawing;
    return drawing;
  }

  function show(found) {
    if (found === null) {
      fill(list);
      fill(head, starter(draw));
      return;
    }
    const {file, own} = found;
    const undoButton = canUndo(file) ? button(strings.undo, async () => {
      const text = await undo(file);
      await draw();
      content.querySelector('h2').focus();
      say(text);
    }, {id: 'undo'}) : null;
    fill(head, element('p', {}, strings.gesturesIntro), undoButton, messageList(found.others));
    async function change(what, title) {
      const place = placeOf(document.activeElement);
      const {isWritten, text} = await makeChange(file, what, title);
      await draw(place);
      say(text);
      return isWritten;
    }
    fill(list, cardsOf(found.rules, own, (rule) =>
      card(rule, own.includes(rule) ? buttons(file, rule, own, change) : null), change));
    if (focus) {
      const home = [...list.querySelectorAll('[data-rule]')].find((one) => one.dataset.rule === focus.rule);
      // Without those of the rules in a group.
      const parts = [...home?.querySelectorAll('button:enabled') ?? []]
        .filter((one) => one.closest('[data-rule]') === home);
      const part = parts.find((one) => one.dataset.part === focus.part) ?? parts[0];
      (part ?? document.getElementById('undo'))?.focus();
      focus = null;
    }
  }

  content.querySelector('h2').tabIndex = -1;
  const redraw = () => {
    if (!content.isConnected) removeEventListener('rules', redraw);
    // What is being edited stays; writing is refused if the file has changed.
    else if (!document.querySelector('dialog')) {
      draw(placeOf(document.activeElement)).catch(({message}) => say(strings.failed(message)));
    }
  };
  addEventListener('rules', redraw);
  await draw();
}
