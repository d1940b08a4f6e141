// Groups of rules as cards around their rules, and the order of rules, which is changed within a list.
import {button, element} from '/dom.js';
import {strings} from '/strings.js';

// The conditions that all rules of a group have.
function conditionOf(rules) {
  const [first, ...others] = rules.map(({when}) => (when ? when.split(', ') : []));
  return first.filter((part) => others.every((parts) => parts.includes(part))).join(', ');
}

// The buttons of a group, which move it among the rules and groups of its list, and delete it.
function groupButtons(group, rules, change) {
  const {before, after, last} = neighbours(group, rules);
  const move = (target) => () =>
    change({change: 'move', rule: group.rule, before: target?.rule}, strings.moved(strings.group));
  return element('p', {class: 'buttons'},
    button('↑', move(before), {'aria-label': strings.upGroup, disabled: !before, 'data-part': 'up'}),
    button('↓', move(last), {'aria-label': strings.downGroup, disabled: !after, 'data-part': 'down'}),
    button(strings.remove, () => change({change: 'delete', rule: group.rule}, strings.removed(strings.group)),
      {'aria-label': strings.removeGroup, 'data-part': 'remove'}));
}

// The cards of rules, those of a group inside a card of their own. `own` are the rules of the file itself, and `depth`
// is the number of groups around all of these.
export function cardsOf(rules, own, cardOf, change, depth = 0) {
  const cards = [];
  for (let start = 0, end; start < rules.length; start = end) {
    const group = rules[start].groups?.[depth];
    end = start + 1;
    if (!group) {
      cards.push(cardOf(rules[start]));
      continue;
    }
    while (end < rules.length && rules[end].groups?.[depth] === group) end += 1;
    const inside = rules.slice(start, end);
    const condition = conditionOf(inside);
    const heading = `group-${group}`;
    cards.push(element('li', {}, element('section',
      {class: 'group', 'aria-labelledby': heading, 'data-place': group, 'data-rule': `group ${depth}: ${condition}`},
      element('p', {id: heading}, strings.groupOf(inside.length), condition ? ` ${strings.onlyWhen(condition)}` : ''),
      groupButtons({rule: group, groups: inside[0].groups.slice(0, depth)}, own, change),
      element('ul', {class: 'plain'}, cardsOf(inside, own, cardOf, change, depth + 1)))));
  }
  return cards;
}

// The entries of the list of a rule or group: rules, and groups, each of which is one entry.
function listOf({groups}, rules) {
  const inside = rules.filter((one) => groups.every((group, depth) => one.groups[depth] === group));
  const entries = inside.map((one) =>
    (one.groups.length > groups.length ? {rule: one.groups[groups.length], groups} : one));
  return entries.filter((one, index) => index === 0 || one.rule !== entries[index - 1].rule);
}

// The entries before and after one in its list, and the one after that.
export function neighbours(rule, rules) {
  const list = listOf(rule, rules);
  const place = list.findIndex((one) => one.rule === rule.rule);
  return {before: list[place - 1], after: list[place + 1], last: list[place + 2]};
}

// A handle by which a rule is dragged to another place of its list. The buttons do the same for the keyboard.
export function handle(rule, rules, moveTo) {
  let target;
  const cardOf = ({rule: place}) => document.querySelector(`[data-place="${CSS.escape(place)}"]`);
  const list = listOf(rule, rules);
  const mark = (next) => {
    for (const one of list) cardOf(one)?.classList.remove('drop-before', 'drop-after');
    target = next;
    if (next === undefined) return;
    if (next === null) cardOf(list.at(-1)).classList.add('drop-after');
    else cardOf(next).classList.add('drop-before');
  };
  // The first rule whose middle is below the pointer; null for the end of the list.
  const below = (y) => list.find((one) => {
    const {top, bottom} = cardOf(one).getBoundingClientRect();
    return y < (top + bottom) / 2;
  }) ?? null;
  const end = () => {
    const chosen = target;
    mark(undefined);
    cardOf(rule)?.classList.remove('dragged');
    return chosen;
  };
  return element('span', {
    class: 'handle', 'aria-hidden': 'true', title: strings.drag,
    pointerdown: (event) => {
      event.preventDefault();
      event.target.setPointerCapture(event.pointerId);
      cardOf(rule).classList.add('dragged');
    },
    pointermove: (event) => {
      if (event.target.hasPointerCapture(event.pointerId)) mark(below(event.clientY));
    },
    pointercancel: end,
    pointerup: () => {
      const chosen = end();
      const {after} = neighbours(rule, rules);
      // Where it is already.
      if (chosen === undefined || chosen?.rule === rule.rule || chosen?.rule === after?.rule) return;
      moveTo(chosen?.rule);
    },
  }, '⠿');
}
