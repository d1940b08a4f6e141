// This machine: the findings of `sleight doctor`.
import {button, element, fill, say} from '/dom.js';
import {FingerPicture, watchFingers} from '/fingers.js';
import {get, messageOf, post} from '/server.js';
import {strings} from '/strings.js';

const signs = {good: '✓', note: 'i', wrong: '✗'};

// Commands that the server runs itself; all others are copied into a terminal.
function runsHere(command) {
  if (command === 'sleight init') return () => post('/api/init', {});
  if (command === 'sleight reload') return () => post('/api/reload', {});
  return command.startsWith('systemctl --user ') ? () => post('/api/remedy', {remedy: command}) : null;
}

function remedy(command, examine) {
  const run = runsHere(command);
  const runNow = async () => {
    const answer = await run();
    await examine();
    say(answer.status === 0 ? strings.ran(command) : strings.failed(messageOf(answer)));
  };
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    say(strings.copied);
  };
  return element('li', {}, element('code', {}, command),
    run ? button(strings.run, runNow, {class: 'main', 'aria-label': strings.runCommand(command)}) : null,
    button(strings.copy, copy, {'aria-label': strings.copyCommand(command)}));
}

function finding(line, examine) {
  return element('li', {class: `finding ${line.state}`},
    element('span', {class: 'sign', 'aria-hidden': 'true'}, signs[line.state]),
    element('div', {},
      element('p', {}, element('strong', {}, strings.states[line.state]), `, ${line.subject}: ${line.reason}`),
      line.remedy.length
        ? element('ul', {class: 'commands'}, line.remedy.map((command) => remedy(command, examine))) : null));
}

export async function showMachine(main) {
  const fingers = new FingerPicture();
  const devices = element('ul', {class: 'plain quiet', id: 'devices'});
  const list = element('ul', {class: 'plain', id: 'findings'});
  async function examine() {
    const answer = await get('/api/doctor');
    // The last line is a table of all desktops, for programs.
    const lines = answer.lines.filter(({desktops}) => !desktops);
    fill(list, lines.map((line) => finding(line, examine)));
    const count = (state) => lines.filter((line) => line.state === state).length;
    say(strings.examined(count('wrong'), count('note')));
  }
  fill(main, element('h2', {}, strings.machine), element('p', {}, strings.machineIntro), list,
    element('p', {class: 'buttons'}, button(strings.examineAgain, examine)),
    element('h3', {}, strings.fingers), element('p', {}, strings.fingersIntro), fingers.box, devices);
  await examine();
  return watchFingers((line) => fingers.take(JSON.parse(line)), (text) => devices.append(element('li', {}, text)));
}
