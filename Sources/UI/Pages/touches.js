// What was that?: the last touches, with the reasons why rules acted or did not, and changes that would have helped.
import {dialogue, propose, readTexts, starter} from '/changes.js';
import {button, choice, element, fill, picture, say} from '/dom.js';
import {get, messageOf, post} from '/server.js';
import {strings} from '/strings.js';

// The time between two looks at the touches, in milliseconds.
const interval = 3000;

const headingOf = ({rule, name}) => (name ? `${rule} '${name}'` : rule);

function ageOf(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? strings.secondsAgo(seconds) : strings.minutesAgo(Math.round(seconds / 60));
}

// Shows the changes that `sleight tune` has found, each with what it gains and loses, and makes one: for a touch that
// was marked now, or for all of them.
async function showTuning(touch = null) {
  const known = await readTexts();
  const answer = await get(touch === null ? '/api/tuning' : `/api/tuning?touch=${touch.time}`);
  if (!known || answer.status !== 0) {
    say(strings.failed(known ? messageOf(answer) : strings.noFile));
    return;
  }
  const [head, ...changes] = answer.lines;
  const box = dialogue(strings.tuning,
    element('p', {}, strings.tuningIntro(head.before, head.marked, head.others)),
    changes.length ? null : element('p', {}, touch === null ? strings.noTuning : strings.noTuningOf),
    element('ul', {class: 'plain'}, changes.map((change) => element('li', {class: 'card'}, element('div', {class: 'words'},
      element('h3', {}, change.heading),
      element('p', {}, strings.gainsAndLosses(change.gains, change.losses)),
      change.missing ? element('p', {class: 'quiet'}, strings.tooFew(change.missing)) : null,
      element('p', {class: 'buttons'}, button(change.missing ? strings.changeAnyway : strings.makeChange, async () => {
        box.close();
        await propose(known.file, {change: 'text', text: change.text}, change.heading, change.heading);
      }, {class: change.missing ? '' : 'main', 'aria-label': strings.makeChangeOf(change.heading)})))))),
    element('p', {class: 'buttons'}, button(strings.close, () => box.close())));
}

// Marks a touch, or withdraws its mark; then `look` shows it anew, with the focus on it.
async function mark(touch, kind, rule, look) {
  const answer = await post('/api/mark', {mark: {touch: touch.time, kind, rule}});
  if (answer.status !== 0) {
    say(strings.failed(messageOf(answer).split('\n').at(-1)));
    return;
  }
  await look();
  document.getElementById(`touch-${touch.time}`)?.focus();
  if (kind !== 'none') await showTuning(touch);
}

function reasonsOf(reasons) {
  return reasons.map(({message, key, line}) =>
    (key ? strings.reason(message, key, line) : message)).join('; ');
}

// Those that could have acted, to be marked as missed.
function missed(touch, rules, look) {
  if (!touch.positions || touch.cut) return element('p', {class: 'quiet'}, strings.noPositions);
  const other = choice([['', strings.anotherRule], ...rules.map((rule) => [rule.rule, headingOf(rule)])],
    {'aria-label': strings.anotherRule, change: () => {
      if (other.value) mark(touch, 'missed', other.value, look);
    }});
  return [
    element('ul', {class: 'plain'}, touch.nearest.map((rule) => element('li', {},
      element('p', {}, strings.didNotAct(headingOf(rule)), reasonsOf(rule.reasons)),
      button(strings.shouldHave, () => mark(touch, 'missed', rule.rule, look),
        {'aria-label': strings.shouldHaveOf(headingOf(rule))})))),
    rules.length ? element('p', {class: 'buttons'}, other) : null,
  ];
}

function card(touch, rules, look) {
  const heading = `touch-${touch.time}`;
  const title = strings.touchOf(touch.fingers, touch.kind, touch.device);
  return element('li', {}, element('article', {class: 'card', 'aria-labelledby': heading},
    touch.positions && !touch.cut ? picture(`/api/touch-picture?touch=${touch.time}`, strings.pictureOf(title)) : null,
    element('div', {class: 'words'},
      element('h3', {id: heading, tabindex: '-1'}, title),
      element('p', {class: 'quiet'}, ageOf(touch.ago), touch.outdated ? ` ${strings.outdated}` : ''),
      touch.typing ? element('p', {}, strings.typing) : null,
      touch.mark ? element('p', {class: 'buttons'}, strings.marks[touch.mark], ' ',
        button(strings.withdraw, () => mark(touch, 'none', undefined, look), {'aria-label': strings.withdrawOf(title)}))
        : null,
      touch.acted.map((rule) => element('p', {class: 'does'}, strings.acted(headingOf(rule)),
        rule.failure ? `, ${rule.failure}` : '')),
      touch.acted.length && touch.positions && !touch.cut
        ? element('p', {class: 'buttons'}, button(strings.wasWrong, () => mark(touch, 'wrong', undefined, look),
          {'aria-label': strings.wasWrongOf(title)})) : null,
      missed(touch, rules, look))));
}

export async function showTouches(content, reshow) {
  if (await readTexts() === null) {
    fill(content, element('h2', {}, strings.touches), starter(reshow));
    return null;
  }
  const list = element('ul', {class: 'plain', id: 'touches'});
  let shown;
  async function look() {
    const [answer, {lines: rules}] = await Promise.all([get('/api/touches'), get('/api/rules')]);
    const problem = answer.status !== 0 ? messageOf(answer) : '';
    const state = `${problem} ${answer.lines.map(({time, mark}) => `${time} ${mark}`)}`;
    if (state === shown) return;
    shown = state;
    fill(list, problem ? element('li', {}, element('p', {}, problem), element('p', {}, strings.startDaemon))
      : answer.lines.length ? answer.lines.map((touch) => card(touch, rules, look)) : element('li', {}, strings.noTouches));
    say(problem ? '' : strings.foundTouches(answer.lines.length));
  }
  fill(content, element('h2', {}, strings.touches), element('p', {}, strings.touchesIntro),
    element('p', {class: 'buttons'}, button(strings.tuning, () => showTuning())), list);
  await look();
  const timer = setInterval(() => {
    // What somebody is at stays.
    if (!document.hidden && !document.querySelector('dialog') && !list.contains(document.activeElement)) {
      look().catch(() => {});
    }
  }, interval);
  return () => clearInterval(timer);
}
