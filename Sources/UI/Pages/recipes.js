// Recipes: rules for wishes, from `sleight recipes`, added by one button; and sets of them.
import {propose, readTexts, starter} from '/changes.js';
import {afterPause, button, element, fill, picture, say} from '/dom.js';
import {merged, profiles} from '/profiles.js';
import {get} from '/server.js';
import {strings} from '/strings.js';

// Shows what adding recipes would do, and adds them if that is agreed to.
async function add(title, recipes) {
  const known = await readTexts();
  if (known === null) {
    say(strings.noFile);
    document.getElementById('starter').focus();
    return;
  }
  const {file, texts} = known;
  const [first] = texts.values();
  // Above all others, which may be for the same hand, and not into a group.
  const change = recipes.length === 1 && !recipes[0].whole && !first?.groups.length
    ? {change: 'add', text: recipes[0].text, before: first?.rule}
    : {change: 'text', text: recipes.reduceRight(merged, file.text)};
  await propose(file, change, strings.addOf(title), title);
}

function card(recipe, number) {
  const heading = `recipe-${number}`;
  return element('li', {}, element('article', {class: 'card', 'aria-labelledby': heading},
    recipe.whole ? null : picture(`/api/recipe-picture?title=${encodeURIComponent(recipe.title)}`, ''),
    element('div', {class: 'words'},
      element('h3', {id: heading}, recipe.title),
      element('p', {class: 'quiet'}, recipe.chapter),
      recipe.remark ? element('p', {}, recipe.remark) : null,
      element('details', {}, element('summary', {}, strings.rulesOf), element('pre', {tabindex: '0'}, recipe.text)),
      element('p', {class: 'buttons'}, button(strings.add, () => add(recipe.title, [recipe]),
        {'aria-label': strings.addOf(recipe.title)})))));
}

function profileCard({name, about, titles}, all) {
  const recipes = titles.map((title) => all.find((recipe) => recipe.title === title)).filter(Boolean);
  return element('li', {}, element('article', {class: 'card', 'aria-label': name}, element('div', {class: 'words'},
    element('h4', {}, name), element('p', {}, about),
    element('details', {}, element('summary', {}, strings.recipesOf(recipes.length)),
      element('ul', {}, recipes.map(({title}) => element('li', {}, title)))),
    element('p', {class: 'buttons'}, button(strings.add, () => add(name, recipes),
      {'aria-label': strings.addOf(name)})))));
}

export async function showRecipes(content) {
  const list = element('ul', {class: 'plain', id: 'recipes'});
  const sets = element('ul', {class: 'plain', id: 'profiles'});
  const wish = element('input', {id: 'wish', type: 'search', autocomplete: 'off'});
  let latest = 0;
  let all = [];
  async function find() {
    const number = ++latest;
    const words = wish.value.trim();
    const {lines, errors} = await get(`/api/recipes?wish=${encodeURIComponent(words)}`);
    if (number !== latest) return;
    if (words === '') {
      all = lines;
      fill(sets, profiles.map((profile) => profileCard(profile, lines)));
    }
    // Without one for all words, the command names the nearest.
    const nearest = errors.split('\n').slice(1).map((line) => line.trim());
    const recipes = lines.length ? lines : all.filter(({title}) => nearest.includes(title));
    fill(list, recipes.map(card));
    say(lines.length ? strings.found(lines.length)
      : recipes.length ? strings.foundNearest(recipes.length) : strings.foundNone(words));
  }
  wish.addEventListener('input', afterPause(find));
  const noFile = element('div');
  if (await readTexts() === null) fill(noFile, starter(() => fill(noFile)));
  fill(content, element('h2', {}, strings.recipes), element('p', {}, strings.recipesIntro), noFile,
    element('p', {}, element('label', {for: 'wish'}, strings.wish), ' ', wish),
    element('details', {}, element('summary', {}, strings.sets), sets), list);
  await find();
}
