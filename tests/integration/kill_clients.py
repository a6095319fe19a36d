"""kill_clients.py SERVE_JSON PID KILLS: kills this number of clients of a running server (its process is PID), each a separate
process, at random moments of everything that clients do. Meanwhile two clients count the samples they receive."""
import json
import os
import random
import select
import signal
import socket
import sys
import time
import urllib.request

from plain_rosbridge import Client

ROBOT = '/husky'
COUNTED = {ROBOT + '/imu/data': 10, ROBOT + '/husky_velocity_controller/odom': 20}  # ms
# Largest wall time between samples; the machine may be busy with other tests.
MAX_DELAY = 3.0


# The processes that are killed. Each runs until then.

def half_a_greeting(ports):
    with socket.create_connection(('127.0.0.1', ports['web'])) as peer:
        peer.sendall(Client.GREETING[:random.randrange(len(Client.GREETING))])
        time.sleep(10)


def half_a_message(ports):
    client = Client(ports['web'])
    whole = Client.frame({'op': 'publish', 'topic': ROBOT + '/cmd_vel', 'msg': {'linear': {'x': 0.1}}})
    while True:
        client.socket.sendall(whole[:random.randrange(1, len(whole))])
        time.sleep(10)


def driver(ports):
    client = Client(ports['web'])
    while True:
        client.send(op='publish', topic=ROBOT + '/cmd_vel', msg={'linear': {'x': random.uniform(-0.3, 0.3)}})
        time.sleep(0.002)


def in_lockstep(policy):
    def run(ports):
        client = Client(ports['web'])
        name = f'{policy}{os.getpid()}'
        client.send(op='subscribe', topic='/surefoot/lockstep/step')
        answer = client.call('/surefoot/lockstep/register', name=name, period=0.005, timeout=0.0, policy=policy)
        step = answer['step']
        while True:
            client.send(op='publish', topic=ROBOT + '/cmd_vel', msg={'linear': {'x': 0.2}})
            client.send(op='publish', topic='/surefoot/lockstep/done', msg={'name': name, 'step': step})
            before = step
            while step == before:
                for message in client.messages():
                    if name in message.get('msg', {}).get('waiting_for', ()):
                        step = message['msg']['step']
                client.read()
    return run


def caller(ports):
    client = Client(ports['web'])
    client.send(op='advertise_service', service=f'/service_{os.getpid()}', type='std_srvs/Trigger')
    while True:
        for service in ('/get_entities_states', '/surefoot/status', f'/service_{os.getpid()}', '/step_simulation'):
            client.send(op='call_service', service=service)
        client.send(op='send_action_goal', id='g', action='/simulate_steps', args={'steps': 3}, feedback=True)
        time.sleep(0.005)


def deaf(ports):
    client = Client(ports['web'])
    for topic in ('/tf', '/clock', *COUNTED):
        client.send(op='subscribe', topic=topic)
    time.sleep(10)


def usarsim(ports):
    with socket.create_connection(('127.0.0.1', ports['usarsim'])) as peer:
        peer.sendall(b'INIT {ClassName USARBot.P3AT} {Location 20,%d,0}\r\n' % random.randrange(-40, 40))
        while True:
            peer.sendall(b'DRIVE {Left 1} {Right 1}\r\nGETGEO {Type Robot}\r\nDRIVE {Left 1.0} {Ri')
            peer.recv(4096)
            peer.sendall(b'ght 1}\r\n')


def other_ports(ports):
    with socket.create_connection(('127.0.0.1', ports['usarsim-image'])) as images, \
            socket.create_connection(('127.0.0.1', ports['usarsim-pose'])) as poses:
        while True:
            images.sendall(b'OK\r\n')
            poses.sendall(b'{Class Pawn}\r\n{Cla')
            time.sleep(0.002)


VICTIMS = [half_a_greeting, half_a_message, driver, in_lockstep('stop'), in_lockstep('hold'), in_lockstep('drop'), caller,
           deaf, usarsim, usarsim, other_ports]


def kill_one(ports, victim, delay):
    pid = os.fork()
    if pid == 0:
        try:
            victim(ports)
        finally:
            os._exit(1)
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def count(port, stop, report):
    """Counts until `stop` is readable; reports missing samples."""
    client = Client(port)
    for topic in COUNTED:
        client.send(op='subscribe', topic=topic)
    last, counts, missing, longest, at = {}, dict.fromkeys(COUNTED, 0), 0, 0.0, time.monotonic()
    while stop not in (ready := select.select([client.socket, stop], [], [])[0]):
        client.read()
        for message in client.messages():
            stamp, topic = message['msg']['header']['stamp'], message['topic']
            ms = stamp['sec'] * 1000 + stamp['nanosec'] // 1000000
            if topic in last and ms != last[topic] + COUNTED[topic]:
                missing += 1
                print(f'{topic}: {ms} ms after {last[topic]} ms', file=sys.stderr)
            last[topic] = ms
            counts[topic] += 1
        longest, at = max(longest, time.monotonic() - at), time.monotonic()
    os.write(report, json.dumps({'missing': missing, 'counts': list(counts.values()), 'longest': longest}).encode())


def start_counting(port):
    stop, stopper = os.pipe()
    reader, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            count(port, stop, report)
        finally:
            os._exit(0)
    os.close(stop)
    os.close(report)
    return pid, stopper, reader


def stop_counting(counter):
    pid, stopper, reader = counter
    os.write(stopper, b'x')
    answer = os.read(reader, 4096)
    os.waitpid(pid, 0)
    assert answer, 'a client that counts lost its connection'
    return json.loads(answer)


def metric(port, name):
    with urllib.request.urlopen(f'http://127.0.0.1:{port}/metrics') as page:
        for line in page.read().decode().splitlines():
            if line.startswith(name + ' '):
                return float(line.split()[1])
    raise AssertionError(f'there is no {name}')


def memory(pid):
    with open(f'/proc/{pid}/status') as status:
        return next(int(line.split()[1]) for line in status if line.startswith('VmRSS')) / 1024


def descriptors(pid):
    return len(os.listdir(f'/proc/{pid}/fd'))


def eventually(what, condition):
    end = time.monotonic() + 30.0
    while not condition():
        assert time.monotonic() < end, f'not within 30 s: {what}'
        time.sleep(0.05)


def main():
    with open(sys.argv[1]) as file:
        addresses = json.load(file)['addresses']
    pid, kills = int(sys.argv[2]), int(sys.argv[3])
    ports = {}
    for entry in addresses:
        scheme, _, place = entry['address'].partition('://')
        ports['web' if scheme == 'http' else scheme] = int(place.rsplit(':', 1)[1])
    random.seed(8)
    counters = [start_counting(ports['web']) for _ in range(2)]
    control = Client(ports['web'])
    entities = sorted(control.call('/get_entities')['entities'])
    eventually('all count', lambda: metric(ports['web'], 'surefoot_web_clients') == 3)
    files, before = descriptors(pid), control.call('/surefoot/status')
    sizes = []
    for number in range(kills):
        victim = VICTIMS[number % len(VICTIMS)]
        kill_one(ports, victim, random.choice([random.uniform(0, 0.005), random.uniform(0, 0.15)]))
        if control.call('/get_simulation_state')['state']['state'] != 1:
            control.call('/set_simulation_state', state={'state': 1})
        if (number + 1) % (kills // 3) == 0:
            sizes.append(memory(pid))
    time.sleep(0.2)
    control.call('/set_simulation_state', state={'state': 1})
    after = control.call('/surefoot/status')
    assert after['state'] == 'playing' and after['step'] > before['step'] + 1000, (before, after)
    eventually('clients are gone', lambda: metric(ports['web'], 'surefoot_web_clients') == 3)
    for name in ('clients', 'robots', 'image_clients'):
        eventually('USARSim', lambda: metric(ports['web'], f'surefoot_usarsim_{name}') == 0)
    eventually('robots are gone', lambda: sorted(control.call('/get_entities')['entities']) == entities)
    eventually('descriptors', lambda: descriptors(pid) <= files)
    for counter in counters:
        counted = stop_counting(counter)
        print(counted)
        assert counted['missing'] == 0 and min(counted['counts']) > 100, counted
        assert counted['longest'] < MAX_DELAY, counted
    assert metric(ports['web'], 'surefoot_web_bridge_lost_total') == 0
    # A leak per client grows with every third of the clients; memory that the allocator keeps does not.
    grown = min(sizes[1] - sizes[0], memory(pid) - sizes[1])
    print(f'{kills} clients killed; {grown:.1f} MB more than after a third of them')
    assert grown < 10, sizes
    assert control.call('/surefoot/release')['success'] is True


main()
