"""football_game.py SERVE_JSON PROGRAM: starts the program eight times, four for each protocol, and orders a kick-off for each team.
Each time it watches until a robot has played the ball. At the end every robot must have moved, and robots of both protocols must
have kicked. The second time only the team with the kick-off plays."""
import math
import os
import select
import sys
import time

from ball_seekers import ports, start, where
from plain_rosbridge import Client

PATIENCE = 50.0
#: The ball was played if it moved this far (m) while a robot was within this distance of it (m).
PLAYED, TOUCH = 0.1, 0.35
PLACES = {'blue_1': (2.5, 0.0), 'blue_2': (1.6, 0.8), 'blue_3': (1.6, -0.8), 'blue_4': (1.1, 0.1)}


def names(server):
    return server.call('/surefoot/list_names', kind='model')['names']


def wait_until(what, true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def order(server, line):
    answer = server.call('/surefoot/events/fire', name='', subject=line, action='referee')
    assert answer['success'], answer


def up(server, name):
    """Cosine of the robot's tilt."""
    q = server.call('/get_entity_state', entity=name)['state']['pose']['orientation']
    return 1 - 2 * (q['x'] ** 2 + q['y'] ** 2)


class Watcher:
    """Motion of the robots since a kick-off, and the robot that played the ball."""

    def __init__(self, server, robots):
        self.server, self.robots = server, robots
        self.ball = where(server, 'ball')
        self.first = {name: where(server, name) for name in robots}
        self.moved = dict.fromkeys(robots, False)
        #: Smallest distance of each robot to the ball so far. The ball may roll on between two samples.
        self.near = dict.fromkeys(robots, math.inf)
        #: The robot that was closest to the ball when the ball moved, and its smallest distance.
        self.player = None

    def look(self):
        ball = where(self.server, 'ball')
        for name in self.robots:
            x, y, yaw = where(self.server, name)
            x0, y0, yaw0 = self.first[name]
            turned = abs(math.remainder(yaw - yaw0, 2 * math.pi))
            self.moved[name] |= math.hypot(x - x0, y - y0) > 0.05 or turned > 0.2
            self.near[name] = min(self.near[name], math.hypot(ball[0] - x, ball[1] - y))
        if not self.player and math.dist(ball[:2], self.ball[:2]) > PLAYED:
            name = min(self.near, key=self.near.get)
            self.player = name, self.near[name]


class Kicks:
    """The robots whose controllers have reported a kick."""

    def __init__(self, seekers):
        self.seekers = seekers
        self.robots = set()
        for seeker in seekers.values():
            os.set_blocking(seeker.stdout.fileno(), False)

    def by(self, team):
        for name, seeker in self.seekers.items():
            try:
                if b'kick' in os.read(seeker.stdout.fileno(), 4096):
                    self.robots.add(name)
            except BlockingIOError:
                continue
        return any(name.startswith(team) for name in self.robots)


def new_states(listener):
    """Messages on /game/state since the last call."""
    while select.select([listener.socket], [], [], 0)[0]:
        listener.read()
    return [message['msg'] for message in listener.messages() if message.get('topic') == '/game/state']


def end(seeker):
    seeker.kill()
    seeker.wait()


def angle(listener, robot, joint):
    """The joint's angle as the robot measures it."""
    topic = f'/{robot}/joint_states'
    listener.send(op='subscribe', topic=topic, type='sensor_msgs/JointState')
    found = None
    while found is None:
        listener.read()
        for message in listener.messages():
            if message.get('topic') == topic:
                found = message['msg']['position'][message['msg']['name'].index(joint)]
    listener.send(op='unsubscribe', topic=topic)
    return found


def play(server, listener, team, robots, done):
    """Orders a kick-off for the team; returns the watcher when the ball was played and the kick has ended."""
    for line in (f'kickoff {team}', 'place', 'set', 'play'):
        order(server, line)
    watcher = Watcher(server, robots)
    begin = server.call('/surefoot/status')['time']
    states = []
    too_late = time.monotonic() + PATIENCE
    while not (watcher.player and done(watcher)):
        watcher.look()
        states += new_states(listener)
        assert time.monotonic() < too_late, (watcher.player, watcher.moved)
    played = server.call('/surefoot/status')['time'] - begin
    name, distance = watcher.player
    print(f'kick-off of {team}: {played:.1f} s, {name} played the ball, {distance:.2f} m from it')
    assert distance < TOUCH, watcher.player
    assert states and all(s['decided_by'] == 'referee' for s in states), states[-1:]
    assert any(s['state'] == 'playing' for s in states), states[-1]


def main():
    found = ports(sys.argv[1])
    program = sys.argv[2]
    web, control = found['http'], found['usarsim']
    server, listener = Client(web), Client(web)
    seekers = {}
    try:
        for name, (x, y) in PLACES.items():
            seekers[name] = start(program, f'usarsim://127.0.0.1:{control}/ERS7?name={name}&skin=blue&x={x}&y={y}&yaw=3.1416', '--kick')
        for i in range(1, 5):
            seekers[f'red_{i}'] = start(program, f'rosbridge://127.0.0.1:{web}/red_{i}', '--kick')
        wait_until('the guests came', lambda: set(PLACES) <= set(names(server)))
        listener.send(op='subscribe', topic='/game/state', type='surefoot_msgs/GameState')
        kicks = Kicks(seekers)
        play(server, listener, 'red', list(seekers), lambda watcher: all(watcher.moved.values()) and kicks.by('red'))
        assert all(seeker.poll() is None for seeker in seekers.values()), 'a controller ended'
        for name in ('red_1', 'blue_1'):
            # The angle is 0.2618 before the controllers lower the heads.
            assert abs(angle(listener, name, 'HeadNod') + 0.035) < 0.05, name
        # Robots of the team that kicks off now may be busy with a motion; the other team stays away.
        for name in [name for name in seekers if name.startswith('red')]:
            end(seekers.pop(name))
        play(server, listener, 'blue', list(seekers), lambda _: kicks.by('blue'))
        fallen = [name for name in seekers if up(server, name) < 0.8]
        print(f'{sorted(kicks.robots)} kicked; fallen: {fallen}')
        assert len(fallen) <= 2, fallen
        assert all(seeker.poll() is None for seeker in seekers.values()), 'a controller ended'
    finally:
        for seeker in seekers.values():
            end(seeker)


if __name__ == '__main__':
    main()
