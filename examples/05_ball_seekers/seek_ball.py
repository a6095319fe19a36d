#!/usr/bin/env python3
"""Leads a walking robot to the orange ball, by nothing but what its camera shows: turns until it sees the ball, walks towards
it, and stops when the ball is right before its feet.

Usage: seek_ball.py ADDRESS [SECONDS], where ADDRESS is rosbridge://HOST:PORT/ROBOT or usarsim://HOST:PORT/CLASS?...
(surefoot/robot_link.py). Ends with status 0 at the ball, with 1 when it is not found within SECONDS (60).
"""

import sys
import time

from surefoot.robot_link import connect

#: Of every so many pixels and rows one is looked at.
STRIDE = 2
TURN, WALK = 0.8, 0.2


def find_ball(picture):
    """Where the orange pixels are, from -1 (left, top) to 1, and how many of those that were looked at; or None."""
    count = x_sum = y_sum = 0
    row_bytes = 3 * picture.width
    for y in range(0, picture.height, STRIDE):
        row = picture.rgb[y * row_bytes:(y + 1) * row_bytes]
        red, green, blue = row[0::3 * STRIDE], row[1::3 * STRIDE], row[2::3 * STRIDE]
        for x, (r, g, b) in enumerate(zip(red, green, blue)):
            # Yellow has more green, skin and carpet have more blue.
            if r > 90 and 5 * r > 8 * g and g > b and r > 3 * b:
                count += 1
                x_sum += x
                y_sum += y
    if count < 4:
        return None
    return (2 * STRIDE * x_sum / count / picture.width - 1, 2 * y_sum / count / picture.height - 1, count)


def seek(robot, seconds):
    """Whether it came to the ball, and after how many pictures."""
    pictures, side = 0, 1.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ball = find_ball(robot.picture())
        pictures += 1
        if ball is None:
            robot.walk(0.0, TURN * side)
            continue
        x, y, _ = ball
        side = -1.0 if x > 0 else 1.0
        if y > 0.75 and abs(x) < 0.5:
            for _ in range(3):
                robot.walk(0.0, 0.0)
                robot.picture()
            return True, pictures
        robot.walk(WALK if abs(x) < 0.4 else 0.0, -1.2 * x)
    return False, pictures


def main():
    address = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    with connect(address) as robot:
        found, pictures = seek(robot, seconds)
        print(f"{'at the ball' if found else 'no ball'} after {pictures} pictures", flush=True)
        if found:
            # A robot of USARSim is gone with its link; whoever waits for it says so by closing the input.
            sys.stdin.read()
    sys.exit(0 if found else 1)


if __name__ == "__main__":
    main()
