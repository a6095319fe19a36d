"""usarsim_legs.py SERVE_JSON: starts a process of this script for each robot: an ERS-7, a QRIO, a NAO, a hexapod, a snake and a
second ERS-7, which walks. Each process uses only the ports: joints and sensors from USARSim's lines, angles as commands."""
import json
import math
import re
import socket
import struct
import subprocess
import sys
import time

PATIENCE = 60.0
# Class: number of joints, and two joints with target angles, for SET and for MULTIDRIVE.
ROBOTS = {
    'ERS7': (20, ('HeadPan', 0.6), ('Mouth', -0.5)),
    'QRIO': (38, ('HeadYaw', 0.5), ('NeckPitch', 0.2)),
    'Nao': (25, ('HeadYaw', -0.5), ('HeadPitch', 0.2)),
    'Hexapod': (18, ('LFTibia', -1.2), ('LFCoxa', 0.2)),
    'Snake': (32, ('Joint01', 0.3), ('Joint32', 0.4)),
}
# Keys of STA that are not joints.
OTHERS = {'Time', 'Battery', 'Type', 'View', 'LightToggle', 'LightIntensity', 'FrontSteer', 'RearSteer'}


class Controller:
    def __init__(self, port, kind, name, y):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile('r')
        self.send(f'INIT {{ClassName USARBot.{kind}}} {{Name {name}}} {{Location 0,{y},0}}')

    def send(self, line):
        self.socket.sendall(line.encode() + b'\r\n')

    def until(self, found):
        end = time.monotonic() + PATIENCE
        last = ''
        while time.monotonic() < end:
            line = self.file.readline()
            assert line, f'the server closed the connection after {last}'
            assert 'Error' not in line, line
            result = found(line.strip())
            if result:
                return result
            last = line
        raise AssertionError(f'not within {PATIENCE} s; the last line was {last}')

    def line(self, start, *parts):
        return self.until(lambda line: line if line.startswith(start) and all(part in line for part in parts) else None)


def fields(line):
    return dict(segment.partition(' ')[::2] for segment in re.findall(r'\{([^}]*)\}', line))


def packed(line, key):
    """Ranges by name, from {Name F1 Range 2.5} {Name F2 Range 3.1}."""
    return dict(re.findall(r'\{Name (\S+) %s (\S+)\}' % key, line))


def vector(text):
    return [float(number) for number in text.split(',')]


def near(line, kind, key, expected):
    """The vector in a sensor's line, if it is within 0.5 of the expected one."""
    if not line.startswith('SEN') or kind not in line:
        return None
    read = vector(fields(line)[key])
    return read if math.dist(read, expected) < 0.5 else None


def check_joints(robot, kind):
    count, by_set, by_drive = ROBOTS[kind]
    joints = fields(robot.line('STA')).keys() - OTHERS
    assert len(joints) == count, (kind, len(joints), sorted(joints))
    robot.send('SET {Type Joint} {Name %s} {Opcode Angle} {Params %g}' % by_set)
    robot.send('MULTIDRIVE {%s %g}' % by_drive)

    def there(line):
        now = fields(line) if line.startswith('STA') else {}
        return now and all(abs(float(now[joint]) - angle) < 0.05 for joint, angle in (by_set, by_drive))
    robot.until(there)
    print(f'{kind}: {count} joints, {by_set[0]} and {by_drive[0]} moved')


def check_ers7_sensors(robot):
    ranges = packed(robot.line('SEN', '{Type IR}'), 'Range')
    assert set(ranges) == {'IRNear', 'IRFar', 'IRChest'}, ranges
    # Nothing is ahead; the chest sensor is 0.134 m above the floor and points 30 degrees down.
    assert float(ranges['IRNear']) == 0.5 and float(ranges['IRFar']) == 1.5, ranges
    assert abs(float(ranges['IRChest']) - 0.27) < 0.04, ranges
    paws = packed(robot.line('SEN', '{Type Touch}'), 'Touch')
    assert set(paws) == {'PawLF', 'PawRF', 'PawLH', 'PawRH'}, paws

    def stands(line):
        now = packed(line, 'Touch')
        # Three legs may carry the whole weight.
        return now if list(now.values()).count('True') >= 3 else None
    paws = robot.until(stands)
    # USARSim's accelerometer excludes gravity; the robot's own reads g upwards, which is -z there. Both at rest.
    still = robot.until(lambda line: near(line, '{Type Accel}', 'Acceleration', (0, 0, 0)))
    proper = robot.until(lambda line: near(line, '{Type AcceleroMeter}', 'ProperAcceleration', (0, 0, -9.81)))
    print(f'ERS7: infrared {ranges}, paws {paws}, {still} without and {proper} with gravity')


def check_picture(robot, kind):
    """A picture from this robot's own image port."""
    conf = fields(robot.line('CONF', '{Type Camera}'))
    images = socket.create_connection(('127.0.0.1', int(conf['ImagePort'])), timeout=PATIENCE)
    # The first picture may be of a camera whose size is not known yet.
    for _ in range(2):
        images.sendall(b'OK')
        head = read_exactly(images, 5)
        payload = read_exactly(images, struct.unpack('>I', head[1:])[0])
    width, height = struct.unpack('>HH', payload[:4])
    assert head[0] == 0 and (width, height) == (208, 160), (head[0], width, height)
    images.close()
    print(f'{kind}: a picture of {width} x {height} at port {conf["ImagePort"]}')


def read_exactly(stream, size):
    data = b''
    while len(data) < size:
        more = stream.recv(size - len(data))
        assert more, 'the server closed the connection'
        data += more
    return data


# Shoulder to knee and knee to paw at angles of zero, forward and up (m), as in Tekkotsu's ERS-7.kin. Hind legs have the opposite
# direction of the knee.
THIGH = {'F': (0.009, -0.0695), 'H': (-0.009, -0.0695)}
SHANK = {'F': (-0.005, -0.0652), 'H': (0.0135, -0.0662)}
STANDING = {'F': (-0.4923, 0.9599), 'H': (0.5363, 1.1605)}
PERIOD, DUTY, STRIDE, LIFT = 0.64, 0.6, 0.045, 0.018


def turned(angle, v):
    """The vector rotated forward by the angle."""
    return (v[0] * math.cos(angle) - v[1] * math.sin(angle), v[0] * math.sin(angle) + v[1] * math.cos(angle))


def paw(leg, swing, knee):
    """Position of the paw relative to its shoulder."""
    shank = turned(knee if leg == 'F' else -knee, SHANK[leg])
    thigh = THIGH[leg]
    return turned(swing, (thigh[0] + shank[0], thigh[1] + shank[1]))


def angles_for(leg, target, guess):
    """Joint angles that place the paw at the target, by Newton's method."""
    swing, knee = guess
    for _ in range(20):
        x, z = paw(leg, swing, knee)
        dx, dz = target[0] - x, target[1] - z
        a, c = [(q - p) / 1e-6 for p, q in zip((x, z), paw(leg, swing + 1e-6, knee))]
        b, d = [(q - p) / 1e-6 for p, q in zip((x, z), paw(leg, swing, knee + 1e-6))]
        det = a * d - b * c
        swing += (d * dx - b * dz) / det
        knee += (a * dz - c * dx) / det
    return swing, knee


def step(leg, phase, grown):
    """Angles of a leg at a phase of the walk; `grown` from 0 to 1 is the length of the stride."""
    x0, z0 = paw(leg, *STANDING[leg])
    stride = STRIDE * grown
    if phase < DUTY:
        place = (x0 + stride * (0.5 - phase / DUTY), z0)
    else:
        air = (phase - DUTY) / (1 - DUTY)
        place = (x0 + stride * (air - 0.5), z0 + LIFT * grown * math.sin(math.pi * air))
    return angles_for(leg, place, STANDING[leg])


def walk(robot):
    """Walks by joint angles only, one set for each time stamp of the robot."""
    truth = {}

    def walked(line):
        if not line.startswith('SEN'):
            return None
        now = fields(line)
        if now.get('Type') == 'GroundTruth':
            place, angles = vector(now['Location']), vector(now['Orientation'])
            x, y, _ = truth.setdefault('place', place)
            truth.setdefault('start', place)
            truth['ahead'] = (truth.get('ahead', 0.0) + (place[0] - x) * math.cos(angles[2]) +
                              (place[1] - y) * math.sin(angles[2]))
            truth['place'], truth['angles'] = place, angles
        if now.get('Type') != 'Accel' or 'start' not in truth:
            return None
        at = float(now['Time'])
        begun = truth.setdefault('begun', at)
        command = 'MULTIDRIVE'
        for name, offset in (('LF', 0.0), ('RH', 0.0), ('RF', 0.5), ('LH', 0.5)):
            phase = ((at - begun) / PERIOD + offset) % 1.0
            swing, knee = step(name[1], phase, min(1.0, (at - begun) / 1.0))
            command += ' {%sJ1 %.4f} {%sJ3 %.4f}' % (name, swing, name, knee)
        robot.send(command)
        return at - begun > 8.0
    robot.until(walked)
    ahead, height = truth['ahead'], truth['place'][2] - truth['start'][2]
    roll, pitch, yaw = (math.remainder(angle, 2 * math.pi) for angle in truth['angles'])
    # There is no feedback of the heading, and angles are late on a busy machine, so it curves. So the distance is measured along its heading.
    print(f'ERS7: walked {ahead:.2f} m along its heading and turned by {yaw:.2f} rad in 8 s by joint angles')
    assert ahead > 0.25, ahead
    # It sways more if its angles are late; a fallen robot would lie on a side, or lower.
    assert abs(roll) < 0.6 and abs(pitch) < 0.6 and abs(height) < 0.04, truth


def be_robot(port, kind, name, y):
    robot = Controller(port, 'ERS7' if kind == 'walker' else kind, name, y)
    robot.line('STA')
    if kind in ('ERS7', 'walker'):
        robot.send('GETCONF {Type Camera}')
        check_picture(robot, name)
    if kind == 'ERS7':
        check_ers7_sensors(robot)
    if kind == 'walker':
        walk(robot)
    else:
        check_joints(robot, kind)


def main():
    if len(sys.argv) > 2:
        return be_robot(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4])
    with open(sys.argv[1]) as file:
        addresses = [entry['address'] for entry in json.load(file)['addresses']]
    port = next(a.rsplit(':', 1)[1] for a in addresses if a.startswith('usarsim://'))
    # Side by side, so that no robot is in front of another.
    kinds = [*ROBOTS, 'walker']
    children = [subprocess.Popen([sys.executable, sys.argv[0], port, kind, f'robot{i}', str(3 * i)])
                for i, kind in enumerate(kinds)]
    failed = [kind for kind, child in zip(kinds, children) if child.wait(2 * PATIENCE) != 0]
    assert not failed, failed
    return 0


sys.exit(main())
