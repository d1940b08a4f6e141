// Sleight's extension of GNOME Shell. It reports the focused window to the program sleight, injects the keys and pointer
// events that its rules require, and shows its hints. It admits that one executable of this user and nothing else, and
// keeps no data.
//
// GNOME disables extensions while the screen is locked, so nothing here runs then.
import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';
import Pango from 'gi://Pango';
import St from 'gi://St';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {getKeyboardManager} from 'resource:///org/gnome/shell/misc/keyboardManager.js';
import {getInputSourceManager} from 'resource:///org/gnome/shell/ui/status/keyboard.js';

const NAME = 'org.gnome.Shell.Extensions.Sleight1';
const PATH = '/org/gnome/Shell/Extensions/Sleight1';
const INTERFACE = `<node><interface name="${NAME}">
  <method name="Watch">
    <arg type="s" name="app" direction="out"/><arg type="s" name="title" direction="out"/>
    <arg type="b" name="fullscreen" direction="out"/><arg type="u" name="layout" direction="out"/>
    <arg type="u" name="x" direction="out"/><arg type="u" name="y" direction="out"/>
    <arg type="b" name="touchpads_off" direction="out"/><arg type="b" name="touchpads_reversed" direction="out"/>
    <arg type="d" name="touchpad_speed" direction="out"/><arg type="b" name="touchpad_flat" direction="out"/>
    <arg type="b" name="maximized" direction="out"/><arg type="a(ss)" name="touchscreens" direction="out"/>
  </method>
  <signal name="Changed">
    <arg type="s" name="app"/><arg type="s" name="title"/><arg type="b" name="fullscreen"/><arg type="u" name="layout"/>
    <arg type="u" name="x"/><arg type="u" name="y"/><arg type="b" name="touchpads_off"/>
    <arg type="b" name="touchpads_reversed"/><arg type="d" name="touchpad_speed"/><arg type="b" name="touchpad_flat"/>
    <arg type="b" name="maximized"/><arg type="a(ss)" name="touchscreens"/>
  </signal>
  <method name="Key"><arg type="u" name="code" direction="in"/><arg type="b" name="pressed" direction="in"/></method>
  <method name="Type"><arg type="u" name="keysym" direction="in"/></method>
  <method name="Button"><arg type="u" name="code" direction="in"/><arg type="b" name="pressed" direction="in"/></method>
  <method name="Move"><arg type="d" name="x" direction="in"/><arg type="d" name="y" direction="in"/></method>
  <method name="MoveTo"><arg type="d" name="x" direction="in"/><arg type="d" name="y" direction="in"/></method>
  <method name="Wheel"><arg type="d" name="right" direction="in"/><arg type="d" name="down" direction="in"/></method>
  <method name="Scroll"><arg type="d" name="x" direction="in"/><arg type="d" name="y" direction="in"/></method>
  <method name="EndScroll"/>
  <method name="Perform"><arg type="s" name="subject" direction="in"/><arg type="s" name="value" direction="in"/></method>
  <method name="FindWindow">
    <arg type="b" name="at_pointer" direction="in"/><arg type="d" name="x" direction="in"/>
    <arg type="d" name="y" direction="in"/>
    <arg type="s" name="app" direction="out"/><arg type="s" name="title" direction="out"/>
    <arg type="b" name="fullscreen" direction="out"/><arg type="b" name="maximized" direction="out"/>
    <arg type="u" name="number" direction="out"/>
  </method>
  <method name="ListWindows"><arg type="a(ss)" name="windows" direction="out"/></method>
  <method name="ChangeWindow"><arg type="s" name="change" direction="in"/><arg type="u" name="number" direction="in"/></method>
  <method name="DisableSwipes">
    <arg type="b" name="horizontal" direction="in"/><arg type="b" name="vertical" direction="in"/>
  </method>
  <method name="ShowHint">
    <arg type="s" name="text" direction="in"/><arg type="s" name="detail" direction="in"/>
    <arg type="s" name="colour" direction="in"/><arg type="d" name="share" direction="in"/>
    <arg type="s" name="edge" direction="in"/><arg type="d" name="x" direction="in"/>
    <arg type="d" name="y" direction="in"/><arg type="u" name="rest" direction="in"/>
  </method>
  <method name="HideHint"/>
</interface></node>`;

// The type of what `Watch` returns, and `Changed` reports.
const STATE = '(ssbuuubbdbba(ss))';

// Clutter's numbers of the buttons, by their codes in <linux/input-event-codes.h>.
const BUTTONS = new Map([[0x110, 1], [0x111, 3], [0x112, 2], [0x113, 8], [0x114, 9], [0x115, 9], [0x116, 8]]);
// One click of a wheel.
const CLICK = 120;
// The code of the Return key and of Tab, which are no characters.
const KEYS = new Map([[0xff0d, 28], [0xff09, 15]]);

// Windows that are no menus, tooltips and the like of others, and not the desktop itself.
const WINDOW_TYPES = [Meta.WindowType.NORMAL, Meta.WindowType.DIALOG, Meta.WindowType.MODAL_DIALOG,
    Meta.WindowType.UTILITY];

// The device and inode of a file. A path would not do: in a mount namespace of its own, a process can have another file
// at any path.
function fileId(path) {
    const info = Gio.File.new_for_path(path)
        .query_info('unix::device,unix::inode', Gio.FileQueryInfoFlags.NONE, null);
    return `${info.get_attribute_uint32('unix::device')}:${info.get_attribute_uint64('unix::inode')}`;
}

// True if a window covers the workspace, beside the panel.
function isMaximized(window) {
    return (window?.maximized_horizontally && window?.maximized_vertically) ?? false;
}

// A file that the kernel makes, which has no size.
function readText(path) {
    return new TextDecoder().decode(GLib.file_get_contents(path)[1]);
}

// The process of a pidfd, by its number; -1 if it has ended.
function processOf(descriptor) {
    return Number(/^Pid:\s*(-?\d+)$/m.exec(readText(`/proc/self/fdinfo/${descriptor}`))?.[1] ?? -1);
}

// True for a process of the daemon's unit, by its control group: a sandboxed program cannot enter that.
function isOfUnit(process, user) {
    const unit = new RegExp(
        `^(?:0::|1:name=systemd:)(?:/[^/]+\\.slice)*/user@${user}\\.service(?:/[^/]+\\.slice)*/sleight\\.service(?:/|$)`);
    return readText(`/proc/${process}/cgroup`).split('\n').some(line => unit.test(line));
}

// True for a process that sees the same files, users and processes as the shell. A sandbox, such as that of Flatpak or
// Snap, has namespaces of its own, which its programs cannot leave.
function isOutsideSandboxes(process) {
    return ['mnt', 'user', 'pid'].every(kind =>
        GLib.file_read_link(`/proc/${process}/ns/${kind}`) === GLib.file_read_link(`/proc/self/ns/${kind}`));
}

// Decides who may call: a process of this user that runs one of the given programs, in the daemon's unit or outside of
// all sandboxes. The latter admits a program of the user that makes one of them speak for it, as with LD_PRELOAD; such a
// program could change this extension, too.
class Gate {
    // `left` is called with the name of an admitted caller that has left the bus.
    constructor(programs, left) {
        this._programs = programs.map(path => path.replace(/^~/, GLib.get_home_dir()));
        this._verdicts = new Map();
        this._subscription = Gio.DBus.session.signal_subscribe('org.freedesktop.DBus', 'org.freedesktop.DBus',
            'NameOwnerChanged', '/org/freedesktop/DBus', null, Gio.DBusSignalFlags.NONE,
            (_bus, _sender, _path, _interface, _signal, parameters) => {
                const [name, , owner] = parameters.deepUnpack();
                if (owner === '' && this._verdicts.delete(name))
                    left(name);
            });
    }

    // Resolves to true or false. The promise is kept rather than its value, so that calls that arrive while the bus is
    // asked keep their order. The bus never gives the name of a connection to another one.
    admits(sender) {
        if (!this._verdicts.has(sender))
            this._verdicts.set(sender, this._examine(sender));
        return this._verdicts.get(sender);
    }

    async _examine(sender) {
        let descriptor = -1;
        try {
            const [credentials, descriptors] = await this._credentials(sender);
            const user = new Gio.Credentials().get_unix_user();
            if (credentials.UnixUserID.deepUnpack() !== user)
                return false;
            // Newer buses pass on the process itself, whose number no other one can have while it is held.
            const process = credentials.ProcessID.deepUnpack();
            if (credentials.ProcessFD && descriptors)
                descriptor = descriptors.get(credentials.ProcessFD.deepUnpack());
            const isAdmitted = this._runsProgram(process) && (isOfUnit(process, user) || isOutsideSandboxes(process));
            return isAdmitted && (descriptor < 0 || processOf(descriptor) === process);
        } catch (error) {
            console.warn(`${NAME}: cannot examine ${sender}: ${error.message}`);
            return false;
        } finally {
            if (descriptor >= 0)
                GLib.close(descriptor);
        }
    }

    _runsProgram(process) {
        const running = fileId(`/proc/${process}/exe`);
        return this._programs.some(path => GLib.file_test(path, GLib.FileTest.EXISTS) && fileId(path) === running);
    }

    _credentials(sender) {
        return new Promise((resolve, reject) => {
            Gio.DBus.session.call_with_unix_fd_list('org.freedesktop.DBus', '/org/freedesktop/DBus',
                'org.freedesktop.DBus', 'GetConnectionCredentials', new GLib.Variant('(s)', [sender]), null,
                Gio.DBusCallFlags.NONE, 1000, null, null, (bus, result) => {
                    try {
                        const [reply, descriptors] = bus.call_with_unix_fd_list_finish(result);
                        resolve([reply.deepUnpack()[0], descriptors]);
                    } catch (error) {
                        reject(error);
                    }
                });
        });
    }

    close() {
        Gio.DBus.session.signal_unsubscribe(this._subscription);
    }
}

// GNOME 43 to 50 have a default backend; 51 has only the one of the stage.
function getSeat() {
    return (Clutter.get_default_backend?.() ?? global.stage.context.get_backend()).get_default_seat();
}

// The user's settings for touchpads: on, off, or off while a mouse is connected (pointing sticks are no mice), natural
// scrolling, and the acceleration of the pointer.
class Touchpads {
    // `changed` is called with each change.
    constructor(changed) {
        this._settings = new Gio.Settings({schema_id: 'org.gnome.desktop.peripherals.touchpad'});
        this._seat = getSeat();
        this._settings.connectObject('changed::send-events', changed, 'changed::natural-scroll', changed,
            'changed::speed', changed, 'changed::accel-profile', changed, this);
        this._seat.connectObject('device-added', changed, 'device-removed', changed, this);
    }

    areOff() {
        const state = this._settings.get_string('send-events');
        return state === 'disabled' || state === 'disabled-on-external-mouse' && this._hasMouse();
    }

    // Without natural scrolling, content moves against the fingers.
    areReversed() {
        return !this._settings.get_boolean('natural-scroll');
    }

    speed() {
        return this._settings.get_double('speed');
    }

    // The setting is newer than GNOME 43.
    isFlat() {
        return this._settings.settings_schema.has_key('accel-profile') &&
            this._settings.get_string('accel-profile') === 'flat';
    }

    _hasMouse() {
        // Virtual pointers have no node.
        return this._seat.list_devices().some(device => device.get_device_node() !== null &&
            device.get_device_type() === Clutter.InputDeviceType.POINTER_DEVICE &&
            !/trackpoint|stick/i.test(device.get_device_name()));
    }

    close() {
        this._settings.disconnectObject(this);
        this._seat.disconnectObject(this);
    }
}

// The outputs that the user's settings map touchscreens to: org.gnome.desktop.peripherals.touchscreen, for each device by
// its USB ids, names an output by the vendor, the product and the serial number of its monitor.
class Touchscreens {
    // `changed` is called with each change.
    constructor(changed) {
        this._changed = changed;
        this._settings = [];
        // Pairs of a touchscreen's name and a connector.
        this.outputs = [];
        this._seat = getSeat();
        this._seat.connectObject('device-added', () => this._follow(), 'device-removed', () => this._follow(), this);
        Main.layoutManager.connectObject('monitors-changed', () => this._update(), this);
        this._follow();
    }

    _follow() {
        this._forget();
        for (const device of this._seat.list_devices()) {
            if (device.get_device_type() !== Clutter.InputDeviceType.TOUCHSCREEN_DEVICE || !device.get_device_node())
                continue;
            const ids = `${device.get_vendor_id()}:${device.get_product_id()}`;
            const settings = new Gio.Settings({
                schema_id: 'org.gnome.desktop.peripherals.touchscreen',
                path: `/org/gnome/desktop/peripherals/touchscreens/${ids}/`,
            });
            settings.connectObject('changed::output', () => this._update(), this);
            this._settings.push([device.get_device_name(), settings]);
        }
        this._update();
    }

    // Asks for the monitors only if a touchscreen is mapped to one.
    _update() {
        const mapped = this._settings.map(([name, settings]) => [name, settings.get_strv('output')])
            .filter(([, output]) => output[0]);
        if (mapped.length === 0)
            return this._report([]);
        Gio.DBus.session.call('org.gnome.Mutter.DisplayConfig', '/org/gnome/Mutter/DisplayConfig',
            'org.gnome.Mutter.DisplayConfig', 'GetCurrentState', null, null, Gio.DBusCallFlags.NONE, 1000, null,
            (bus, result) => {
                try {
                    const [, monitors] = bus.call_finish(result).recursiveUnpack();
                    const names = monitors.map(([name]) => name);
                    this._report(mapped.map(([name, output]) => [name, this._connector(names, output)])
                        .filter(([, connector]) => connector));
                } catch (error) {
                    console.warn(`${NAME}: cannot list the monitors: ${error.message}`);
                }
            });
    }

    // The connector of a monitor: of the same serial number, or else of the same product, as the shell chooses.
    _connector(monitors, [vendor, product, serial]) {
        const equal = monitors.filter(([, ...name]) => name[0] === vendor && name[1] === product);
        return (equal.find(name => name[3] === serial) ?? equal[0])?.[0];
    }

    _report(outputs) {
        this.outputs = outputs;
        this._changed?.();
    }

    _forget() {
        for (const [, settings] of this._settings)
            settings.disconnectObject(this);
        this._settings = [];
    }

    close() {
        this._forget();
        this._changed = null;
        this._seat.disconnectObject(this);
        Main.layoutManager.disconnectObject(this);
    }
}

// A virtual keyboard and pointer of the shell. All callers share them: a new keyboard is unknown to windows for a moment.
class Devices {
    constructor() {
        const seat = getSeat();
        this.keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
        this.pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    }
}

// The keys, text, buttons and motion of one caller, in the order of its calls.
class Input {
    constructor(devices) {
        this._keyboard = devices.keyboard;
        this._pointer = devices.pointer;
        this._keys = new Set();
        this._buttons = new Set();
        this._wheel = [0, 0];
        // Texts, and functions that follow them.
        this._waiting = [];
        this._source = 0;
    }

    key(code, isPressed) {
        this._afterText(() => {
            this._keys[isPressed ? 'add' : 'delete'](code);
            this._keyboard.notify_key(GLib.get_monotonic_time(), code,
                isPressed ? Clutter.KeyState.PRESSED : Clutter.KeyState.RELEASED);
        });
    }

    // A character of a text that the layout cannot write: it goes to the window as input methods send it. A window that
    // does not accept that gets nothing of the text, rather than the characters that are on keys.
    type(keysym) {
        if (!Main.inputMethod.currentFocus)
            throw new Error('the focused window accepts no text of input methods');
        const code = KEYS.get(keysym);
        if (code !== undefined) {
            this.key(code, true);
            this.key(code, false);
        } else {
            this._addText(String.fromCodePoint(Number(Clutter.keysym_to_unicode(keysym))));
        }
    }

    _addText(character) {
        if (typeof this._waiting.at(-1) === 'string')
            this._waiting[this._waiting.length - 1] += character;
        else
            this._waiting.push(character);
        // The shell sends text when it is idle, and only the last one that it was given until then. So characters are
        // collected until it was idle, and whatever follows them waits until it is idle again.
        this._source ||= GLib.idle_add(GLib.PRIORITY_LOW, () => {
            while (typeof this._waiting[0] === 'function')
                this._waiting.shift()();
            const text = this._waiting.shift();
            if (text !== undefined) {
                Main.inputMethod.commit(text);
                return GLib.SOURCE_CONTINUE;
            }
            this._source = 0;
            return GLib.SOURCE_REMOVE;
        });
    }

    _afterText(act) {
        if (this._source)
            this._waiting.push(act);
        else
            act();
    }

    button(code, isPressed) {
        const button = BUTTONS.get(code);
        if (button === undefined)
            throw new Error(`no button ${code}`);
        this._afterText(() => {
            this._buttons[isPressed ? 'add' : 'delete'](code);
            this._pointer.notify_button(GLib.get_monotonic_time(), button,
                isPressed ? Clutter.ButtonState.PRESSED : Clutter.ButtonState.RELEASED);
        });
    }

    move(x, y) {
        this._afterText(() => this._pointer.notify_relative_motion(GLib.get_monotonic_time(), x, y));
    }

    // To a position on the desktop, in shares of its width and height.
    moveTo(x, y) {
        this._afterText(() => this._pointer.notify_absolute_motion(GLib.get_monotonic_time(),
            x * global.stage.width, y * global.stage.height));
    }

    // Clutter has whole clicks only; the rest is kept for the next call.
    wheel(right, down) {
        const {LEFT, RIGHT, UP, DOWN} = Clutter.ScrollDirection;
        this._afterText(() => [[right, LEFT, RIGHT], [down, UP, DOWN]].forEach(([distance, back, forth], axis) => {
            this._wheel[axis] += distance;
            const clicks = Math.trunc(this._wheel[axis] / CLICK);
            this._wheel[axis] -= clicks * CLICK;
            for (let click = 0; click < Math.abs(clicks); click++) {
                this._pointer.notify_discrete_scroll(GLib.get_monotonic_time(), clicks < 0 ? back : forth,
                    Clutter.ScrollSource.WHEEL);
            }
        }));
    }

    scroll(x, y, finish = Clutter.ScrollFinishFlags.NONE) {
        this._afterText(() => this._pointer.notify_scroll_continuous(GLib.get_monotonic_time(), x, y,
            Clutter.ScrollSource.FINGER, finish));
    }

    endScroll() {
        this.scroll(0, 0, Clutter.ScrollFinishFlags.HORIZONTAL | Clutter.ScrollFinishFlags.VERTICAL);
    }

    // Releases everything after the text that waits. `finished` is called then.
    finish(finished) {
        this._afterText(() => {
            this.release();
            finished();
        });
    }

    // Drops what waits, and releases everything. The devices belong to the shell: nothing else would release keys of a
    // program that has ended.
    release() {
        if (this._source)
            GLib.source_remove(this._source);
        this._source = 0;
        this._waiting = [];
        for (const code of [...this._keys].reverse())
            this.key(code, false);
        for (const code of [...this._buttons].reverse())
            this.button(code, false);
    }
}

// The shell's own swipes on touchpads: sideways between workspaces, upwards and downwards to the overview. Its swipes on
// touchscreens stay enabled.
class Swipes {
    constructor() {
        this._followed = new Map();
    }

    disable(horizontal, vertical) {
        this.enable();
        for (const tracker of this._trackers()) {
            const isHorizontal = tracker.orientation === Clutter.Orientation.HORIZONTAL;
            const gesture = tracker._touchpadGesture;
            if (!gesture || !(isHorizontal ? horizontal : vertical))
                continue;
            gesture.enabled = false;
            // The shell enables them together with the tracker, for example when the overview closes.
            this._followed.set(tracker, gesture.connect('notify::enabled', () => {
                if (gesture.enabled)
                    gesture.enabled = false;
            }));
        }
    }

    enable() {
        for (const [tracker, handler] of this._followed) {
            tracker._touchpadGesture?.disconnect(handler);
            if (tracker._touchpadGesture)
                tracker._touchpadGesture.enabled = tracker.enabled;
        }
        this._followed.clear();
    }

    _trackers() {
        const controls = Main.overview._overview?._controls;
        return [
            Main.overview._swipeTracker,
            Main.wm._workspaceAnimation?._swipeTracker,
            controls?._workspacesDisplay?._swipeTracker,
            controls?._appDisplay?._swipeTracker,
        ].filter(tracker => tracker);
    }
}

const OTHER = 'there is no other workspace';

// The shell's operations on workspaces and windows, by the words of rules files.
class Operations {
    constructor() {
        this._shown = global.workspace_manager.get_active_workspace();
        this._shownBefore = null;
        // The windows that are minimized to show the desktop, and the one that had the focus.
        this._hidden = [];
        this._hadFocus = null;
        global.workspace_manager.connectObject('active-workspace-changed', () => {
            this._shownBefore = this._shown;
            this._shown = global.workspace_manager.get_active_workspace();
        }, this);
    }

    // Throws an error for people if there is nothing to do.
    perform(subject, value) {
        if (subject === 'window')
            return this._change(value);
        if (subject === 'workspace' && /^[0-9]+$/.test(value))
            return this._show(this._workspace(Number(value) - 1));
        const act = {workspace: this._workspaces, desktop: this._functions}[subject]?.call(this);
        if (!Object.hasOwn(act ?? {}, value))
            throw new Error('this version of the extension does not know it');
        return act[value]();
    }

    // Changes the window with a number that `find` has given.
    change(value, number) {
        const window = global.get_window_actors().map(actor => actor.meta_window)
            .find(other => other.get_stable_sequence() === number);
        if (!window)
            throw new Error('the window under the fingers is closed');
        this._change(value, () => window);
    }

    // The window at a position on the desktop, in logical units; null if there is none, or the shell itself is above it.
    find(x, y) {
        if (Main.overview.visible)
            return null;
        const actor = global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x, y);
        if (actor && actor !== global.stage && !global.window_group.contains(actor) &&
            !global.top_window_group.contains(actor))
            return null;
        const workspace = global.workspace_manager.get_active_workspace();
        // The last one is on top.
        return global.get_window_actors().map(shown => shown.meta_window).reverse().find(window => {
            const frame = window.get_frame_rect();
            return window.showing_on_its_workspace() && window.located_on_workspace(workspace) &&
                WINDOW_TYPES.includes(window.get_window_type()) && x >= frame.x && x < frame.x + frame.width &&
                y >= frame.y && y < frame.y + frame.height;
        }) ?? null;
    }

    // The windows of all workspaces.
    windows() {
        return global.get_window_actors().map(actor => actor.meta_window)
            .filter(window => WINDOW_TYPES.includes(window.get_window_type()));
    }

    close() {
        global.workspace_manager.disconnectObject(this);
    }

    _workspaces() {
        const manager = global.workspace_manager;
        return {
            'next': () => this._show(this._neighbour(1), OTHER),
            'previous': () => this._show(this._neighbour(-1), OTHER),
            // The last one is empty: the shell adds another when that has a window.
            'next-or-new': () => this._show(this._neighbour(1), OTHER),
            'first': () => this._show(this._workspace(0)),
            'last': () => this._show(this._workspace(manager.n_workspaces - 1)),
            'back': () => this._show(this._before()),
        };
    }

    _functions() {
        return {
            'overview': () => Main.overview.toggle(),
            'launcher': () => this._toggleLauncher(),
            'show-desktop': () => this._toggleWindows(),
            'lock': () => {
                if (!Main.screenShield)
                    throw new Error('the shell cannot lock the screen: GDM is not running');
                Main.screenShield.lock(true);
            },
            'notifications': () => Main.panel.toggleCalendar(),
            'screenshot': () => {
                if (Main.screenshotUI.visible)
                    Main.screenshotUI.close();
                else
                    Main.screenshotUI.open().catch(error => console.warn(`${NAME}: ${error.message}`));
            },
        };
    }

    // Performs a change of a window that `find` returns; of the one with the focus if it is omitted.
    _change(value, find = () => this._window()) {
        const number = /^to-workspace-([0-9]+)$/.exec(value)?.[1];
        if (number !== undefined) {
            return this._move(find(), this._workspace(Number(number) - 1),
                'the window is on this workspace already');
        }
        const act = this._changes(find);
        if (!Object.hasOwn(act, value))
            throw new Error('this version of the extension does not know it');
        act[value]();
    }

    _changes(find) {
        return {
            'close': () => find().delete(global.get_current_time()),
            'minimize': () => find().minimize(),
            'maximize': () => this._toggleMaximized(find()),
            'fullscreen': () => {
                const window = find();
                if (window.is_fullscreen())
                    window.unmake_fullscreen();
                else
                    window.make_fullscreen();
            },
            'next': () => this._focus(1),
            'previous': () => this._focus(-1),
            'to-next-workspace': () => this._move(find(), this._neighbour(1)),
            'to-previous-workspace': () => this._move(find(), this._neighbour(-1)),
            'to-next-output': () => {
                const window = find();
                if (global.display.get_n_monitors() < 2)
                    throw new Error('there is one output only');
                window.move_to_monitor((window.get_monitor() + 1) % global.display.get_n_monitors());
            },
            'to-left-output': () => this._moveToOutput(find(), Meta.DisplayDirection.LEFT),
            'to-right-output': () => this._moveToOutput(find(), Meta.DisplayDirection.RIGHT),
            'activate': () => find().activate(global.get_current_time()),
            'always-on-top': () => {
                const window = find();
                if (window.is_above())
                    window.unmake_above();
                else
                    window.make_above();
            },
        };
    }

    _workspace(index) {
        const manager = global.workspace_manager;
        if (index >= manager.n_workspaces)
            throw new Error(`the number of workspaces is ${manager.n_workspaces}`);
        return manager.get_workspace_by_index(index);
    }

    // The workspace beside the active one; the active one at the end of the row.
    _neighbour(distance) {
        const manager = global.workspace_manager;
        const index = manager.get_active_workspace_index() + distance;
        return manager.get_workspace_by_index(Math.min(Math.max(index, 0), manager.n_workspaces - 1));
    }

    // Workspaces are removed when they are empty.
    _before() {
        const manager = global.workspace_manager;
        for (let index = 0; index < manager.n_workspaces; index++) {
            const workspace = manager.get_workspace_by_index(index);
            if (workspace === this._shownBefore)
                return workspace;
        }
        throw new Error('no other workspace was shown before');
    }

    // Shows a workspace. If it is the active one, `reason` says why nothing changes.
    _show(workspace, reason = 'this workspace is shown already') {
        if (workspace.active)
            throw new Error(reason);
        workspace.activate(global.get_current_time());
    }

    _window() {
        const window = Main.overview.visible ? null : global.display.focus_window;
        if (!window)
            throw new Error('no window has the focus');
        return window;
    }

    _moveToOutput(window, direction) {
        const output = global.display.get_monitor_neighbor_index(window.get_monitor(), direction);
        if (output < 0)
            throw new Error('there is no output on that side');
        window.move_to_monitor(output);
    }

    // Moves a window. If it is on the active one, `reason` says why nothing changes.
    _move(window, workspace, reason = OTHER) {
        if (workspace.active)
            throw new Error(reason);
        window.change_workspace(workspace);
        workspace.activate_with_focus(window, global.get_current_time());
    }

    // The windows of the active workspace, in the order in which they were opened.
    _windows() {
        const workspace = global.workspace_manager.get_active_workspace();
        return global.display.get_tab_list(Meta.TabList.NORMAL, workspace)
            .sort((one, other) => one.get_stable_sequence() - other.get_stable_sequence());
    }

    _focus(distance) {
        const windows = this._windows();
        if (windows.length === 0)
            throw new Error('there is no window on this workspace');
        const index = windows.indexOf(global.display.focus_window);
        const next = index < 0 ? 0 : (index + distance + windows.length) % windows.length;
        Main.activateWindow(windows[next]);
    }

    // GNOME 49 has replaced the flags of these methods.
    _toggleMaximized(window) {
        const flags = 'get_maximized' in window ? [Meta.MaximizeFlags.BOTH] : [];
        if (isMaximized(window))
            window.unmaximize(...flags);
        else
            window.maximize(...flags);
    }

    _toggleLauncher() {
        if (Main.overview.visible && Main.overview.dash.showAppsButton.checked)
            Main.overview.hide();
        else
            Main.overview.showApps();
    }

    // Minimizes all windows of the workspace, or restores those that this has minimized.
    _toggleWindows() {
        const windows = this._windows();
        const shown = windows.filter(window => !window.minimized && window.can_minimize());
        if (shown.length > 0) {
            this._hidden = shown;
            this._hadFocus = global.display.focus_window;
            for (const window of shown)
                window.minimize();
        } else {
            const hidden = windows.filter(window => this._hidden.includes(window));
            for (const window of hidden)
                window.unminimize();
            const focus = hidden.includes(this._hadFocus) ? this._hadFocus : hidden.at(-1);
            if (focus)
                Main.activateWindow(focus);
            this._hidden = [];
        }
    }
}

// What `sleight hint` shows: a line of text above a bar, in the sizes of sleight-hint(1), in logical units. It takes no
// input. There is none before the first call.
const HINT = {width: 360, height: 64, margin: 48, padding: 16, textTop: 8, textHeight: 28, barTop: 44, barHeight: 8};
// The time in which it disappears, in milliseconds.
const FADING = 200;

class Hint {
    constructor() {
        this._scale = St.ThemeContext.get_for_stage(global.stage).scale_factor;
        this._box = new St.Widget({
            reactive: false, visible: false,
            style: 'background-color: rgba(28, 28, 28, 0.92); border-radius: 12px;',
        });
        this._box.set_size(HINT.width * this._scale, HINT.height * this._scale);
        this._text = this._addLabel('white');
        this._detail = this._addLabel('rgb(204, 204, 204)');
        this._detail.clutter_text.x_align = Clutter.ActorAlign.END;
        this._track = this._addBar('rgba(255, 255, 255, 0.2)');
        this._bar = this._addBar('transparent');
        this._isShown = false;
        this._timer = 0;
        Main.uiGroup.add_child(this._box);
    }

    show(text, detail, colour, share, edge, x, y, rest) {
        const width = (HINT.width - 2 * HINT.padding) * this._scale;
        this._text.text = text;
        this._detail.text = detail;
        // Most of the line is for the text.
        this._detail.ensure_style();
        const [, wanted] = detail ? this._detail.clutter_text.get_preferred_width(-1) : [0, 0];
        const rightWidth = Math.min(Math.ceil(wanted), width * 3 / 5);
        this._place(this._detail, width - rightWidth, rightWidth);
        this._place(this._text, 0, width - rightWidth - (detail ? 12 * this._scale : 0));
        this._track.visible = this._bar.visible = share >= 0;
        this._bar.style = `background-color: ${colour}; border-radius: 4px;`;
        this._bar.width = Math.round(width * Math.max(share, 0));
        this._box.set_position(...this._position(edge, x, y));
        this._reveal(rest);
    }

    hide() {
        this._stopTimer();
        this._box.remove_all_transitions();
        this._box.hide();
        if (this._isShown)
            this._composite(false);
        this._isShown = false;
    }

    close() {
        this.hide();
        this._box.destroy();
    }

    // Shows it until so many milliseconds have passed.
    _reveal(rest) {
        this._stopTimer();
        this._box.remove_all_transitions();
        this._box.opacity = 255;
        this._box.show();
        Main.uiGroup.set_child_above_sibling(this._box, null);
        if (!this._isShown)
            this._composite(true);
        this._isShown = true;
        this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, rest, () => {
            this._timer = 0;
            this._box.ease({opacity: 0, duration: FADING, onComplete: () => this.hide()});
            return GLib.SOURCE_REMOVE;
        });
    }

    _stopTimer() {
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
    }

    // A fullscreen window may be shown without composition, which then covers all else. GNOME 48 has moved the functions.
    _composite(isOn) {
        if (global.compositor?.disable_unredirect)
            global.compositor[isOn ? 'disable_unredirect' : 'enable_unredirect']();
        else
            Meta[isOn ? 'disable_unredirect_for_display' : 'enable_unredirect_for_display'](global.display);
    }

    // Above a position on the desktop, in shares of its width and height, or below it if there is no room; without one, at
    // an edge of the monitor with the focus.
    _position(edge, x, y) {
        const [width, height, margin] = [HINT.width, HINT.height, HINT.margin].map(size => size * this._scale);
        if (x < 0) {
            const monitor = Main.layoutManager.monitors[global.display.get_current_monitor()];
            return [
                {left: monitor.x + margin, right: monitor.x + monitor.width - width - margin}[edge] ??
                    monitor.x + Math.floor((monitor.width - width) / 2),
                {top: monitor.y + margin, bottom: monitor.y + monitor.height - height - margin}[edge] ??
                    monitor.y + Math.floor((monitor.height - height) / 2),
            ];
        }
        const [left, top] = [x * global.stage.width, y * global.stage.height].map(Math.floor);
        const monitor = Main.layoutManager.monitors.find(other => left >= other.x && left < other.x + other.width &&
            top >= other.y && top < other.y + other.height) ?? Main.layoutManager.primaryMonitor;
        const above = top - margin - height;
        return [Math.max(monitor.x, Math.min(left - width / 2, monitor.x + monitor.width - width)),
            above >= monitor.y ? above : top + margin];
    }

    _place(label, left, width) {
        label.set_position(HINT.padding * this._scale + left, HINT.textTop * this._scale);
        label.set_size(width, HINT.textHeight * this._scale);
    }

    _addLabel(colour) {
        const label = new St.Label({style: `color: ${colour};`});
        label.clutter_text.ellipsize = Pango.EllipsizeMode.END;
        label.clutter_text.y_align = Clutter.ActorAlign.CENTER;
        this._box.add_child(label);
        return label;
    }

    _addBar(colour) {
        const bar = new St.Widget({style: `background-color: ${colour}; border-radius: 4px;`});
        bar.set_position(HINT.padding * this._scale, HINT.barTop * this._scale);
        bar.set_size((HINT.width - 2 * HINT.padding) * this._scale, HINT.barHeight * this._scale);
        this._box.add_child(bar);
        return bar;
    }
}

export default class Sleight extends Extension {
    enable() {
        this._devices = new Devices();
        this._inputs = new Map();
        this._swipes = new Swipes();
        this._operations = new Operations();
        this._swipesCaller = this._hint = this._hintCaller = null;
        this._watchers = new Set();
        this._gate = new Gate(this.metadata.programs, name => this._callerLeft(name));

        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this._methods());
        this._object.export(Gio.DBus.session, PATH);
        this._name = Gio.DBus.session.own_name(NAME, Gio.BusNameOwnerFlags.NONE, null, null);

        global.display.connectObject('notify::focus-window', () => this._focusChanged(),
            'window-entered-monitor', () => this._report(), this);
        Main.overview.connectObject('shown', () => this._report(), 'hidden', () => this._report(), this);
        this._sources = getInputSourceManager();
        this._sourceHandler = this._sources.connect('current-source-changed', () => this._report());
        this._touchpads = new Touchpads(() => this._report());
        this._touchscreens = new Touchscreens(() => this._report());
        this._focusChanged();
    }

    disable() {
        for (const input of this._inputs.values())
            input.release();
        this._swipes.enable();
        this._operations.close();
        this._hint?.close();
        this._window?.disconnectObject(this);
        global.display.disconnectObject(this);
        Main.overview.disconnectObject(this);
        this._sources.disconnect(this._sourceHandler);
        this._touchpads.close();
        this._touchscreens.close();
        Gio.DBus.session.unown_name(this._name);
        this._object.unexport();
        this._gate.close();
        this._inputs = this._swipes = this._watchers = this._gate = this._object = this._window = this._sources = null;
        this._devices = this._swipesCaller = this._reported = this._touchpads = this._touchscreens = null;
        this._operations = this._hint = this._hintCaller = null;
    }

    _methods() {
        const actions = {
            Key: (input, code, isPressed) => input.key(code, isPressed),
            Type: (input, keysym) => input.type(keysym),
            Button: (input, code, isPressed) => input.button(code, isPressed),
            Move: (input, x, y) => input.move(x, y),
            MoveTo: (input, x, y) => input.moveTo(x, y),
            Wheel: (input, right, down) => input.wheel(right, down),
            Scroll: (input, x, y) => input.scroll(x, y),
            EndScroll: input => input.endScroll(),
        };
        const methods = {
            WatchAsync: (_parameters, invocation) => this._admit(invocation, caller => {
                this._watchers.add(caller);
                return new GLib.Variant(STATE, this._state());
            }),
            PerformAsync: ([subject, value], invocation) => this._admit(invocation, () => {
                this._operations.perform(subject, value);
                return null;
            }),
            FindWindowAsync: ([isAtPointer, x, y], invocation) => this._admit(invocation, () => {
                const place = isAtPointer
                    ? global.get_pointer().slice(0, 2) : [x * global.stage.width, y * global.stage.height];
                const window = this._operations.find(...place);
                return new GLib.Variant('(ssbbu)', [window?.get_wm_class() ?? '', window?.get_title() ?? '',
                    window?.is_fullscreen() ?? false, isMaximized(window), window?.get_stable_sequence() ?? 0]);
            }),
            ListWindowsAsync: (_parameters, invocation) => this._admit(invocation, () =>
                new GLib.Variant('(a(ss))', [this._operations.windows()
                    .map(window => [window.get_wm_class() ?? '', window.get_title() ?? ''])])),
            ChangeWindowAsync: ([change, number], invocation) => this._admit(invocation, () => {
                this._operations.change(change, number);
                return null;
            }),
            ShowHintAsync: (hint, invocation) => this._admit(invocation, caller => {
                this._hint ??= new Hint();
                this._hintCaller = caller;
                this._hint.show(...hint);
                return null;
            }),
            HideHintAsync: (_parameters, invocation) => this._admit(invocation, () => {
                this._hint?.hide();
                return null;
            }),
            DisableSwipesAsync: ([horizontal, vertical], invocation) => this._admit(invocation, caller => {
                this._swipesCaller = caller;
                this._swipes.disable(horizontal, vertical);
                return null;
            }),
        };
        for (const [name, act] of Object.entries(actions)) {
            methods[`${name}Async`] = (parameters, invocation) => this._admit(invocation, caller => {
                act(this._input(caller), ...parameters);
                return null;
            });
        }
        return methods;
    }

    _input(caller) {
        let input = this._inputs.get(caller);
        if (!input) {
            input = new Input(this._devices);
            this._inputs.set(caller, input);
        }
        return input;
    }

    async _admit(invocation, act) {
        const isAdmitted = await this._gate.admits(invocation.get_sender());
        // The extension may have been disabled meanwhile.
        if (!isAdmitted || !this._gate || Main.sessionMode.isLocked) {
            invocation.return_error_literal(Gio.DBusError, Gio.DBusError.ACCESS_DENIED, 'only sleight is admitted');
            return;
        }
        try {
            invocation.return_value(act(invocation.get_sender()));
        } catch (error) {
            invocation.return_error_literal(Gio.DBusError, Gio.DBusError.FAILED, error.message);
        }
    }

    _callerLeft(name) {
        this._watchers.delete(name);
        this._inputs.get(name)?.finish(() => this._inputs.delete(name));
        if (this._swipesCaller === name)
            this._swipes.enable();
        if (this._hintCaller === name)
            this._hint.hide();
    }

    _focusChanged() {
        this._window?.disconnectObject(this);
        this._window = global.display.focus_window;
        this._window?.connectObject('notify::title', () => this._report(), 'notify::fullscreen', () => this._report(),
            'notify::wm-class', () => this._report(), 'notify::maximized-horizontally', () => this._report(),
            'notify::maximized-vertically', () => this._report(), this);
        this._report();
    }

    // Application, title, fullscreen, layout, the centre of the monitor that shows the window, and whether touchpads are
    // switched off, and scroll against the fingers, and accelerate the pointer, maximized, and the outputs of touchscreens. In
    // the overview no window has the focus.
    _state() {
        const window = Main.overview.visible ? null : this._window;
        const monitor = Main.layoutManager.monitors[window?.get_monitor() ?? global.display.get_current_monitor()];
        const centre = monitor ? [monitor.x + monitor.width / 2, monitor.y + monitor.height / 2] : [0, 0];
        return [window?.get_wm_class() ?? '', window?.get_title() ?? '', window?.is_fullscreen() ?? false,
            this._layout(), ...centre.map(Math.floor), this._touchpads.areOff(), this._touchpads.areReversed(),
            this._touchpads.speed(), this._touchpads.isFlat(), isMaximized(window),
            // The first report comes from their constructor.
            this._touchscreens?.outputs ?? []];
    }

    // The index of the layout in the keymap, which has at most four; later input sources begin another keymap. The
    // manager's own current layout follows the signal only later since GNOME 50.
    _layout() {
        const source = this._sources.currentSource;
        return getKeyboardManager()._layoutInfos?.[source?.xkbId]?.groupIndex ?? source?.index ?? 0;
    }

    // Reports changes to the programs that called Watch, and to no others.
    _report() {
        const state = this._state();
        const text = JSON.stringify(state);
        if (this._reported === text)
            return;
        this._reported = text;
        for (const watcher of this._watchers)
            Gio.DBus.session.emit_signal(watcher, PATH, NAME, 'Changed', new GLib.Variant(STATE, state));
    }
}
