#!/usr/bin/env python3
"""A stand-in for KWin's input devices, of which KWin has none without a seat: a touchpad and a mouse on the session's bus.

The properties of the touchpad can be set: `enabled` to false switches it off, `naturalScroll` to false makes it scroll
against the fingers, `pointerAcceleration` is the speed of its pointer. Like KWin, it sends no signal when a property
changes, and writes kcminputrc.
"""
import os
from gi.repository import Gio, GLib

ROOT = '/org/kde/KWin/InputDevice'
MANAGER = 'org.kde.KWin.InputDeviceManager'
DEVICE = 'org.kde.KWin.InputDevice'
FLAGS = ('pointer', 'touchpad', 'enabled', 'disableEventsOnExternalMouse', 'naturalScroll',
         'pointerAccelerationProfileFlat')
XML = f"""<node>
<interface name="{MANAGER}">
  <property name="devicesSysNames" type="as" access="read"/>
  <signal name="deviceAdded"><arg type="s"/></signal><signal name="deviceRemoved"><arg type="s"/></signal>
</interface>
<interface name="{DEVICE}">
  <property name="name" type="s" access="read"/><property name="size" type="(dd)" access="read"/>
  <property name="pointerAcceleration" type="d" access="readwrite"/>
  {''.join(f'<property name="{flag}" type="b" access="readwrite"/>' for flag in FLAGS)}
</interface>
</node>"""
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
devices = {
    'event1': {'name': 'Virtual Touchpad', 'pointer': True, 'touchpad': True, 'enabled': True,
               'disableEventsOnExternalMouse': False, 'naturalScroll': True,
               'pointerAccelerationProfileFlat': False, 'pointerAcceleration': 0.0},
    'event2': {'name': 'Virtual Mouse', 'pointer': True, 'touchpad': False, 'enabled': True,
               'disableEventsOnExternalMouse': False, 'naturalScroll': True,
               'pointerAccelerationProfileFlat': False, 'pointerAcceleration': 0.0},
}


def read(_bus, _sender, path, _interface, name):
    if path == ROOT:
        return GLib.Variant('as', list(devices))
    if name == 'size':
        return GLib.Variant('(dd)', (100, 60))
    kind = {'name': 's', 'pointerAcceleration': 'd'}.get(name, 'b')
    return GLib.Variant(kind, devices[os.path.basename(path)][name])


def write(_bus, _sender, path, _interface, name, value):
    devices[os.path.basename(path)][name] = value.unpack()
    file = os.environ['XDG_CONFIG_HOME'] + '/kcminputrc'
    with open(file + '.new', 'w', encoding='utf-8') as new:
        new.write(f'[Libinput][1][1][Virtual Touchpad]\n{name}={value.unpack()}\n')
    os.rename(file + '.new', file)
    return True


manager, device = Gio.DBusNodeInfo.new_for_xml(XML).interfaces
bus.register_object(ROOT, manager, None, read, None)
for node in devices:
    bus.register_object(f'{ROOT}/{node}', device, None, read, write)
Gio.bus_own_name_on_connection(bus, 'org.kde.KWin', 0, None, None)
GLib.MainLoop().run()
