"""usarsim_joints.py write FOLDER: writes the model of a snake with twenty joints, and its class.
usarsim_joints.py drive SERVE_JSON: drives it as a controller of USARSim does, and compares the values in STA with the same joints
over rosbridge."""
import json
import math
import os
import re
import socket
import sys
import time

from plain_rosbridge import Client

COUNT = 20
# The joints from this index on belong to a package.
FIRST_OF_PACKAGE = 10
JOINTS = [f'joint_{i}' for i in range(COUNT)]
# The class reverses the direction of every second joint.
SCALE = [1 if i % 2 == 0 else -1 for i in range(COUNT)]
NAMES = [f'Segment{i}' for i in range(COUNT)]
PATIENCE = 40.0


def write(folder):
    box = '<geometry><box><size>0.08 0.04 0.04</size></box></geometry>'
    inertia = '<inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia>'
    parts = [f'<link name="base"><inertial><mass>5</mass>{inertia}</inertial>'
             '<sensor name="joints" type="joint_state"><update_rate>100</update_rate></sensor></link>'
             '<joint name="fixed" type="fixed"><parent>world</parent><child>base</child></joint>']
    for i, joint in enumerate(JOINTS):
        parent = f'segment_{i - 1}' if i else 'base'
        parts.append(
            f'<link name="segment_{i}"><pose>{0.1 * (i + 1)} 0 0 0 0 0</pose>'
            f'<inertial><mass>0.1</mass>{inertia}</inertial><visual name="v">{box}</visual></link>'
            f'<joint name="{joint}" type="revolute"><pose>-0.05 0 0 0 0 0</pose><parent>{parent}</parent>'
            f'<child>segment_{i}</child><axis><xyz>0 0 1</xyz><limit><lower>-1.5</lower><upper>1.5</upper>'
            '<effort>50</effort></limit><dynamics><damping>0.05</damping></dynamics></axis></joint>')
    drive = ''.join(f'<joint>{joint}</joint>' for joint in JOINTS)
    os.makedirs(f'{folder}/segments')
    with open(f'{folder}/segments/model.sdf', 'w') as file:
        file.write('<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><model name="segments"><pose>0 0 1 0 0 0</pose>' +
                   ''.join(parts) +
                   f'<surefoot:drive name="motors" type="joint_controller">{drive}</surefoot:drive></model></sdf>')
    joints = ''.join(f'<joint joint="{joint}" name="{name}" scale="{scale}" min="-1.5" max="1.5"/>'
                     for joint, name, scale in zip(JOINTS, NAMES, SCALE))
    links = ''.join(f'<link joint="{joint}"/>' for joint in JOINTS[FIRST_OF_PACKAGE:])
    with open(f'{folder}/classes.xml', 'w') as file:
        file.write(f'<usarsim><class name="Snake" model="model://segments" type="StaticPlatform">{joints}'
                   f'<package name="Body">{links}</package></class>'
                   '<class name="Rover" model="model://pioneer_3at" wheel_radius="0.111" wheel_separation="0.394" '
                   'rest_height="0.111"><sensor topic="@pose" type="GroundTruth" name="Truth"/></class></usarsim>')


class Controller:
    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.socket.settimeout(PATIENCE)
        self.file = self.socket.makefile('r')

    def send(self, text):
        self.socket.sendall(text.encode() + b'\r\n')

    def until(self, found):
        end = time.monotonic() + PATIENCE
        line = ''
        while time.monotonic() < end:
            line = self.file.readline()
            assert line, 'the server closed the connection'
            assert 'Error' not in line, line
            result = found(line)
            if result:
                return result
        raise AssertionError(f'not within {PATIENCE} s; the last line was {line}')


class Angles:
    """Angles of all joints, from STA by name and from ASTA by link number; None until both have arrived."""

    def __init__(self):
        self.robot, self.package = None, None

    def __call__(self, line):
        fields = re.findall(r'\{(\w+) ([^}]*)\}', line)
        if line.startswith('STA '):
            named = dict(fields)
            self.robot = [float(named[name]) for name in NAMES[:FIRST_OF_PACKAGE]]
        elif line.startswith('ASTA '):
            self.package = [float(value) for key, value in fields if key == 'Value']
            return self.robot and self.robot + self.package
        return None


def main():
    with open(sys.argv[2]) as file:
        addresses = [entry['address'] for entry in json.load(file)['addresses']]
    ports = {address.split('://')[0]: int(address.rsplit(':', 1)[1]) for address in addresses}
    controller = Controller(ports['usarsim'])
    controller.send('INIT {ClassName USARBot.Snake} {Name snake} {Location 0,0,-1}')
    angles = Angles()
    assert len(controller.until(angles)) == COUNT

    def ours():
        """The joint states over rosbridge."""
        web = Client(ports['http'])
        web.send(op='subscribe', topic='/snake/joint_states')
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            web.read()
            for message in web.messages():
                if message.get('topic') == '/snake/joint_states':
                    state = message['msg']
                    return [state['position'][state['name'].index(joint)] for joint in JOINTS]
        raise AssertionError('no joint states')

    def reaches(targets, what):
        def there(line):
            now = angles(line)
            return now is not None and max(abs(a - b) for a, b in zip(now, targets)) < 0.02
        controller.until(there)
        # A joint may have passed its target only.
        end = time.monotonic() + PATIENCE
        off = math.inf
        while off >= 0.02:
            assert time.monotonic() < end, (what, targets, off)
            seen = ours()
            off = max(abs(a - s * b) for a, s, b in zip(targets, SCALE, seen))
        print(f'{what}: all {COUNT} joints have reached their angles within {off:.4f} rad')

    def wave(phase):
        return [round(0.25 * math.sin(0.7 * i + phase), 3) for i in range(COUNT)]

    targets = wave(0)
    controller.send('MULTIDRIVE ' + ' '.join('{%s %g}' % pair for pair in zip(NAMES, targets)))
    reaches(targets, 'MULTIDRIVE')
    targets = wave(1)
    for name, target in zip(NAMES, targets):
        controller.send('DRIVE {Name %s} {Order 0} {Value %g}' % (name, target))
    reaches(targets, 'DRIVE')
    targets = wave(2)
    targets[:FIRST_OF_PACKAGE] = wave(1)[:FIRST_OF_PACKAGE]
    controller.send('ACT {Name Body} ' + ' '.join('{Link %d} {Value %g}' % (i + 1, target)
                                                 for i, target in enumerate(targets[FIRST_OF_PACKAGE:])))
    reaches(targets, 'ACT')
    targets = wave(3)
    controller.send('SET {Type Joint} {Name AllJoints} {Opcode Target} {Params %s}' % ','.join(map(str, targets)))
    reaches(targets, 'SET')
    # A speed command also remains valid at any speed of the simulation: the joint reaches its limit.
    before = controller.until(angles)[0]
    controller.send('DRIVE {Name %s} {Order 1} {Value 0.3}' % NAMES[0])
    controller.until(lambda line: (angles(line) or [before])[0] > 1.4)
    drive_on(ports['usarsim'])


def drive_on(port):
    """One DRIVE command holds for half a minute of a simulation that runs as fast as possible."""
    rover = Controller(port)
    rover.send('INIT {ClassName USARBot.Rover} {Location 0,5,0}')

    def truth(line):
        fields = dict(re.findall(r'\{(\w+) ([^}]*)\}', line))
        if not line.startswith('SEN') or fields.get('Name') != 'Truth':
            return None
        return float(fields['Time']), float(fields['Location'].split(',')[0])

    rover.until(truth)
    rover.send('DRIVE {Left 2} {Right 2}')
    start, x = rover.until(lambda line: (truth(line) or (0, 0))[1] > 0.1 and truth(line))
    end, far = rover.until(lambda line: (truth(line) or (0, 0))[0] > start + 30 and truth(line))
    speed = (far - x) / (end - start)
    print(f'DRIVE: {speed:.3f} m/s over {end - start:.1f} s')
    assert abs(speed - 0.222) < 0.02, speed


if sys.argv[1] == 'write':
    write(sys.argv[2])
else:
    main()
