#!/usr/bin/env python3
"""A stand-in for the portal of settings on the session bus: light programs, and a font.

It says "ready" once it is on the bus.
"""
from gi.repository import Gio, GLib

XML = """<node><interface name="org.freedesktop.portal.Settings">
  <method name="Read">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
  </method>
</interface></node>"""
VALUES = {
    ('org.freedesktop.appearance', 'color-scheme'): GLib.Variant('u', 2),
    ('org.gnome.desktop.interface', 'font-name'): GLib.Variant('s', 'DejaVu Serif 13'),
}


def called(_bus, _sender, _path, _interface, _method, arguments, invocation):
    value = VALUES.get(tuple(arguments.unpack()))
    if value:
        # In a variant of its own, as the portal's first version.
        invocation.return_value(GLib.Variant('(v)', (GLib.Variant('v', value),)))
    else:
        invocation.return_dbus_error('org.freedesktop.portal.Error.NotFound', 'no such setting')


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object('/org/freedesktop/portal/desktop', Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called)
Gio.bus_own_name_on_connection(
    bus, 'org.freedesktop.portal.Desktop', Gio.BusNameOwnerFlags.NONE, lambda *_: print('ready', flush=True), None)
GLib.MainLoop().run()
