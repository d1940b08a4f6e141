// This machine: the findings of `sleight doctor`.
import {button, element, fill, say} from '/dom.js';
import {get} from '/server.js';
import {strings} from '/strings.js';

const signs = {good: '✓', note: 'i', wrong: '✗'};

function remedy(command) {
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    say(strings.copied);
  };
  return element('li', {}, element('code', {}, command),
    button(strings.copy, copy, {'aria-label': strings.copyCommand(command)}));
}

function finding(line) {
  return element('li', {class: `finding ${line.state}`},
    element('span', {class: 'sign', 'aria-hidden': 'true'}, signs[line.state]),
    element('div', {},
      element('p', {}, element('strong', {}, strings.states[line.state]), `, ${line.subject}: ${line.reason}`),
      line.remedy.length ? element('ul', {class: 'commands'}, line.remedy.map(remedy)) : null));
}

export async function showMachine(main) {
  const list = element('ul', {class: 'plain', id: 'findings'});
  async function examine() {
    const {lines} = await get('/api/doctor');
    fill(list, lines.map(finding));
    const count = (state) => lines.filter((line) => line.state === state).length;
    say(strings.examined(count('wrong'), count('note')));
  }
  fill(main, element('h2', {}, strings.machine), element('p', {}, strings.machineIntro), list,
    button(strings.examineAgain, examine));
  await examine();
}
