// The fingers on the touch devices, live, as lines of `sleight record`.
import {element, shape} from '/dom.js';
import {strings} from '/strings.js';

// Reads the lines until the returned function is called. `note` gets what the command says, and that it has ended.
export function watchFingers(take, note) {
  const source = new EventSource('/api/fingers');
  source.addEventListener('message', (event) => take(event.data));
  source.addEventListener('note', (event) => note(event.data.replace(/^sleight: /, '')));
  source.addEventListener('end', () => {
    source.close();
    note(strings.fingersEnded);
  });
  return () => source.close();
}

// A picture of the device that was touched last, with its fingers and their ways.
export class FingerPicture {
  constructor() {
    this.devices = new Map();
    this.fingers = new Map();
    this.device = null;
    this.drawing = shape('svg', {viewBox: '0 0 100 60', role: 'img', 'aria-label': strings.fingersOf(0)});
    this.box = element('div', {class: 'fingers'}, this.drawing);
  }

  // Takes an event of a recording; true if fingers are down after it.
  take(event) {
    for (const device of event.devices ?? []) this.devices.set(device.id, device);
    if (event.event === 'device-added') this.devices.set(event.device, event);
    const {slot, x, y} = event;
    switch (event.event) {
      case 'touch-down': this.land(event.device, slot, x, y); break;
      case 'touch-motion': this.move(slot, x, y); break;
      case 'touch-up': case 'touch-cancel': this.lift(slot); break;
      // A touchpad that reports no contacts.
      case 'swipe-begin': case 'pinch-begin':
        if (this.fingers.size === 0) this.begin(event.device, event.fingers);
        break;
      case 'swipe-update': case 'pinch-update': this.shift(event.dx, event.dy); break;
      case 'swipe-end': case 'pinch-end': if (this.isShift) this.clear(); break;
    }
    return this.fingers.size > 0;
  }

  size() {
    const {width = 100, height = 60} = this.devices.get(this.device) ?? {};
    return {width: width || 100, height: height || 60};
  }

  land(device, slot, x, y) {
    if (this.fingers.size === 0) this.show(device);
    const {width} = this.size();
    const way = shape('polyline', {points: `${x},${y}`, class: 'way', 'stroke-width': width / 80});
    const tip = shape('circle', {cx: x, cy: y, r: width / 30, class: 'tip'});
    this.drawing.append(way, tip);
    this.fingers.set(slot, {x, y, way, tip});
    this.name();
  }

  // Begins a drawing of a device.
  show(device) {
    this.device = device;
    this.isShift = false;
    const {width, height} = this.size();
    this.drawing.replaceChildren();
    this.drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }

  move(slot, x, y) {
    const finger = this.fingers.get(slot);
    if (!finger) return;
    Object.assign(finger, {x: x ?? finger.x, y: y ?? finger.y});
    finger.way.setAttribute('points', `${finger.way.getAttribute('points')} ${finger.x},${finger.y}`);
    finger.tip.setAttribute('cx', finger.x);
    finger.tip.setAttribute('cy', finger.y);
  }

  lift(slot) {
    this.fingers.get(slot)?.tip.remove();
    this.fingers.delete(slot);
    this.name();
  }

  begin(device, count) {
    this.show(device);
    const {width, height} = this.size();
    for (let slot = 0; slot < count; slot += 1) this.land(device, slot, width * (slot + 1) / (count + 1), height / 2);
    this.isShift = true;
  }

  shift(dx, dy) {
    if (!this.isShift) return;
    for (const [slot, {x, y}] of this.fingers) this.move(slot, x + dx, y + dy);
  }

  clear() {
    for (const slot of [...this.fingers.keys()]) this.lift(slot);
    this.isShift = false;
  }

  name() {
    this.drawing.setAttribute('aria-label', strings.fingersOf(this.fingers.size));
  }
}
