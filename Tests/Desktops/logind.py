#!/usr/bin/env python3
"""A stand-in for logind and GDM on the private system bus: one active session of the caller's user.

GNOME's shell can lock only when both exist before it starts:
    desktop SUITE gnome --first 'Tests/Desktops/logind.py & gdbus wait --system org.freedesktop.login1' -- ...
Then `gdbus call --system -d org.freedesktop.login1 -o /org/freedesktop/login1/session/_31 -m
org.freedesktop.login1.Session.Lock` locks it, and what the shell says about itself (SetLockedHint) becomes the property
LockedHint. `Manager.Suspend` tells that the machine is about to sleep, and two seconds later that it is awake.
"""
import os
from gi.repository import Gio, GLib

XML = """<node>
<interface name="org.freedesktop.login1.Manager">
  <method name="GetSession"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
  <method name="GetUser"><arg type="u" direction="in"/><arg type="o" direction="out"/></method>
  <method name="GetSessionByPID"><arg type="u" direction="in"/><arg type="o" direction="out"/></method>
  <method name="ListSessions"><arg type="a(susso)" direction="out"/></method>
  <method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="h" direction="out"/></method>
  <method name="Suspend"><arg type="b" direction="in"/></method>
  <property name="PreparingForSleep" type="b" access="read"/>
  <signal name="PrepareForSleep"><arg type="b"/></signal>
</interface>
<interface name="org.freedesktop.login1.User">
  <property name="Display" type="(so)" access="read"/>
  <property name="Sessions" type="a(so)" access="read"/>
</interface>
<interface name="org.freedesktop.login1.Session">
  <method name="Lock"/><method name="Unlock"/>
  <method name="SetLockedHint"><arg type="b" direction="in"/></method>
  <signal name="Lock"/><signal name="Unlock"/>
  <property name="Active" type="b" access="read"/>
  <property name="LockedHint" type="b" access="read"/>
  <property name="Class" type="s" access="read"/>
  <property name="Id" type="s" access="read"/>
  <property name="Type" type="s" access="read"/>
  <property name="Seat" type="(so)" access="read"/>
  <property name="State" type="s" access="read"/>
</interface>
<interface name="org.gnome.DisplayManager.Manager"><property name="Version" type="s" access="read"/></interface>
</node>"""
MANAGER = '/org/freedesktop/login1'
USER = f'{MANAGER}/user/self'
SESSION = f'{MANAGER}/session/_31'
locked = False


def called(bus, _sender, path, interface, method, args, invocation):
    global locked
    if method == 'Inhibit':
        descriptors = Gio.UnixFDList.new_from_array([os.open('/dev/null', os.O_RDONLY)])
        invocation.return_value_with_unix_fd_list(GLib.Variant('(h)', (0,)), descriptors)
        return
    def sleep(begins):
        bus.emit_signal(None, MANAGER, interface, 'PrepareForSleep', GLib.Variant('(b)', (begins,)))

    if method == 'Suspend':
        sleep(True)
        GLib.timeout_add_seconds(2, sleep, False)
    elif method in ('Lock', 'Unlock'):
        bus.emit_signal(None, path, interface, method, None)
    elif method == 'SetLockedHint':
        locked, = args.unpack()
        bus.emit_signal(None, path, 'org.freedesktop.DBus.Properties', 'PropertiesChanged',
                        GLib.Variant('(sa{sv}as)', ('org.freedesktop.login1.Session',
                                                    {'LockedHint': GLib.Variant('b', locked)}, [])))
    replies = {'GetSession': ('(o)', (SESSION,)), 'GetSessionByPID': ('(o)', (SESSION,)),
               'GetUser': ('(o)', (USER,)), 'ListSessions': ('(a(susso))', ([('1', os.getuid(), 'user', '', SESSION)],))}
    invocation.return_value(GLib.Variant(*replies[method]) if method in replies else None)


def read(_bus, _sender, _path, _interface, name):
    return {
        'PreparingForSleep': GLib.Variant('b', False), 'Display': GLib.Variant('(so)', ('1', SESSION)),
        'Sessions': GLib.Variant('a(so)', [('1', SESSION)]), 'Active': GLib.Variant('b', True),
        'LockedHint': GLib.Variant('b', locked), 'Class': GLib.Variant('s', 'user'), 'Id': GLib.Variant('s', '1'),
        'Type': GLib.Variant('s', 'wayland'), 'Version': GLib.Variant('s', '43.0'),
        'Seat': GLib.Variant('(so)', ('seat0', '/seat')), 'State': GLib.Variant('s', 'active'),
    }[name]


os.makedirs('/run/systemd/seats', exist_ok=True)
bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
manager, user, session, gdm = Gio.DBusNodeInfo.new_for_xml(XML).interfaces
for place, info in ((MANAGER, manager), (USER, user), (SESSION, session),
                    ('/org/gnome/DisplayManager/Manager', gdm)):
    bus.register_object(place, info, called, read, None)
Gio.bus_own_name_on_connection(bus, 'org.gnome.DisplayManager', 0, None, None)
Gio.bus_own_name_on_connection(bus, 'org.freedesktop.login1', 0, None, None)
GLib.MainLoop().run()
