// The frame of the pages: the exchange of the secret, the sections, and whether the server is there.
import {element, fill, say} from '/dom.js';
import {post, ServerError} from '/server.js';
import {strings} from '/strings.js';
import {showGestures} from '/gestures.js';
import {showLesson} from '/learn.js';
import {showMachine} from '/machine.js';
import {showRecipes} from '/recipes.js';
import {showText} from '/text.js';
import {showTouches} from '/touches.js';

const sections = {
  gestures: {title: strings.gestures, show: showGestures},
  learn: {title: strings.learn, show: showLesson},
  touches: {title: strings.touches, show: showTouches},
  recipes: {title: strings.recipes, show: showRecipes},
  text: {title: strings.text, show: showText},
  machine: {title: strings.machine, show: showMachine},
};
const first = Object.keys(sections)[0];
const main = document.getElementById('main');
const nav = document.getElementById('nav');
const banner = document.getElementById('banner');

function warn(text) {
  banner.hidden = text === '';
  banner.textContent = text;
}

// Ends what the section that is shown has begun, such as streams.
let leave = () => {};

// The section of the address; the first one for any other.
function current() {
  const name = location.hash.slice(1);
  return sections[name] ? name : first;
}

async function show() {
  const name = current();
  for (const link of nav.querySelectorAll('a')) {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${sections[name].title} – Sleight`;
  const status = document.getElementById('status');
  if (status.textContent === '') say(strings.loading);
  // A section that is left while it loads must not draw over the next one.
  const content = element('div');
  leave();
  leave = () => {};
  fill(main, content);
  try {
    const end = await sections[name].show(content, show);
    if (end && !content.isConnected) end();
    else if (end) leave = end;
    if (status.textContent === strings.loading) say('');
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    if (error.status === 403) warn(strings.used);
    else if (error.status !== 0) say(strings.failed(error.message));
  }
}

// The stream of events tells the server that the page is open, and the page that the server is there.
function listen() {
  const events = new EventSource('/api/events');
  events.addEventListener('error', () => warn(strings.ended));
  events.addEventListener('open', () => warn(''));
  events.addEventListener('rules', () => dispatchEvent(new Event('rules')));
}

async function start() {
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = strings[place.dataset.text];
  nav.setAttribute('aria-label', strings.sections);
  const links = Object.entries(sections).map(([name, {title}]) =>
    element('li', {}, element('a', {href: `#${name}`, click: () => say('')}, title)));
  fill(nav, element('ul', {}, links));
  const secret = location.hash.slice(1);
  if (/^[0-9a-f]{64}$/.test(secret)) {
    // Not in the history, nor in what is copied from the address bar.
    history.replaceState(null, '', '/');
    try {
      await post('/api/session', {secret});
    } catch {
      warn(strings.used);
      return;
    }
  }
  listen();
  addEventListener('hashchange', () => {
    if (location.hash !== '#main') show();
  });
  await show();
}

start();
