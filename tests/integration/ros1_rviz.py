"""Waits until the screen shows the Husky: ros1_rviz.py SCREEN PID

SCREEN is the file in which Xvfb keeps its picture (X Window Dump), PID the process of RViz.
"""

import os
import struct
import sys
import time

# The part of the window that is not frame, menu or status; white where there is no model.
LEFT, RIGHT, TOP, BOTTOM = 20, 620, 70, 440


def pixels(path):
    with open(path, "rb") as file:
        data = file.read()
    header = struct.unpack(">25I", data[:100])
    size, bits, line, colors = header[0], header[11], header[12], header[19]
    assert bits == 32, bits
    start = size + 12 * colors
    for y in range(TOP, BOTTOM):
        row = data[start + y * line + 4 * LEFT : start + y * line + 4 * RIGHT]
        yield from zip(row[2::4], row[1::4], row[0::4])


def main():
    path, process = sys.argv[1], int(sys.argv[2])
    end = time.monotonic() + 150
    yellow = black = white = 0
    while time.monotonic() < end:
        os.kill(process, 0)
        seen = list(pixels(path))
        yellow = sum(r > 90 and 0.5 * r < g < 0.9 * r and b < 0.3 * r for r, g, b in seen)
        black = sum(max(p) < 50 for p in seen)
        white = sum(min(p) == 255 for p in seen)
        # The deck, the tyres, and the ground around them.
        if yellow > 2000 and black > 4000 and white > len(seen) / 2:
            print(f"the model is shown: {yellow} yellow and {black} black pixels of {len(seen)}")
            return
        time.sleep(0.2)
    sys.exit(f"no model: {yellow} yellow, {black} black, {white} white pixels")


main()
