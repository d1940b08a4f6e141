#!/usr/bin/env python3
"""kwin-picture.py: writes a picture of KWin's outputs to standard output, in the binary PPM format. KWin takes it only if
it draws with OpenGL, and for every program if KWIN_SCREENSHOT_NO_PERMISSION_CHECKS is set where it starts.
"""
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

reader, writer = os.pipe()
descriptors = Gio.UnixFDList.new()
arguments = GLib.Variant("(a{sv}h)", ({}, descriptors.append(writer)))
os.close(writer)
answer, _ = Gio.bus_get_sync(Gio.BusType.SESSION).call_with_unix_fd_list_sync(
    "org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2", "CaptureWorkspace", arguments, None,
    Gio.DBusCallFlags.NONE, -1, descriptors, None)
descriptors = None
about = answer.unpack()[0]
with os.fdopen(reader, "rb") as pipe:
    pixels = pipe.read()
width, height, stride = about["width"], about["height"], about["stride"]
kept = bytearray(width * height * 3)
# QImage's formats of 32 bits: blue, green, red and alpha, or from 16 on red, green and blue first.
order = (0, 1, 2) if about["format"] >= 16 else (2, 1, 0)
data = b"".join(pixels[row * stride:row * stride + width * 4] for row in range(height))
for channel in range(3):
    kept[channel::3] = data[order[channel]::4]
sys.stdout.buffer.write(b"P6\n%d %d\n255\n" % (width, height) + kept)
