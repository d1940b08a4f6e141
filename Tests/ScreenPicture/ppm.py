#!/usr/bin/env python3
"""ppm.py PICTURE: writes a picture in the PNG format to standard output, in the binary PPM format.
ppm.py -w PICTURE: the reverse, from standard input.
"""
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(content):
    start = len(SIGNATURE)
    while start < len(content):
        length, kind = struct.unpack(">I4s", content[start:start + 8])
        yield kind, content[start + 8:start + 8 + length]
        start += length + 12


def nearest(left, up, corner):
    """Paeth's predictor."""
    return min((left, up, corner), key=lambda value: abs(left + up - corner - value))


def unfiltered(line, kind, before, channels):
    line = bytearray(line)
    for index in range(len(line) if kind else 0):
        left, corner = (line[index - channels], before[index - channels]) if index >= channels else (0, 0)
        up = before[index]
        guess = (0, left, up, (left + up) // 2, nearest(left, up, corner))[kind]
        line[index] = line[index] + guess & 255
    return line


def read(content):
    """The width, the height, and the red, green and blue of each pixel."""
    data = b""
    for kind, part in chunks(content):
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlace = struct.unpack(">IIBBBBB", part)
        if kind == b"IDAT":
            data += part
    if depth != 8 or colours not in (2, 6) or interlace:
        sys.exit("ppm.py: no picture of eight bits in red, green and blue")
    channels = 3 if colours == 2 else 4
    size = width * channels + 1
    data = zlib.decompress(data)
    line, pixels = bytes(size - 1), bytearray()
    for row in range(height):
        start = row * size
        line = unfiltered(data[start + 1:start + size], data[start], line, channels)
        if channels == 4:
            kept = bytearray(width * 3)
            for channel in range(3):
                kept[channel::3] = line[channel::4]
            pixels += kept
        else:
            pixels += line
    return width, height, pixels


def written(ppm):
    _, size, _, pixels = ppm.split(b"\n", 3)
    width, height = map(int, size.split())
    lines = b"".join(b"\0" + pixels[row * width * 3:(row + 1) * width * 3] for row in range(height))
    content = SIGNATURE
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    for kind, part in (b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""):
        content += struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
    return content


if sys.argv[1] == "-w":
    with open(sys.argv[2], "wb") as output:
        output.write(written(sys.stdin.buffer.read()))
else:
    with open(sys.argv[1], "rb") as picture:
        width, height, pixels = read(picture.read())
    sys.stdout.buffer.write(b"P6\n%d %d\n255\n" % (width, height) + pixels)
