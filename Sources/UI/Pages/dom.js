// The only place that makes elements. Texts become text nodes: names of rules, windows and devices may contain markup.

// Makes an element: `element('p', {class: 'note'}, 'text', otherElement)`. Handlers of events are functions: `{click:
// f}`.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return made;
}

// Makes an element of a drawing.
export function shape(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function button(label, click, attributes = {}) {
  return element('button', {type: 'button', click, ...attributes}, label);
}

// A drawing beside a text, loaded when it comes into sight.
export function picture(address, name) {
  const image = element('img', {src: address, alt: name, loading: 'lazy', width: 360, height: 230,
    error: () => image.remove()});
  return element('div', {class: 'picture'}, image);
}

// Makes a field with its label in front.
export function field(id, label, control) {
  control.id = id;
  return element('p', {class: 'field'}, element('label', {for: id}, label), control);
}

// Makes a choice: `options` are pairs of a value and its text.
export function choice(options, attributes = {}) {
  return element('select', attributes, options.map(([value, text]) => element('option', {value}, text)));
}

// Calls `body` once nothing has called it for a while.
export function afterPause(body, milliseconds = 250) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(body, milliseconds);
  };
}

// Replaces what is in an element.
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(Boolean));
}

// Says something to everybody, also to those who hear the page.
export function say(text) {
  document.getElementById('status').textContent = text;
}
