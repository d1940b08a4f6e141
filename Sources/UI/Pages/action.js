// Choosing an action without knowing its words: from the schema of the rules file, from pressed keys, from programs.
import {button, choice, element, field, fill} from '/dom.js';
import {get} from '/server.js';
import {strings} from '/strings.js';

// Names of keys in rules, by those of browsers; others have the same name, or are characters.
const keyNames = {
  ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', PageUp: 'Page_Up',
  PageDown: 'Page_Down', Enter: 'Return', Backspace: 'BackSpace', PrintScreen: 'Print', ContextMenu: 'Menu',
  AudioVolumeUp: 'XF86AudioRaiseVolume', AudioVolumeDown: 'XF86AudioLowerVolume', AudioVolumeMute: 'XF86AudioMute',
  MediaPlayPause: 'XF86AudioPlay', MediaTrackNext: 'XF86AudioNext', MediaTrackPrevious: 'XF86AudioPrev',
  ' ': 'space', '!': 'exclam', '"': 'quotedbl', '#': 'numbersign', '$': 'dollar', '%': 'percent', '&': 'ampersand',
  "'": 'apostrophe', '(': 'parenleft', ')': 'parenright', '*': 'asterisk', '+': 'plus', ',': 'comma', '-': 'minus',
  '.': 'period', '/': 'slash', ':': 'colon', ';': 'semicolon', '<': 'less', '=': 'equal', '>': 'greater',
  '?': 'question', '@': 'at', '[': 'bracketleft', '\\': 'backslash', ']': 'bracketright', '^': 'asciicircum',
  '_': 'underscore', '`': 'grave', '{': 'braceleft', '|': 'bar', '}': 'braceright', '~': 'asciitilde',
};

// The name of a character: a letter or digit itself, and any other by its number.
function characterName(character) {
  if (/[A-Za-z0-9]/.test(character)) return character.toLowerCase();
  return `U${character.toLowerCase().codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const modifiers = [['ctrlKey', 'ctrl'], ['shiftKey', 'shift'], ['altKey', 'alt'], ['metaKey', 'super']];

// The chord of a pressed key in the words of rules; null for a modifier alone.
function chordOf(event) {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead'].includes(event.key)) return null;
  // With shift, digits are other characters on most layouts.
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const key = digit ?? keyNames[event.key] ?? ([...event.key].length === 1 ? characterName(event.key) : event.key);
  return [...modifiers.filter(([flag]) => event[flag]).map(([, name]) => name), key].join('+');
}

function wordChoice(definition) {
  const texts = definition.enumDescriptions ?? [];
  return choice(definition.enum.map((word, index) => [word, texts[index] ? `${word} – ${texts[index]}` : word]));
}

// The browser would close the page for some keys before it sees them.
function stay(event) {
  event.preventDefault();
}

// A field for keys, with common ones to choose from, and a button after which the next keys are taken.
function keyField() {
  const input = element('input', {autocomplete: 'off', spellcheck: 'false', placeholder: 'ctrl+w'});
  const known = choice([['', strings.chooseKeys], ...strings.knownKeys], {'aria-label': strings.chooseKeys,
    change: () => {
      if (!known.value) return;
      input.value = known.value;
      input.dispatchEvent(new Event('input'));
    }});
  let isWaiting = false;
  const wait = (isOn) => {
    isWaiting = isOn;
    if (isOn) addEventListener('beforeunload', stay);
    else removeEventListener('beforeunload', stay);
    press.textContent = isOn ? strings.pressNow : strings.pressKeys;
    press.setAttribute('aria-pressed', String(isOn));
  };
  const press = button(strings.pressKeys, () => wait(true), {
    'aria-pressed': 'false',
    blur: () => wait(false),
    keydown: (event) => {
      if (!isWaiting) return;
      event.preventDefault();
      event.stopPropagation();
      const chord = chordOf(event);
      if (chord === null) return;
      input.value = chord;
      input.dispatchEvent(new Event('input'));
      wait(false);
    },
  });
  return {input, press, known};
}

// Lets an action be chosen. `value()` is its text for `sleight learn --do`, or null, and `command()` the command that
// it runs, or null; `press` chooses keys; `changed` is called after each change. `name` begins the ids of its fields.
// `mayBeNone` offers to do nothing, which has no value.
export async function actionPicker(changed, name = 'action', mayBeNone = false) {
  const [schema, programs] = await Promise.all([get('/api/schema'), get('/api/programs')]);
  const words = Object.fromEntries(['workspace', 'window', 'desktop'].map((key) =>
    [key, wordChoice(schema.definitions[key])]));
  const keys = keyField();
  const program = choice(programs.map(({name, command}) => [command, name]));
  const command = element('input', {autocomplete: 'off', spellcheck: 'false', placeholder: 'foot'});
  const kinds = {
    ...(mayBeNone ? {none: {controls: []}} : {}),
    ...Object.fromEntries(Object.entries(words).map(([key, control]) => [key, {
      controls: [field(`${name}-word`, strings.actionWord, control)], value: () => `{${key}: ${control.value}}`}])),
    keys: {controls: [field(`${name}-keys`, strings.keys, keys.input),
      element('p', {class: 'buttons'}, keys.known, keys.press), element('p', {class: 'quiet'}, strings.keysIntro)],
      value: () => keys.input.value.trim() && `{keys: ${JSON.stringify(keys.input.value.trim())}}`},
    program: {controls: [field(`${name}-program`, strings.program, program)], command: () => program.value},
    command: {controls: [field(`${name}-command`, strings.command, command),
      element('p', {class: 'quiet'}, strings.commandIntro)], command: () => command.value.trim()},
  };
  const kind = choice(Object.keys(kinds).filter((key) => key !== 'program' || programs.length)
    .map((key) => [key, strings.actionKinds[key]]));
  const place = element('div');
  const show = () => {
    fill(place, ...kinds[kind.value].controls);
    changed();
  };
  kind.addEventListener('change', show);
  place.addEventListener('input', changed);
  keys.input.addEventListener('input', changed);
  const box = element('div', {}, field(`${name}-kind`, strings.actionKind, kind), place);
  fill(place, ...kinds[kind.value].controls);
  const commandOf = () => kinds[kind.value].command?.() || null;
  // In quotes, a command stays one, whatever its words look like.
  const value = () => {
    const text = commandOf();
    return text ? JSON.stringify(text) : kinds[kind.value].value?.() || null;
  };
  const press = (chord) => {
    kind.value = 'keys';
    keys.input.value = chord;
    show();
  };
  return {box, value, command: commandOf, press, apps: programs.map(({name, app}) => [app, name])};
}
