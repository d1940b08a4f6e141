// Whole files and sets of recipes, merged into the rules file. What comes of it is checked and shown before it is
// written.
import {strings} from '/strings.js';

// Sets of recipes for those who do not want to choose, by the titles in sleight-recipes(7).
export const profiles = [
  {...strings.profiles.mac, titles: [
    'Switch workspaces in the other direction', 'Open the overview', 'Open the launcher, and the notifications',
    'Back and forward with two fingers on a touchpad',
  ]},
  {...strings.profiles.tablet, titles: [
    'Right click on a touchscreen', 'Scroll with two fingers on a touchscreen',
    'Back from the edge of a touchscreen, as on a phone', 'Undo and redo with taps, as on a tablet',
    'Lift the overview from the bottom edge of a touchscreen',
  ]},
  {...strings.profiles.kiosk, titles: [
    'A kiosk: ten fingers reload, a corner for the service', 'A code of taps in two corners, as on a kiosk',
    'Keep touches at the edges from triggering rules',
  ]},
];

// The blocks of a text at its top level: each with its key, or null for lines before the first one.
function blocksOf(text) {
  const blocks = [{key: null, lines: []}];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const key = /^([\w-]+):/.exec(line)?.[1];
    if (key) blocks.push({key, lines: []});
    blocks.at(-1).lines.push(line);
  }
  return blocks;
}

// The parts of a text in braces, between commas that are in no other braces.
function partsOf(text) {
  const parts = [''];
  let depth = 0;
  let quote = null;
  for (const sign of text) {
    if (quote) quote = sign === quote ? null : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if ('{['.includes(sign)) depth += 1;
    else if ('}]'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0 && !quote) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

// A key whose value is in braces on its line, with a line for each part.
function opened(lines) {
  const [, key, open, inner] = /^([\w-]+:) *([[{])(.*)[\]}] *$/.exec(lines[0]) ?? [];
  if (!key || lines.slice(1).some((line) => line.trim() && !line.startsWith('#'))) return lines;
  return [key, ...partsOf(inner).map((part) => (open === '[' ? `  - ${part}` : `  ${part}`)), ...lines.slice(1)];
}

const indentOf = (line) => line.length - line.trimStart().length;

// The lines below a key, moved to the indentation of those that are there.
function reindented(lines, others) {
  const written = (line) => line.trim() !== '' && !line.trimStart().startsWith('#');
  const own = indentOf(lines.find(written) ?? '');
  const wanted = indentOf(others.slice(1).find(written) ?? lines.find(written) ?? '');
  const moved = (line) => ' '.repeat(Math.max(0, indentOf(line) - own + wanted)) + line.trimStart();
  return lines.map((line) => (line.trim() ? moved(line) : ''));
}

// Merges a recipe into a text: its rules go to the top of the list, its other keys below those of the same name.
export function merged(text, recipe) {
  const blocks = blocksOf(text);
  const parts = recipe.whole ? blocksOf(recipe.text)
    : [{key: 'rules', lines: ['rules:', ...recipe.text.trimEnd().split('\n')]}];
  for (const part of parts) {
    if (part.key === null) continue;
    const known = blocks.find(({key}) => key === part.key);
    if (!known) {
      // Settings stand above the rules.
      const rules = blocks.findIndex(({key}) => key === 'rules');
      blocks.splice(rules < 0 ? blocks.length : rules, 0, {...part, lines: [...part.lines]});
    } else {
      known.lines = opened(known.lines);
      const lines = reindented(opened(part.lines).slice(1), known.lines);
      if (part.key === 'rules') {
        known.lines.splice(1, 0, ...lines);
        continue;
      }
      // Comments and blank lines at the end belong to what follows.
      let end = known.lines.length;
      while (end > 1 && /^\s*(#.*)?$/.test(known.lines[end - 1]) && indentOf(known.lines[end - 1]) === 0) end -= 1;
      known.lines.splice(end, 0, ...lines);
    }
  }
  return `${blocks.flatMap(({lines}) => lines).join('\n').trimStart()}\n`;
}
