#!/usr/bin/env python3
"""A keyboard with several layouts, on a compositor without devices: a virtual keyboard with the keymap of
XKB_DEFAULT_LAYOUT, as a user's would have.

    XKB_DEFAULT_LAYOUT=us,de Tests/Desktops/keyboard.py

SIGUSR1 switches to the next layout. The number of the active layout, from 0, is printed in the beginning and after each
change, when the compositor has handled it.
"""
import array
import ctypes
import os
import select
import signal
import socket
import struct
import sys

xkb = ctypes.CDLL('libxkbcommon.so.0')
for name in ('xkb_context_new', 'xkb_keymap_new_from_names', 'xkb_keymap_get_as_string'):
    getattr(xkb, name).restype = ctypes.c_void_p
context = ctypes.c_void_p(xkb.xkb_context_new(0))
keymap = ctypes.c_void_p(xkb.xkb_keymap_new_from_names(context, None, 0))
text = ctypes.string_at(xkb.xkb_keymap_get_as_string(keymap, 1)) + b'\0'

path = os.path.join(os.environ['XDG_RUNTIME_DIR'], os.environ['WAYLAND_DISPLAY'])
wayland = socket.socket(socket.AF_UNIX)
wayland.connect(path)
received = b''
last = 1


def send(target, request, payload=b'', descriptor=None):
    header = struct.pack('=II', target, (8 + len(payload)) << 16 | request)
    rights = [] if descriptor is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [descriptor]))]
    wayland.sendmsg([header + payload], rights)


def new():
    global last
    last += 1
    return last


def string(value):
    data = value.encode() + b'\0'
    return struct.pack('=I', len(data)) + data + bytes(-len(data) % 4)


def read():
    """Receives; returns the events that are complete: the object, the event's number, and its arguments."""
    global received
    data, _, _, _ = socket.recv_fds(wayland, 65536, 8)
    if not data:
        sys.exit('the compositor has gone')
    received += data
    events = []
    while len(received) >= 8 and len(received) >= (size := struct.unpack_from('=I', received, 4)[0] >> 16):
        target, word = struct.unpack_from('=II', received)
        events.append((target, word & 0xffff, received[8:size]))
        received = received[size:]
        if target == 1 and word & 0xffff == 0:
            sys.exit(f'the compositor refuses a request: {events[-1][2]}')
    return events


def sync():
    callback = new()
    send(1, 0, struct.pack('=I', callback))
    events = []
    while not any(target == callback for target, _, _ in events):
        events += read()
    return events


registry = new()
send(1, 1, struct.pack('=I', registry))
names = {}
for target, event, data in sync():
    if target == registry and event == 0:
        name, length = struct.unpack_from('=II', data)
        names[data[8:7 + length].decode()] = name


def bind(interface):
    number = new()
    send(registry, 0, struct.pack('=I', names[interface]) + string(interface) + struct.pack('=II', 1, number))
    return number


seat, manager, keyboard = bind('wl_seat'), bind('zwp_virtual_keyboard_manager_v1'), new()
send(manager, 0, struct.pack('=II', seat, keyboard))
file = os.memfd_create('keymap')
os.write(file, text)
send(keyboard, 0, struct.pack('=II', 1, len(text)), file)
SHIFT = 42
layouts = xkb.xkb_keymap_num_layouts(keymap)


def switch(layout):
    """Makes a layout active; wlroots uses the keyboard that pressed a key last."""
    for is_pressed in (1, 0):
        send(keyboard, 1, struct.pack('=III', 0, SHIFT, is_pressed))
        send(keyboard, 2, struct.pack('=IIII', is_pressed, 0, 0, layout))
    sync()
    print(layout, flush=True)


requests, wakeup = os.pipe()
os.set_blocking(wakeup, False)
signal.set_wakeup_fd(wakeup)
signal.signal(signal.SIGUSR1, lambda *_: None)
active = 0
switch(active)
while True:
    ready, _, _ = select.select([wayland, requests], [], [])
    if wayland in ready:
        read()
    if requests in ready:
        for _ in os.read(requests, 4096):
            active = (active + 1) % layouts
            switch(active)
