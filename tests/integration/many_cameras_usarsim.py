"""many_cameras_usarsim.py write SOURCE_DIR FOLDER: writes a world with an object that moves steadily from left to right, an ERS-7 with
a camera that is too large, and a table of classes that contains it.
many_cameras_usarsim.py watch SERVE_JSON PID: creates robots and clients of the image server, and observes both sides."""
import json
import math
import os
import re
import select
import socket
import struct
import sys
import time
import urllib.request

from plain_rosbridge import Client

PATIENCE = 30.0
ROBOTS = 4
#: Number of clients of the port that shows all robots.
WALL_CLIENTS = 3
WIDTH, HEIGHT, RATE = 800, 600, 30
#: Durations of the warm-up and of the measurement (s).
START, LOAD = 3.0, 12.0
#: Allowed growth of the server's memory; a leak of one picture per camera and second would exceed it.
MAX_GROWTH = 64 << 20
#: Requests that a client keeps in flight.
ASKED = 4


def write(source, folder):
    with open(f'{source}/models/ers7/model.sdf') as file:
        model = file.read()
    model, count = re.subn(r'<width>208</width><height>160</height>', f'<width>{WIDTH}</width><height>{HEIGHT}</height>', model)
    assert count == 1, count
    with open(f'{folder}/ers7_big/model.sdf', 'w') as file:
        file.write(model)
    with open(f'{source}/usarsim/classes.xml') as file:
        table = file.read()
    with open(f'{folder}/classes.xml', 'w') as file:
        file.write(table.replace('<class name="ERS" model="model://ers7"', f'<class name="ERS" model="{folder}/ers7_big/model.sdf"'))
    with open(f'{folder}/world.sdf', 'w') as file:
        file.write('''<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><world name="load">
  <light name="sun" type="directional"><diffuse>0.8 0.8 0.8 1</diffuse><direction>0.5 0.2 -0.9</direction></light>
  <model name="floor"><static>true</static><link name="l">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
    <visual name="v"><geometry><plane><normal>0 0 1</normal></plane></geometry>
      <material><diffuse>0.3 0.5 0.3 1</diffuse></material></visual></link></model>
  <model name="clock"><pose>3 0.9 0.25 0 0 0</pose>
    <surefoot:command joint="rail" axis="0" mode="velocity" value="0.06"/>
    <link name="hand"><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
      <visual name="v"><geometry><box><size>0.1 0.3 0.4</size></box></geometry>
        <material><ambient>0.9 0 0 1</ambient><diffuse>0.9 0 0 1</diffuse></material></visual></link>
    <joint name="rail" type="prismatic"><parent>world</parent><child>hand</child>
      <axis><xyz>0 -1 0</xyz><limit><lower>0</lower><upper>20</upper></limit></axis></joint></model>
</world></sdf>
''')


def hand_at(payload, x, y, width):
    """The column of the centre of the red hand, in a row at the horizon of the tile that begins at (x, y) of a frame; None if it is
    not visible."""
    row = payload[4 + 3 * ((y + HEIGHT // 2 - 60) * width + x):][:3 * WIDTH]
    columns = [i for i, (r, g) in enumerate(zip(row[0::3], row[1::3])) if r > 40 and r > 4 * g]
    return sum(columns) / len(columns) if columns else None


class Robot:
    """A robot's control connection, which is read continuously."""

    def __init__(self, port, number):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=PATIENCE)
        self.buffer = b''
        self.port = None
        self.answer = None
        # Side by side, so that no camera shows another robot and all show the hand.
        y = 0.4 * (number - (ROBOTS - 1) / 2)
        self.send(f'INIT {{ClassName USARBot.ERS7}} {{Name dog{number}}} {{Location 0,{y},0}}\r\nGETCONF {{Type Camera}}')

    def send(self, line):
        self.socket.sendall(line.encode() + b'\r\n')

    def take(self):
        data = self.socket.recv(65536)
        assert data, 'the server closed a control connection'
        *lines, self.buffer = (self.buffer + data).split(b'\r\n')
        for line in lines:
            assert b'Error' not in line, line
            if line.startswith(b'CONF {Type Camera}'):
                self.answer = time.monotonic()
                self.port = int(re.search(rb'\{ImagePort (\d+)\}', line)[1])


class Viewer:
    """A client of the image server that requests the next frame as soon as possible."""

    def __init__(self, port, tiles):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=PATIENCE)
        columns = 1
        while columns * columns < tiles:
            columns += 1
        self.width, self.height = WIDTH * columns, HEIGHT * -(-tiles // columns)
        self.places = [(i % columns * WIDTH, i // columns * HEIGHT) for i in range(tiles)]
        self.buffer = bytearray()
        self.frames = 0
        self.hands = [None] * tiles
        self.older_hands = [None] * tiles
        self.socket.sendall(b'OK' * ASKED)

    def take(self):
        data = self.socket.recv(1 << 20)
        assert data, 'the server closed an image connection'
        self.buffer += data
        while len(self.buffer) >= 5:
            kind, size = struct.unpack('>BI', self.buffer[:5])
            # Before its first picture a camera has the size of its description.
            assert kind == 0 and size == 4 + 3 * self.width * self.height, (kind, size)
            if len(self.buffer) < 5 + size:
                return
            self.check(bytes(self.buffer[5:5 + size]))
            del self.buffer[:5 + size]
            self.socket.sendall(b'OK')

    def check(self, payload):
        assert struct.unpack('>HH', payload[:4]) == (self.width, self.height)
        self.frames += 1
        hands = [hand_at(payload, x, y, self.width) for x, y in self.places]
        if None not in self.hands:
            # The hand moves to the right: 0.06 m/s at 3 m are 15 pixels per second, and pictures are at least 1/30 s apart, so it
            # crosses a pixel within two pictures but not in each. With several cameras, one may have no new picture in a frame.
            assert None not in hands, (self.frames, self.hands, hands)
            assert all(now >= old for now, old in zip(hands, self.hands)), (self.frames, self.hands, hands)
            if None not in self.older_hands:
                steps = [now - old for now, old in zip(hands, self.older_hands)]
                assert max(steps) > 0.2, (self.frames, self.older_hands, self.hands, hands)
        self.older_hands, self.hands = self.hands, hands


def metrics(port):
    with urllib.request.urlopen(f'http://127.0.0.1:{port}/metrics', timeout=PATIENCE) as answer:
        lines = answer.read().decode().splitlines()
    return {line.split(' ')[0]: float(line.split(' ')[1]) for line in lines if line and line[0] != '#'}


def memory(pid):
    with open(f'/proc/{pid}/status') as file:
        return int(re.search(r'VmRSS:\s+(\d+) kB', file.read())[1]) << 10


def gather(sources, done):
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, [(s.frames, s.hands) for s in sources if isinstance(s, Viewer)]
        ready = select.select([source.socket for source in sources], [], [], 0.1)[0]
        for source in sources:
            if source.socket in ready:
                source.take()


def watch(found, pid):
    robots = [Robot(found['usarsim'], number) for number in range(ROBOTS)]
    gather(robots, lambda: all(robot.port for robot in robots))
    assert len({robot.port for robot in robots}) == ROBOTS
    viewers = [Viewer(robot.port, 1) for robot in robots] + [Viewer(found['usarsim-image'], ROBOTS) for _ in range(WALL_CLIENTS)]
    deaf = socket.create_connection(('127.0.0.1', found['usarsim-image']), timeout=PATIENCE)
    deaf.sendall(b'OK' * 1000)
    sources = robots + viewers
    control = Client(found['http'])
    begin = time.monotonic()
    gather(sources, lambda: time.monotonic() > begin + START and all(None not in viewer.hands for viewer in viewers))
    first, first_memory, first_metrics = {v: v.frames for v in viewers}, memory(pid), metrics(found['http'])
    descriptors = len(os.listdir(f'/proc/{pid}/fd'))
    start, start_time = time.monotonic(), control.call('/surefoot/status')['time']
    asked = time.monotonic()
    robots[0].answer = None
    robots[0].send('GETCONF {Type Camera}')
    gather(sources, lambda: time.monotonic() > start + LOAD)
    now = metrics(found['http'])
    factor = (control.call('/surefoot/status')['time'] - start_time) / (time.monotonic() - start)
    frames = [v.frames - first[v] for v in viewers]
    growth = memory(pid) - first_memory
    change = {name: now[name] - first_metrics[name] for name in ('surefoot_pictures', 'surefoot_pictures_dropped',
                                                               'surefoot_usarsim_frames_total')}
    print(f'{factor:.3f} times real time, frames {frames}, {change}, {growth / 2**20:.1f} MiB more, '
          f'an answer after {robots[0].answer - asked if robots[0].answer else math.inf:.3f} s')
    assert factor > 0.8, factor
    due = ROBOTS * RATE * LOAD
    assert change['surefoot_pictures_dropped'] > 0.5 * due, (change, due)
    assert 0.7 * due < change['surefoot_pictures'] + change['surefoot_pictures_dropped'] < 1.3 * due, (change, due)
    assert all(count >= 2 for count in frames), frames
    # Frames in transit at the time of the query may be counted or not.
    assert abs(change['surefoot_usarsim_frames_total'] - sum(frames)) <= 2 * len(viewers) + 1, (change, frames)
    assert growth < MAX_GROWTH, growth
    assert len(os.listdir(f'/proc/{pid}/fd')) <= descriptors + 2
    assert robots[0].answer and robots[0].answer - asked < 2.0, 'the control port waits for pictures'


def main():
    if sys.argv[1] == 'write':
        return write(sys.argv[2], sys.argv[3])
    with open(sys.argv[2]) as file:
        addresses = [entry['address'] for entry in json.load(file)['addresses']]
    return watch({a.split('://')[0]: int(a.rsplit(':', 1)[1].strip('/')) for a in addresses}, sys.argv[3])


main()
