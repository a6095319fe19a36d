#!/usr/bin/env python3
"""Steers a walking robot to the orange ball by its camera only: turns until it sees the ball, walks towards it, and stops when the
ball is directly in front of its feet. With --kick it continues until the ball is in front of its left paw, kicks it, and follows
it again.

Usage: seek_ball.py ADDRESS [SECONDS] [--kick], where ADDRESS is rosbridge://HOST:PORT/ROBOT or usarsim://HOST:PORT/CLASS?...
(surefoot/robot_link.py). Ends with status 0 at the ball, with 1 if it is not found within SECONDS (60); with --kick after
SECONDS, with 0 when it has kicked. Distances and the kick are those of an ERS-7.
"""

import math
import sys
import time

from surefoot.robot_link import connect

#: Only every so many pixels and rows are examined.
STRIDE = 2
TURN, WALK, CREEP = 0.8, 0.2, 0.12
#: Tangents of half the camera's fields of view, horizontal and vertical.
HALF_WIDTH, HALF_HEIGHT = 0.542, 0.417
#: Pose of the head for looking down: pitch (rad), height above the ball and distance ahead of the body (m). It sees the ball from 0.3 m on.
LOOK_DOWN = {"HeadNod": -0.035}
PITCH, HEIGHT, AHEAD = 0.384, 0.165, 0.145
#: Position of the ball for a kick with the left paw, ahead and to the left, and lateral tolerance (m).
KICK_AHEAD, KICK_LEFT, AIM = 0.165, 0.065, 0.02
#: Distance below which the ball is not visible, so that the rest is walked without seeing it; and distance after a stop command (m).
SEEN_FROM, STOPPING = 0.34, 0.04
#: Duration of a kick (simulated seconds).
KICK_TIME = 3.3


def find_ball(picture):
    """Position of the orange pixels, from -1 (left, top) to 1, and their share of the examined pixels; or None."""
    count = x_sum = y_sum = 0
    row_bytes = 3 * picture.width
    for y in range(0, picture.height, STRIDE):
        row = picture.rgb[y * row_bytes:(y + 1) * row_bytes]
        red, green, blue = row[0::3 * STRIDE], row[1::3 * STRIDE], row[2::3 * STRIDE]
        for x, (r, g, b) in enumerate(zip(red, green, blue)):
            # Yellow has more green; skin colour and carpet have more blue.
            if r > 90 and 5 * r > 8 * g and g > b and r > 3 * b:
                count += 1
                x_sum += x
                y_sum += y
    if count < 4:
        return None
    return (2 * STRIDE * x_sum / count / picture.width - 1, 2 * y_sum / count / picture.height - 1, count)


def seek(robot, seconds):
    """Whether it reached the ball, and the number of pictures."""
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


def place_of(ball):
    """Position of the ball ahead of the body and to its left (m), when the robot looks down."""
    x, y, _ = ball
    down = PITCH + math.atan(y * HALF_HEIGHT)
    distance = HEIGHT / math.tan(max(down, 0.02))
    across = math.atan(-x * HALF_WIDTH / math.cos(PITCH))
    return AHEAD + distance * math.cos(across), distance * math.sin(across)


def walk_until(robot, end, speed):
    """Walks straight until this simulated time; returns the time reached."""
    now = -math.inf
    while now < end:
        robot.walk(speed, 0.0)
        now = robot.picture().time
    return now


def kick(robot, way, now):
    """Walks the remaining distance, measured at this time, kicks, and walks back until it may see the ball."""
    now = walk_until(robot, now + max(0.0, way - STOPPING) / CREEP, CREEP)
    now = walk_until(robot, now + 0.5, 0.0)
    robot.motion("kick")
    print("kick", flush=True)
    end = now + KICK_TIME
    while now < end:
        now = robot.picture().time
    walk_until(robot, now + 1.0, -CREEP)


def play(robot, seconds):
    """Follows and kicks the ball; returns the number of kicks."""
    robot.joints(LOOK_DOWN)
    kicks, side = 0, 1.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        picture = robot.picture()
        ball = find_ball(picture)
        if ball is None:
            robot.walk(0.0, TURN * side)
            continue
        ahead, left = place_of(ball)
        side = math.copysign(1.0, left)
        if ahead < SEEN_FROM and abs(left - KICK_LEFT) < AIM:
            kick(robot, ahead - KICK_AHEAD, picture.time)
            kicks += 1
            continue
        # So that the ball is in front of the left paw, not of the nose.
        off = math.atan2(left, ahead) - math.asin(min(1.0, KICK_LEFT / math.hypot(ahead, left)))
        speed = WALK if ahead > 2 * SEEN_FROM else CREEP if ahead > SEEN_FROM else 0.0
        robot.walk(speed if abs(off) < 0.4 else 0.0, 2.0 * off)
    return kicks


def main():
    arguments = [a for a in sys.argv[1:] if a != "--kick"]
    seconds = float(arguments[1]) if len(arguments) > 1 else 60.0
    with connect(arguments[0]) as robot:
        if "--kick" in sys.argv:
            sys.exit(0 if play(robot, seconds) > 0 else 1)
        found, pictures = seek(robot, seconds)
        print(f"{'at the ball' if found else 'no ball'} after {pictures} pictures", flush=True)
        if found:
            # A robot of USARSim is removed when its link closes; the parent process closes the input when it may be.
            sys.stdin.read()
    sys.exit(0 if found else 1)


if __name__ == "__main__":
    main()
