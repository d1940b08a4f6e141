#!/usr/bin/env python3
"""ppm.py PICTURE OUTPUT: writes a picture in the binary PPM format."""
import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

picture = GdkPixbuf.Pixbuf.new_from_file(sys.argv[1])
width, height, channels = picture.get_width(), picture.get_height(), picture.get_n_channels()
pixels = picture.get_pixels()
with open(sys.argv[2], "wb") as output:
    output.write(b"P6\n%d %d\n255\n" % (width, height))
    for row in range(height):
        start = row * picture.get_rowstride()
        line = pixels[start:start + width * channels]
        output.write(b"".join(line[index:index + 3] for index in range(0, len(line), channels)))
