// Recipes: rules for wishes, from `sleight recipes`, added by one button.
import {differenceOf, dialogue, makeChange, messageList, readTexts, tryChange} from '/changes.js';
import {button, element, fill, picture, say} from '/dom.js';
import {get} from '/server.js';
import {strings} from '/strings.js';

// Shows what adding the rules would do, and adds them if that is agreed to.
async function add(recipe) {
  const known = await readTexts();
  if (known === null) {
    say(strings.noFile);
    return;
  }
  const change = {change: 'add', text: recipe.text};
  const trial = await tryChange(known.file, change);
  const lines = [...trial.diff.matchAll(/^@@ -\d+,\d+ \+(\d+),(\d+) @@/gm)][0] ?? [0, 0, 0];
  const start = Number(lines[1]);
  // Messages about the new rules, and all that keep them from being added.
  const messages = trial.messages.filter(({line, severity}) =>
    severity === 'error' || line !== null && start <= line && line < start + Number(lines[2]));
  const write = async () => {
    box.close();
    const {text} = await makeChange(known.file, change, recipe.title, {isAgreed: true});
    say(text);
  };
  const box = dialogue(strings.addOf(recipe.title),
    trial.failure ? element('p', {class: 'error'}, trial.failure) : null,
    messageList(messages), trial.diff ? differenceOf(trial.diff) : null,
    element('p', {class: 'buttons'}, button(strings.write, write, {class: 'main', disabled: !trial.isGood}),
      button(strings.cancel, () => box.close())));
}

function card(recipe, number) {
  const heading = `recipe-${number}`;
  return element('li', {}, element('article', {class: 'card', 'aria-labelledby': heading},
    picture(`/api/recipe-picture?title=${encodeURIComponent(recipe.title)}`, ''),
    element('div', {class: 'words'},
      element('h3', {id: heading}, recipe.title),
      element('p', {class: 'quiet'}, recipe.chapter),
      recipe.remark ? element('p', {}, recipe.remark) : null,
      element('details', {}, element('summary', {}, strings.rulesOf), element('pre', {tabindex: '0'}, recipe.text)),
      recipe.whole ? element('p', {class: 'quiet'}, strings.wholeFile) : element('p', {class: 'buttons'},
        button(strings.add, () => add(recipe), {'aria-label': strings.addOf(recipe.title)})))));
}

export async function showRecipes(content) {
  const list = element('ul', {class: 'plain', id: 'recipes'});
  const wish = element('input', {id: 'wish', type: 'search', autocomplete: 'off'});
  let latest = 0;
  async function find() {
    const number = ++latest;
    const words = wish.value.trim();
    const {lines, errors} = await get(`/api/recipes?wish=${encodeURIComponent(words)}`);
    if (number !== latest) return;
    fill(list, lines.map(card));
    say(lines.length ? strings.found(lines.length) : errors.replace(/^sleight: error: /, ''));
  }
  let timer;
  wish.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, 250);
  });
  fill(content, element('h2', {}, strings.recipes), element('p', {}, strings.recipesIntro),
    element('p', {}, element('label', {for: 'wish'}, strings.wish), ' ', wish), list);
  await find();
}
