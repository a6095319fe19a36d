"""serve_radio.py SERVE_JSON: a client that reads the map and lets two robots, ten metres apart, communicate by radio."""
import base64
import json
import math
import sys
import time

from plain_rosbridge import Client

PATIENCE = 30.0


def next_on(client, topic):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for message in client.messages():
            if message.get('topic') == topic:
                return message['msg']
        client.read()
    raise AssertionError(f'nothing on {topic}')


def main():
    with open(sys.argv[1]) as file:
        address = json.load(file)['addresses'][0]['address']
    port = int(address.rsplit(':', 1)[1])

    # Latched: it was published before this client connected.
    client = Client(port)
    client.send(op='subscribe', topic='/map', type='nav_msgs/OccupancyGrid')
    grid = next_on(client, '/map')
    info = grid['info']
    assert info['width'] * info['height'] == len(grid['data']), info

    def cell(x, y):
        column = int((x - info['origin']['position']['x']) / info['resolution'])
        row = int((y - info['origin']['position']['y']) / info['resolution'])
        return grid['data'][row * info['width'] + column]

    assert cell(5, 3) == 100 and cell(4, 3) == 100, 'no wall in the map'
    assert cell(5, 1) == 0 and cell(5, 2) == 0, 'the cells beside the wall are not free'

    receiver = Client(port)
    for robot in 'ab':
        receiver.send(op='subscribe', topic=f'/{robot}/radio/receive')
    receiver.call('/get_simulation_state')
    text = b'hello \x00 there'
    client.send(op='publish', topic='/a/radio/send', msg={'data': base64.b64encode(text).decode()})
    heard = next_on(receiver, '/b/radio/receive')
    assert heard['from_robot'] == 'a' and base64.b64decode(heard['data']) == text, heard
    signal = 20 - 40 - 20 * math.log10(10)
    assert abs(heard['signal_dbm'] - signal) < 0.5, (heard, signal)
    # The first client controls the robot, so another one cannot send for it.
    receiver.send(op='publish', topic='/a/radio/send', msg={'data': base64.b64encode(b'lies').decode()})
    client.send(op='publish', topic='/a/radio/send', msg={'data': base64.b64encode(b'truth').decode()})
    assert base64.b64decode(next_on(receiver, '/b/radio/receive')['data']) == b'truth'
    print('the map and the radio work')


main()
