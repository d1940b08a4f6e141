// Show a gesture: fingers live, the rules that recognise what was shown, an action, and the rule in the file.
import {actionPicker} from '/action.js';
import {propose, readTexts, starter} from '/changes.js';
import {afterPause, button, choice, element, field, fill, say} from '/dom.js';
import {FingerPicture, watchFingers} from '/fingers.js';
import {get, messageOf, post} from '/server.js';
import {strings} from '/strings.js';

// The steps of gestures that go on, by their first word.
const turns = ['10°', '20°', '45°'].map((step) => [step, strings.eachTurn(step)]);
const steps = {
  pan: ['5mm', '10mm', '15mm', '25mm', '40mm'].map((step) => [step, strings.eachStep(step)]),
  pinch: ['10%', '20%', '50%'].map((step) => [step, strings.eachPinch(step)]),
  rotate: turns,
  circle: turns,
};
const kindOf = ({gesture}) => gesture.split(' ')[0];

// Gestures that follow one another within this time are one, in milliseconds; as in `sleight learn`.
const rest = 1100;
const most = 2 << 20;

// The recording of what was shown, and what the fingers on it are.
class Recording {
  constructor(changed, noted) {
    this.picture = new FingerPicture();
    this.lines = [];
    this.head = [];
    const ended = afterPause(() => {
      if (!this.isDown) changed();
    }, rest);
    this.close = watchFingers((line) => {
      const event = JSON.parse(line);
      this.isDown = this.picture.take(event);
      if (event.devices || event.event?.startsWith('device-')) this.head.push(line);
      else this.lines.push(line);
      // Of a hand that rests for hours, nothing is kept.
      if (this.lines.length > 40_000) this.lines.length = 0;
      if (!event.devices) ended();
    }, noted);
  }

  get text() {
    return [...this.head, ...this.lines].map((line) => `${line}\n`).join('');
  }
}

// The rules of what was shown, as a choice.
function ruleChoice(rules, count, changed) {
  return element('fieldset', {}, element('legend', {}, strings.whichGesture), rules.map((rule, index) =>
    element('div', {class: 'option'},
      element('input', {type: 'radio', name: 'rule', id: `shown-${index}`, value: index, checked: index === 0,
        change: changed, 'aria-describedby': `shown-note-${index}`}),
      element('label', {for: `shown-${index}`}, rule.gesture),
      element('p', {class: 'quiet', id: `shown-note-${index}`},
        [strings.shownTimes(rule.shown, count),
          {swipe: strings.actsOnce, pan: strings.goesOn}[kindOf(rule)],
          rule.obstacle ? strings.obstacle(rule.obstacle) : null,
          ...rule.displaced.map(strings.displaced)].filter(Boolean).join(' ')))));
}

// Lets a rule be for windows: any, one that is open, or those of a program. `text()` is its condition.
async function windowPicker(apps) {
  const {lines: windows} = await get('/api/windows');
  const app = element('input', {autocomplete: 'off', spellcheck: 'false', list: 'apps'});
  const title = element('input', {autocomplete: 'off', spellcheck: 'false', placeholder: strings.anyText});
  const open = choice([['', strings.everywhere],
    ...windows.map((window, index) => [index, strings.windowOf(window.app, window.title)])],
  {change: () => {
    const window = windows[open.value];
    app.value = window?.app ?? '';
    // An asterisk of the title matches itself, too.
    title.value = window?.title ?? '';
  }});
  const text = () => {
    const parts = [['app', app], ['title', title]].filter(([, {value}]) => value.trim())
      .map(([key, {value}]) => `${key}: ${JSON.stringify(value.trim())}`);
    return parts.length ? `  when: {${parts.join(', ')}}\n` : '';
  };
  return {text, controls: [open, app, title], box: element('div', {},
    windows.length ? field('rule-window', strings.openWindows, open) : null,
    field('rule-app', strings.onlyIn, app), field('rule-title', strings.onlyTitled, title),
    element('datalist', {id: 'apps'}, apps.map(([value, label]) => element('option', {value}, label))))};
}

// Lets a rule for a gesture that goes on act at each step, and back. `show(rule)` is called for another gesture,
// `changed` for another action; `text()` is its part of the rule, and `command()` the command that it adds.
async function stepPicker(action) {
  const size = choice([['', strings.once]], {change: () => { changed(); }});
  const back = await actionPicker(() => {}, 'back', true);
  const reverse = element('fieldset', {}, element('legend', {}, strings.inReverse), back.box);
  const box = element('div', {}, field('rule-step', strings.steps, size), reverse);
  let kind = null;
  const changed = () => {
    reverse.hidden = size.value === '';
    const keys = /^\{keys: "(.*)"\}$/.exec(action.value() ?? '')?.[1];
    const pair = strings.oppositeKeys.find((one) => one.includes(keys));
    if (pair && !reverse.hidden) back.press(pair.find((one) => one !== keys));
  };
  const show = (rule) => {
    if (kindOf(rule) === kind) return;
    kind = kindOf(rule);
    box.hidden = !steps[kind];
    fill(size, ...choice([['', strings.once], ...steps[kind] ?? []]).children);
    changed();
  };
  const text = () => (size.value ? `  every: ${size.value}\n` : '')
    + (size.value && back.value() ? `  back: ${back.value()}\n` : '');
  return {box, show, changed, text, command: () => (size.value ? back.command() : null)};
}

// Lets a rule for what was shown be completed and added.
async function chooseRule(content, text, answer, again) {
  const [head, ...rules] = answer.lines;
  const chosen = () => rules[Number(content.querySelector('[name="rule"]:checked').value)];
  const name = element('input', {autocomplete: 'off'});
  const replaces = element('input', {type: 'checkbox', id: 'replaces'});
  const replacement = element('p', {class: 'option'}, replaces, element('label', {for: 'replaces'}));
  const changed = () => {
    const rule = chosen();
    replacement.hidden = !rule.replaces;
    replacement.querySelector('label').textContent = strings.replaces(rule.replaces);
    add.disabled = action.value() === null;
    // A sequence stands elsewhere in the file as well.
    for (const control of [name, ...place.controls]) control.disabled = rule.file !== null;
    step.show(rule);
  };
  const action = await actionPicker(() => {
    changed();
    step.changed();
  });
  const [place, step] = await Promise.all([windowPicker(action.apps), stepPicker(action)]);
  const add = button(strings.addRule, async () => {
    const known = await readTexts();
    const {lines, ...failed} = await post('/api/lesson', {lesson: {recording: text, action: action.value()}});
    const rule = lines.slice(1).find(({gesture}) => gesture === chosen().gesture);
    if (!known || !rule) {
      say(strings.failed(known ? messageOf(failed) : strings.noFile));
      return;
    }
    const more = [name.value.trim() ? `  name: ${JSON.stringify(name.value.trim())}\n` : '',
      place.text(), step.text()].join('');
    const change = rule.file !== null ? {change: 'text', text: rule.file}
      : replaces.checked && rule.replaces ? {change: 'replace', rule: rule.replaces, text: rule.text + more}
        : {change: 'add', text: rule.text + more, before: rule.before ?? undefined};
    const commands = [action.command(), step.command()].filter(Boolean);
    const isWritten = await propose(known.file, change, strings.addOf(rule.gesture), rule.gesture,
      ...commands.map((command) => element('p', {}, strings.runs, element('code', {}, command))));
    if (isWritten) location.hash = '#gestures';
  }, {class: 'main', id: 'add-rule'});
  fill(content,
    ruleChoice(rules, head.shown.length, () => changed()),
    element('h3', {}, strings.whatHappens), action.box, step.box,
    field('rule-name', strings.ruleName, name), place.box,
    replacement,
    element('p', {class: 'buttons'}, add, button(strings.showAgain, again)));
  changed();
}

export async function showLesson(content, reshow) {
  if (await readTexts() === null) {
    fill(content, element('h2', {}, strings.learn), starter(reshow));
    return null;
  }
  const shown = element('ol', {id: 'shown', 'aria-live': 'polite'});
  const notes = element('ul', {class: 'plain quiet', id: 'notes'});
  const rule = element('div', {id: 'proposal'});
  let latest = 0;
  // What is shown; and whether an action is being chosen: fingers on a touchpad may move the pointer to it.
  let known = '';
  let isChoosing = false;
  for (const name of ['input', 'change']) rule.addEventListener(name, () => { isChoosing = true; });
  async function take(text) {
    const number = ++latest;
    const answer = await post('/api/lesson', {lesson: {recording: text}});
    if (number !== latest) return;
    if (answer.status !== 0) {
      say(strings.failed(messageOf(answer)));
      return;
    }
    if (JSON.stringify(answer.lines) === known) return;
    known = JSON.stringify(answer.lines);
    const [head, ...rules] = answer.lines;
    fill(shown, head.shown.map(({text: words, recognized}) =>
      element('li', {}, recognized ? words : strings.notRecognized(words))));
    if (rules.length) await chooseRule(rule, text, answer, again);
    const count = head.shown.filter(({recognized}) => recognized).length;
    say(count === 0 ? strings.showIt : count < 3 ? strings.showMore(3 - count) : strings.shownEnough);
  }
  const recording = new Recording(() => {
    if (!isChoosing && !document.querySelector('dialog')) take(recording.text);
  }, (text) => {
    if (/^(touchpad|touchscreen) /.test(text)) return;
    notes.append(element('li', {}, text));
  });
  const again = () => {
    recording.lines.length = 0;
    latest += 1;
    known = '';
    isChoosing = false;
    fill(shown);
    fill(rule);
    say(strings.showIt);
    content.querySelector('h2').focus();
  };
  const file = element('input', {type: 'file', accept: '.jsonl,.yml,.events', change: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > most) say(strings.tooLarge);
    else await take(await chosen.text());
  }});
  fill(content, element('h2', {tabindex: '-1'}, strings.learn), element('p', {}, strings.learnIntro),
    recording.picture.box, notes, shown, rule,
    element('details', {}, element('summary', {}, strings.fromRecording), field('recording', strings.recording, file)));
  say(strings.showIt);
  return recording.close;
}
