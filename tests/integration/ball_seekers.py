"""ball_seekers.py SERVE_JSON PROGRAM: starts the program four times, twice for each protocol, and queries the server for the
positions of the robots when all programs report that they are at the ball."""
import json
import math
import subprocess
import sys

from plain_rosbridge import Client

PATIENCE = 200.0
SEEKERS = ('red', 'blue', 'left', 'right')


def ports(path):
    """Addresses by their scheme: http, usarsim, usarsim-image."""
    with open(path) as file:
        addresses = [entry['address'] for entry in json.load(file)['addresses']]
    return {address.split('://')[0]: int(address.rsplit(':', 1)[1].strip('/')) for address in addresses}


def start(program, address, *options):
    return subprocess.Popen([sys.executable, program, address, str(PATIENCE), *options], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True)


def where(server, name):
    """x, y and heading."""
    pose = server.call('/get_entity_state', entity=name)['state']['pose']
    q = pose['orientation']
    yaw = math.atan2(2 * (q['w'] * q['z'] + q['x'] * q['y']), 1 - 2 * (q['y'] ** 2 + q['z'] ** 2))
    return pose['position']['x'], pose['position']['y'], yaw


def check_at_ball(server, name):
    ball_x, ball_y, _ = where(server, 'ball')
    x, y, yaw = where(server, name)
    distance = math.hypot(ball_x - x, ball_y - y)
    off = math.remainder(math.atan2(ball_y - y, ball_x - x) - yaw, 2 * math.pi)
    print(f'{name}: {distance:.2f} m from the ball, {math.degrees(off):.0f} degrees off its direction')
    assert 0.15 < distance < 0.65, distance
    assert abs(off) < math.radians(35), off


def check_status(server):
    """Pictures were taken for subscribers, and counted for all cameras."""
    status = server.call('/surefoot/status')
    print(f"{status['pictures']} pictures, {status['pictures_dropped']} dropped, "
          f"{status['real_time_factor']:.2f} times real time")
    server.send(op='subscribe', topic='/surefoot/view/status')
    cameras = []
    while not cameras:
        server.read()
        for message in server.messages():
            if message.get('topic') == '/surefoot/view/status':
                cameras = message['msg']['cameras']
    for name in SEEKERS:
        taken = sum(camera['taken'] for camera in cameras if camera['name'].startswith(name + '::'))
        assert taken >= 5, (name, cameras)


def main():
    found = ports(sys.argv[1])
    program = sys.argv[2]
    web, control = found['http'], found['usarsim']
    server = Client(web)
    guest = f'usarsim://127.0.0.1:{control}/ERS7?'
    seekers = {
        'red': start(program, f'rosbridge://127.0.0.1:{web}/red'),
        'blue': start(program, f'rosbridge://127.0.0.1:{web}/blue'),
        'left': start(program, f'{guest}name=left&x=0&y=0.9&yaw=-0.7'),
        'right': start(program, f'{guest}name=right&x=0&y=-0.9&yaw=0.7'),
    }
    try:
        for name, seeker in seekers.items():
            said = seeker.stdout.readline().strip()
            print(f'{name}: {said}')
            assert said.startswith('at the ball'), name
        for name in seekers:
            check_at_ball(server, name)
        check_status(server)
        for name, seeker in seekers.items():
            seeker.stdin.close()
            assert seeker.wait(20) == 0, name
    finally:
        for seeker in seekers.values():
            seeker.kill()
            seeker.wait()


if __name__ == '__main__':
    main()
