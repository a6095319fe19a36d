"""football_game.py SERVE_JSON PROGRAM: starts the program eight times, four for each protocol, lets the referee kick off, and
watches the game until everybody has moved and somebody has come nearer to the ball."""
import math
import select
import sys
import time

from ball_seekers import ports, start, where
from plain_rosbridge import Client

PATIENCE = 50.0
#: Simulated seconds that the game goes on at least.
LEAST = 3.0
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
    """Cosine of its tilt."""
    q = server.call('/get_entity_state', entity=name)['state']['pose']['orientation']
    return 1 - 2 * (q['x'] ** 2 + q['y'] ** 2)


class Watcher:
    """How far robots are from the ball, and how much they have moved."""

    def __init__(self, server, robots):
        self.server, self.robots = server, robots
        self.ball = where(server, 'ball')
        self.first = {name: where(server, name) for name in robots}
        self.nearer = dict.fromkeys(robots, 0.0)
        self.moved = dict.fromkeys(robots, False)

    def look(self):
        for name in self.robots:
            x, y, yaw = where(self.server, name)
            x0, y0, yaw0 = self.first[name]
            turned = abs(math.remainder(yaw - yaw0, 2 * math.pi))
            self.moved[name] |= math.hypot(x - x0, y - y0) > 0.05 or turned > 0.2
            way = math.hypot(self.ball[0] - x0, self.ball[1] - y0) - math.hypot(self.ball[0] - x, self.ball[1] - y)
            self.nearer[name] = max(self.nearer[name], way)

    def has_seen_all(self):
        return all(self.moved.values()) and max(self.nearer.values()) > 0.1


def told(listener):
    """What came on /game/state since the last time."""
    while select.select([listener.socket], [], [], 0)[0]:
        listener.read()
    return [message['msg'] for message in listener.messages() if message.get('topic') == '/game/state']


def play(server, listener, robots):
    listener.send(op='subscribe', topic='/game/state', type='surefoot_msgs/GameState')
    for line in ('kickoff red', 'set', 'play'):
        order(server, line)
    watcher = Watcher(server, robots)
    begin = server.call('/surefoot/status')['time']
    states = []
    end = time.monotonic() + PATIENCE
    while True:
        watcher.look()
        states += told(listener)
        played = server.call('/surefoot/status')['time'] - begin
        if watcher.has_seen_all() and played > LEAST:
            break
        assert time.monotonic() < end, (played, watcher.moved, watcher.nearer)
    best = max(watcher.nearer, key=watcher.nearer.get)
    print(f'{played:.1f} s were played; {best} came {watcher.nearer[best]:.2f} m nearer to the ball')
    assert states and all(s['decided_by'] == 'referee' for s in states), states[-1:]
    assert states[-1]['state'] == 'playing', states[-1]
    for name in robots:
        assert up(server, name) > 0.8, f'{name} has fallen'


def main():
    found = ports(sys.argv[1])
    program = sys.argv[2]
    web, control, images = found['http'], found['usarsim'], found['usarsim-image']
    server = Client(web)
    seekers = {}
    try:
        for i, (name, (x, y)) in enumerate(PLACES.items()):
            seekers[name] = start(program, f'usarsim://127.0.0.1:{control}/ERS7?image_port={images}&name={name}'
                                           f'&x={x}&y={y}&yaw=3.1416&from=127.0.0.{i + 2}')
        for i in range(1, 5):
            seekers[f'red_{i}'] = start(program, f'rosbridge://127.0.0.1:{web}/red_{i}')
        wait_until('the guests came', lambda: set(PLACES) <= set(names(server)))
        play(server, Client(web), list(seekers))
        assert all(seeker.poll() is None for seeker in seekers.values()), 'a controller ended'
    finally:
        for seeker in seekers.values():
            seeker.kill()
            seeker.wait()


if __name__ == '__main__':
    main()
