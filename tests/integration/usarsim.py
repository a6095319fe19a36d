"""usarsim.py SERVE_JSON: controllers of USARSim, each with a parser like that of a real one, against a
running server with an empty world. Angles and positions are compared with the pose truth port."""
import json
import re
import socket
import struct
import sys
import time

PATIENCE = 40.0


class Controller:
    """A connection to the control port; a line is the text between two line ends."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.socket.settimeout(PATIENCE)
        self.buffer = b''

    def send(self, text):
        self.socket.sendall(text.encode())

    def line(self):
        while b'\n' not in self.buffer:
            data = self.socket.recv(4096)
            assert data, 'the server closed the connection'
            self.buffer += data
        line, self.buffer = self.buffer.split(b'\n', 1)
        return line.decode().rstrip('\r')

    def until(self, found):
        """The first line for which `found` returns a value, and this value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            line = self.line()
            result = found(line)
            if result is not None and result is not False:
                return result
        raise AssertionError('no such line')

    def close(self):
        self.socket.close()


def tokens(line):
    """Parses a line as small Python controllers do."""
    return re.findall(r'\{[^\}]*\}|\S+', line)


def pairs(line):
    """Parses a line as the ROS client does: words of each segment, ignoring the text between segments."""
    result = {}
    for segment in re.findall(r'\{([^}]*)\}', line):
        key, _, value = segment.partition(' ')
        result.setdefault(key, value)
    return result


def vector(text):
    return [float(number) for number in text.split(',')]


def sensor(kind, name=None):
    def found(line):
        fields = pairs(line)
        if line.startswith('SEN') and fields.get('Type') == kind and name in (None, fields.get('Name')):
            return fields
        return None
    return found


def truth(port, name, kind='Pawn'):
    referee = Controller(port)
    referee.send('{Class %s} {Name %s}\r\n' % (kind, name))
    answer = referee.line()
    if answer == '{End}':
        return None
    assert referee.line() == '{End}'
    referee.close()
    fields = pairs(answer)
    return vector(fields['Location']), vector(fields['Rotation']), fields['Class']


def gone(port, name, kind='Pawn'):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if truth(port, name, kind) is None:
            return True
        time.sleep(0.05)
    return False


def make_wall(ports):
    """Created by a world controller, as in factory simulations: 3 m ahead of the robots."""
    world = Controller(ports['usarsim'])
    world.send('INIT {ClassName USARBotAPI.WorldController} {Location 0, 0, 0} {Rotation 0, 0, 0}\r\n'
               'CONTROL {Type Create} {ClassName WCWall} {Name wall} {Location 5,0,-1} {Scale 1,4,1} {Physics None}\r\n')
    while True:
        world.send('CONTROL {Type GetSTA} {Name wall}\r\n')
        state = world.until(lambda line: line if line.startswith('STA') else None)
        if 'Location' in state:
            break
    assert vector(pairs(state)['Location']) == [5, 0, -1], state
    return world


def ros_client(ports):
    """UDK: requests data of all sensors it has received, then drives with the reported wheel size."""
    client = Controller(ports['usarsim'])
    client.send('GETSTARTPOSES\r\nINIT {Classname USARBot.P3AT} {Name ROS1} {Location 2,0,1.8} {Rotation 0,0,0}\r\n'
                'GETCONF {Type RFID}\r\nGETGEO {Type RFID}\r\n')
    client.until(lambda line: 'StartPoses' in line)
    client.until(lambda line: line.startswith('STA') and pairs(line)['Type'] == 'GroundVehicle')
    client.send('GETGEO {Type Robot} {Name ROS1}\r\n')
    geometry = client.until(lambda line: pairs(line) if line.startswith('GEO') else None)
    radius = float(geometry['WheelRadius'])
    seen = {}
    while len(seen) < 25:
        line = client.line()
        fields = pairs(line)
        if line.startswith('SEN'):
            seen[(fields['Type'], fields['Name'])] = fields
    for kind, name in seen:
        for question in ('CONF', 'GEO'):
            client.send('GET%s {Type %s} {Name %s}\r\n' % (question, kind, name))
            answer = client.until(lambda line: line if line.startswith(question) else None)
            assert answer.count('{Name ') == 1 and pairs(answer)['Name'] == name, answer
    # The wall's centre is 3 m away, the scanner is 0.14 m ahead. The floor gives no echo.
    ranges = vector(client.until(sensor('RangeScanner'))['Range'])
    assert len(ranges) == 181 and abs(ranges[90] - (3 - 0.1 - 0.14)) < 0.05, ranges[90]
    sonar = float(client.until(sensor('Sonar', 'F4'))['Range'])
    assert abs(sonar - (3 - 0.1 - 0.245)) < 0.1, sonar
    assert float(client.until(sensor('Sonar', 'R4'))['Range']) == 5.0

    # One metre ahead; the command is not repeated, so it must remain valid.
    speed = 0.5
    client.send('Drive {Left %f} {Right %f}\r\n' % (speed / radius, speed / radius))
    client.until(lambda line: (sensor('Odometry')(line) or {}).get('Pose') and
                 vector(pairs(line)['Pose'])[0] >= 1.0)
    client.send('Drive {Left 0.0} {Right 0.0}\r\n')
    time.sleep(1.0)
    place, angles, kind = truth(ports['usarsim-pose'], 'ROS1')
    assert kind == 'USARBot.P3AT' and 3.0 < place[0] < 3.4 and abs(place[1]) < 0.02, place
    assert abs(place[2] + 0.111) < 0.02 and max(map(abs, angles)) < 0.02, (place, angles)

    # To the right, which is positive, like y.
    client.send('Drive {Left 2.0} {Right -2.0}\r\n')
    client.until(lambda line: (sensor('GroundTruth')(line) or {}).get('Orientation') and
                 vector(pairs(line)['Orientation'])[2] > 0.3)
    client.send('Drive {Left 0.0} {Right 0.0}\r\n')
    client.until(lambda line: (sensor('Tachometer')(line) or {}).get('Vel') and
                 max(map(abs, vector(pairs(line)['Vel']))) < 0.1)
    _, angles, _ = truth(ports['usarsim-pose'], 'ROS1')
    true_yaw = vector(client.until(sensor('GroundTruth'))['Orientation'])[2]
    assert abs(angles[2] - true_yaw) < 0.05 and true_yaw > 0.3, (angles, true_yaw)
    client.close()
    assert gone(ports['usarsim-pose'], 'ROS1')


def java_client(ports):
    """UT2004: splits at "} {" and counts, as a Java controller does."""
    client = Controller(ports['usarsim'])
    client.send('INIT {ClassName USARBot.P2AT} {Name 1} {Location -3.000000 2.000000 -2.250000} '
                '{Rotation 0.000000 0.000000 0.000000}\r\nGETCONF {Type Robot}\r\n')

    def sonars(line):
        if 'Type Sonar' not in line:
            return None
        pieces = line[line.index('Sonar'):].split('} {')
        assert len(pieces) == 17, line
        return [(piece.split(' ')[1], float(piece.rstrip('}').split(' ')[3])) for piece in pieces[1:]]

    values = client.until(sonars)
    assert [name for name, _ in values] == ['F%d' % i for i in range(1, 9)] + ['R%d' % i for i in range(1, 9)]

    def state(line):
        if not line.startswith('STA'):
            return None
        fields = pairs(line)
        assert int(fields['View']) == -1 and int(fields['LightIntensity']) == 0 and int(fields['Battery']) > 1000
        return float(fields['FrontSteer']) == 0.0

    client.until(state)
    place = client.until(lambda line: line if 'Type INS' in line else None)
    pieces = place[place.index('INS'):].split('} {')
    location = pieces[2].split(',')
    assert abs(float(location[0].split(' ')[1]) + 3) < 0.1 and abs(float(location[1]) - 2) < 0.1, place
    client.close()


def ap2dx_client(ports):
    """UT2004 with other line ends; drives in percent; a killed process."""
    client = Controller(ports['usarsim'])
    client.send('INIT {ClassName USARBot.P2DX} {Location -4.5,-3,1.8} {Name R1}\r\n\n')
    client.send('DRIVE {Left 20.0} {Right 20.0} {Normalized true} {Light false} {Flip false}\r\n\n')

    def pose(line):
        words = tokens(line)
        if len(words) > 3 and words[1] == '{Type Odometry}':
            return vector(words[3].replace('{Pose ', '').replace('}', ''))[0] > 0.3
        return None

    client.until(pose)
    scan = client.until(lambda line: tokens(line) if 'RangeScanner' in line else None)
    assert scan[2] == '{Type RangeScanner}' and len(re.findall(r'([\d.]*\d+)', scan[6])) == 181
    # A reset, as by a killed process.
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    client.close()
    assert gone(ports['usarsim-pose'], 'R1')


def image_client(ports):
    """Requests frames with OK; compares the length of all received bytes with one frame, as a viewer does."""
    robot = Controller(ports['usarsim'])
    robot.send('INIT {ClassName USARBot.P3AT} {Name Eye} {Location 1,1,-0.2}\r\n')
    robot.until(lambda line: line.startswith('STA'))
    viewer = socket.create_connection(('127.0.0.1', ports['usarsim-image']))
    viewer.settimeout(PATIENCE)
    for _ in range(3):
        viewer.sendall(b'OK\r\n')
        data = b''
        while len(data) < 5 or len(data) != struct.unpack('>I', data[1:5])[0] + 5:
            part = viewer.recv(65536)
            assert part
            data += part
        assert data[0] == 3 and data[5:8] == b'\xff\xd8\xff' and data[-2:] == b'\xff\xd9'
        # The size is in the JPEG's frame header.
        at = data.index(b'\xff\xc0')
        height, width = struct.unpack('>HH', data[at + 5:at + 9])
        assert (width, height) == (320, 240), (width, height)
    robot.send('GETCONF {Type Camera}\r\n')
    camera = pairs(robot.until(lambda line: line if line.startswith('CONF') else None))
    assert camera['TextureResolutionX'] == '320' and abs(float(camera['CameraFov']) - 80) < 0.1, camera
    viewer.close()
    robot.close()


def husky_and_dog(ports):
    """Other models: a Husky driven by wheels, a legged robot driven by joints; a class without a model."""
    husky = Controller(ports['usarsim'])
    husky.send('INIT {ClassName USARBot.Husky} {Name H} {Location -8,0,-0.2}\r\nDRIVE {Left 4} {Right 4}\r\n')
    husky.until(lambda line: (sensor('GroundTruth')(line) or {}).get('Location') and
                vector(pairs(line)['Location'])[0] > -7.0)
    assert abs(vector(husky.until(sensor('IMU'))['XYZAcceleration'])[2]) < 5
    dog = Controller(ports['usarsim'])
    dog.send('INIT {ClassName USARBot.Quadruped} {Name dog} {Location -3,-6,-0.3}\r\n'
             'SET {Type Joint} {Name FrontLeftHip} {Opcode Angle} {Params 1.0}\r\n')
    dog.until(lambda line: line.startswith('STA') and pairs(line).get('FrontLeftHip') == '1.0000')
    height = vector(dog.until(sensor('GroundTruth'))['Location'])[2]
    assert -0.4 < height < -0.2, height
    dog.close()
    husky.close()
    aibo = Controller(ports['usarsim'])
    aibo.send('INIT {ClassName USARBot.ERS7} {Name aibo} {Location -3,-8,-0.15}\r\n'
              'MULTIDRIVE {HeadPan 0.5} {TailPan -0.4}\r\n')
    aibo.until(lambda line: line.startswith('STA') and (pairs(line).get('HeadPan'), pairs(line).get('TailPan')) ==
               ('0.5000', '-0.4000'))
    aibo.close()
    zerg = Controller(ports['usarsim'])
    zerg.send('INIT {ClassName USARBot.Zerg} {Name z}\r\n')
    zerg.until(lambda line: 'class Zerg has no model here yet' in line)
    zerg.close()


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        addresses = [entry['address'] for entry in json.load(file)['addresses']]
    ports = {address.split('://')[0]: int(address.rsplit(':', 1)[1]) for address in addresses}
    wall = make_wall(ports)
    for test in (ros_client, java_client, ap2dx_client, image_client, husky_and_dog):
        test(ports)
        print(test.__name__, 'ok')
    assert truth(ports['usarsim-pose'], 'wall', 'Actor') is not None
    wall.close()
    assert gone(ports['usarsim-pose'], 'wall', 'Actor')


main()
