"""gamecontroller.py PROGRAM FOLDER: a player, and then a game controller, implemented from the structs of the protocol only."""
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request

from plain_rosbridge import Client

PROGRAM, FOLDER = sys.argv[1:3]
PATIENCE = 30.0
# From the C structs of RoboCupGameControlData.h, which have no padding on little-endian machines.
HEAD = '<4s10Bhh'
TEAM = '<6BHH40B'
RETURN = '<4s4B3ff2f'
assert (struct.calcsize(HEAD), struct.calcsize(TEAM), struct.calcsize(RETURN)) == (18, 50, 32)

BOX = '''<model name="{name}"><pose>{x} {y} 0.1 0 0 0</pose><link name="l">
  <inertial><mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link></model>'''


def world():
    robots, teams = '', ''
    for team, number, side in (('red', 7, -1), ('blue', 9, 1)):
        players = ''
        for i in range(4):
            name = f'{team}_{i + 1}'
            robots += BOX.format(name=name, x=side * (0.5 + 0.6 * i), y=0.4 * i)
            players += f'<player model="{name}"/>'
        teams += f'<team name="{team}" number="{number}" color="{team}">{players}</team>'
    return f'''<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity>
  <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="ball"><pose>0 0 0.05 0 0 0</pose><link name="l">
    <inertial><mass>0.05</mass><inertia><ixx>5e-5</ixx><iyy>5e-5</iyy><izz>5e-5</izz></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>0.05</radius></sphere></geometry></collision></link></model>
  {robots}<surefoot:referee name="referee" rules="spl">{teams}</surefoot:referee></world></sdf>'''


class Server:
    def __init__(self, *arguments):
        path = os.path.join(FOLDER, 'game.sdf')
        with open(path, 'w') as file:
            file.write(world())
        self.process = subprocess.Popen([PROGRAM, 'serve', path, '--port', '0', '--without', 'usarsim', '--json',
                                         '--for', '120', *arguments], stdout=subprocess.PIPE, text=True)
        text = ''
        while True:
            line = self.process.stdout.readline()
            assert line, 'the server did not start: ' + text
            text += line
            try:
                answer = json.loads(text)
                break
            except ValueError:
                continue
        self.ports = {a['address'].split(':')[0] if a['gateway'] != 'web' else 'web':
                      int(re.search(r':(\d+)', a['address'].split('//')[1]).group(1)) for a in answer['addresses']}
        self.client = Client(self.ports['web'])

    def order(self, *orders):
        arguments = [word for order in orders for word in ('-c', 'referee ' + order)]
        subprocess.run([PROGRAM, 'console', '--port', str(self.ports['web']), *arguments], check=True,
                       stdout=subprocess.DEVNULL)

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.ports['web']}/metrics") as page:
            found = re.search(rf'^surefoot_gamecontroller_{name}_total (\d+)', page.read().decode(), re.M)
        return int(found.group(1))

    def position(self, entity):
        p = self.client.call('/get_entity_state', entity=entity)['state']['pose']['position']
        return p['x'], p['y'], p['z']

    def next_on(self, topic, wanted, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for message in self.client.messages():
                if message.get('topic') == topic and wanted(message['msg']):
                    return message['msg']
            self.client.read()
        raise AssertionError(f'nothing like that on {topic}')

    def end(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(30) == 0, 'it did not end in good order'


def parse(packet):
    assert len(packet) == 118, len(packet)
    head = struct.unpack_from(HEAD, packet)
    names = ('header', 'version', 'number', 'per_team', 'competition_phase', 'competition_type', 'phase', 'state',
             'set_play', 'first_half', 'kicking', 'remaining', 'secondary')
    data = dict(zip(names, head))
    data['teams'] = []
    for i in range(2):
        team = struct.unpack_from(TEAM, packet, 18 + 50 * i)
        data['teams'].append(dict(zip(('team', 'color', 'keeper_color', 'keeper', 'score', 'shot', 'shots', 'budget'),
                                      team)) | {'players': list(zip(team[8::2], team[9::2]))})
    return data


def make(state, penalties=(), kicking=7, scores=(0, 0), number=1, version=18, numbers=(7, 9), first_half=1,
         set_play=0, penalty=2):
    packet = struct.pack(HEAD, b'RGme', version, number, 4, 0, 0, 0, state, set_play, first_half, kicking, 500, 0)
    for i, team in enumerate(numbers):
        players = [14, 0] * 20
        for j in range(4):
            players[2 * j:2 * j + 2] = (penalty, 33) if (team, j + 1) in penalties else (0, 0)
        packet += struct.pack(TEAM, team, i, i, 1, scores[i], 0, 0, 1200, *players)
    return packet


def damaged(seed, good):
    """Invalid packets of many kinds."""
    dice = random.Random(seed)
    for _ in range(2000):
        packet = bytearray(good)
        for _ in range(dice.randrange(1, 20)):
            packet[dice.randrange(len(packet))] = dice.randrange(256)
        yield bytes(packet[:dice.randrange(len(packet) + 1)]) if dice.random() < 0.5 else bytes(packet)
    yield b''
    yield bytes(1500)
    yield good + b'\0'
    yield os.urandom(118)


def as_controller(version):
    player = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    player.bind(('127.0.0.1', 0))
    player.settimeout(PATIENCE)
    server = Server('--gamecontroller-role', 'controller', '--gamecontroller-data-port', str(player.getsockname()[1]),
                    '--gamecontroller-return-port', '0', *(() if version == 18 else ('--gamecontroller-version', str(version))))

    def wait_for(wanted):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            data = parse(player.recv(2000))
            if wanted(data):
                return data
        raise AssertionError('no such packet')

    first = wait_for(lambda d: True)
    start = time.monotonic()
    numbers = [first['number']] + [parse(player.recv(2000))['number'] for _ in range(4)]
    seconds = time.monotonic() - start
    assert numbers == [(numbers[0] + i) % 256 for i in range(5)], numbers
    assert seconds > 1.5, f'4 packets in {seconds} s: more than 2 a second'
    assert (first['header'], first['version'], first['per_team'], first['state'], first['first_half'],
            first['remaining']) == (b'RGme', version, 4, 0, 1, 600), first
    red, blue = first['teams']
    assert (red['team'], red['color'], red['keeper'], red['score'], red['budget']) == (7, 1, 1, 0, 1200), red
    assert (blue['team'], blue['color']) == (9, 0), blue
    assert red['players'] == [(0, 0)] * 4 + [(14, 0)] * 16, red

    server.order('standby', 'penalise blue_2 motion_in_standby')
    standby = wait_for(lambda d: d['teams'][1]['players'][1][0] != 0)
    reported = standby['state'], standby['teams'][1]['players'][1][0]
    assert reported == ((5, 11) if version == 18 else (0, 15)), standby
    server.order('kickoff blue')
    ready = wait_for(lambda d: d['state'] == 1)
    assert ready['kicking'] == 9 and 35 < ready['secondary'] <= 45, ready
    server.order('set', 'play', 'penalise red_2 pushing', 'goal red')
    after = wait_for(lambda d: d['teams'][0]['score'] == 1)
    assert after['state'] == 1 and after['kicking'] == 9, after
    penalty, left = after['teams'][0]['players'][1]
    assert penalty == 2 and 35 < left <= 45, after['teams'][0]
    assert server.position('red_2')[1] < -3.2, server.position('red_2')

    server.order('half')
    second = wait_for(lambda d: not d['first_half'])
    assert [team['team'] for team in second['teams']] == [9, 7], 'who defends the left goal comes first'
    if version != 18:
        server.end()
        return

    # A player answers.
    server.client.send(op='subscribe', topic='/game/reports', type='surefoot_msgs/PlayerReport')
    server.client.call('/get_simulation_state')
    back = ('127.0.0.1', server.ports['gamecontroller-return'])
    good = struct.pack(RETURN, b'RGrt', 4, 3, 7, 1, -1250.0, 500.0, 0.5, 2.0, 300.0, -40.0)
    player.sendto(good, back)
    report = server.next_on('/game/reports', lambda m: True)
    expected = {'player': 3, 'team': 7, 'fallen': True, 'x': -1.25, 'y': 0.5, 'theta': 0.5, 'ball_age': 2.0, 'ball_x': 0.3,
                'ball_y': -0.04, 'source': '127.0.0.1'}
    for name, value in expected.items():
        close = report[name] == value or abs(report[name] - value) < 1e-6
        assert close, (name, report)
    before = server.metric('refused')
    for packet in damaged(1, good):
        player.sendto(packet, back)
    wait_for(lambda d: d['number'] is not None)
    assert server.metric('refused') > before + 500, 'damaged packets are counted'
    player.sendto(good, back)
    wait_for(lambda d: True)
    server.end()


def as_follower():
    server = Server('--gamecontroller-role', 'follower', '--gamecontroller-data-port', '0')
    controller = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    to = ('127.0.0.1', server.ports['gamecontroller-data'])
    server.client.send(op='subscribe', topic='/game/state', type='surefoot_msgs/GameState')

    def send_state(wanted, **what):
        """Repeats the packet twice a second, as a controller does, because packets may be lost."""
        end = time.monotonic() + PATIENCE
        number = 0
        while time.monotonic() < end:
            number += 1
            controller.sendto(make(number=number % 256, **what), to)
            try:
                return server.next_on('/game/state', wanted, seconds=0.5)
            except AssertionError:
                continue
        raise AssertionError('the game did not follow')

    assert server.position('blue_3')[1] < 2.0
    set_ = send_state(lambda m: m['state'] == 'set', state=2, penalties=[(9, 3)], kicking=9, scores=(2, 1))
    assert set_['decided_by'] == 'controller' and set_['kicking_team'] == 9, set_
    assert [team['score'] for team in set_['teams']] == [2, 1], set_
    assert set_['teams'][1]['players'][2]['penalty'] == 'pushing', set_
    assert 25 < set_['teams'][1]['players'][2]['remaining'] <= 33, set_
    assert server.position('blue_3')[1] > 3.2, 'the robot is taken out'
    assert abs(server.position('ball')[0]) < 0.01, 'the ball is in the middle'
    send_state(lambda m: m['state'] == 'playing' and m['teams'][1]['players'][2]['penalty'] == 'none', state=3,
         scores=(2, 1))
    assert server.position('blue_3')[1] < 3.0, 'it is back'
    # Standby, a state in which the protocols of the years differ.
    send_state(lambda m: m['state'] == 'standby' and m['teams'][1]['players'][2]['penalty'] == 'motion_in_standby', state=5,
         penalties=[(9, 3)], penalty=11, scores=(2, 1))
    send_state(lambda m: m['state'] == 'initial' and m['teams'][1]['players'][2]['penalty'] == 'manual', state=0,
         penalties=[(9, 3)], penalty=11, scores=(2, 1), version=15)
    # The team listed first defends the left goal in both halves.
    left = send_state(lambda m: m['state'] == 'set', state=2, numbers=(9, 7), scores=(1, 2))
    assert [team['number'] for team in left['teams']] == [9, 7] and left['first_half'], left
    assert server.position('blue_2')[0] < 0 < server.position('red_2')[0], 'placed on the other sides'
    send_state(lambda m: m['state'] == 'playing', state=3, scores=(2, 1))
    # Only the controller counts goals.
    server.order('ball 4.7 0')
    send_state(lambda m: True, state=3, scores=(2, 1))
    for packet in damaged(2, make(state=3)):
        controller.sendto(packet, to)
    controller.sendto(make(state=3, version=14), to)
    controller.sendto(make(state=3, version=19), to)
    controller.sendto(make(state=5, version=16), to)
    controller.sendto(make(state=9), to)
    controller.sendto(make(state=3, numbers=(1, 2)), to)
    send_state(lambda m: m['state'] == 'finished', state=4, scores=(5, 4))
    assert server.metric('refused') > 500
    server.order('alone', 'initial')
    server.next_on('/game/state', lambda m: m['state'] == 'initial' and m['decided_by'] == 'referee')
    server.end()


as_controller(18)
as_controller(15)
as_follower()
print('a player and a game controller from outside were served')
