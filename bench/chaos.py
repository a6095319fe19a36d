#!/usr/bin/env python3
"""Stress test with everything at once: healthy, hostile and dying clients, a full disk, worlds loaded and replaced.

  bench/chaos.py build/bin/surefoot                  runs for ten minutes and prints a table
  bench/chaos.py build/bin/surefoot --seconds 1800   the soak test: is memory released?

It exits with 1 when the server ended, when /healthz failed, when a healthy client lost its connection, when memory does not return to within
5 % of its initial value after the world `empty` is loaded, or when the server does not react to SIGINT within a second.

The initial value is measured after a warm-up of the same work and with `empty` loaded, because the pages of the program and its libraries
are mapped at their first use and count as resident from then on. The value of the fresh process is printed, too.
"""
import argparse
import json
import os
import pathlib
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests' / 'integration'))
from plain_rosbridge import Client  # noqa: E402

WORLDS = ('husky_lab', 'sensors', 'triggers', 'lab_floor')
BOX = ('<sdf version="1.9"><model name="box"><link name="l"><collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box>'
       '</geometry></collision></link></model></sdf>')


class Bench:
    def __init__(self, program, seconds, warm_up, clients, seed):
        self.seconds, self.warm_up, self.clients, self.random = seconds, warm_up, clients, random.Random(seed)
        self.work = tempfile.TemporaryDirectory()
        self.small_disk = self.mount_small_disk()
        self.process = subprocess.Popen(
            [program, 'serve', 'empty', '--port', '0', '--usarsim-port', '0', '--usarsim-image-port', 'off', '--usarsim-pose-port', 'off',
             '--json', '--quiet'], cwd=self.work.name, stdout=subprocess.PIPE, text=True)
        announced = json.loads(self.process.stdout.readline())
        ports = {a['gateway']: int(re.search(r':(\d+)', a['address'].split('//')[1])[1]) for a in announced['addresses']}
        self.web, self.usarsim, self.tokens = ports['web'], ports['usarsim'], announced.get('tokens', {})
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.counts = {}
        self.failures = []
        self.worst_health = 0.0
        self.anonymous = 0.0

    def mount_small_disk(self):
        """Mounts a disk of 2 MB for recordings (only as root); it is soon full."""
        folder = pathlib.Path(self.work.name) / 'small'
        folder.mkdir()
        mounted = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', str(folder)], stderr=subprocess.DEVNULL).returncode == 0
        return folder if mounted else None

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def fail(self, what):
        with self.lock:
            if len(self.failures) < 20:
                self.failures.append(what)

    def memory(self, kind='VmRSS'):
        text = pathlib.Path(f'/proc/{self.process.pid}/status').read_text()
        return int(re.search(rf'{kind}:\s+(\d+) kB', text)[1]) / 1024

    # --- Healthy clients ---

    def healthy(self):
        """Subscribes to the clock; its connection must last."""
        try:
            client = Client(self.web, token='')
            client.send(op='subscribe', topic='/clock', type='rosgraph_msgs/Clock')
            while not self.stop.is_set():
                if select.select([client.socket], [], [], 0.2)[0]:
                    client.read()
                self.count('clock messages', sum(1 for _ in client.messages()))
        except (AssertionError, OSError) as error:
            if not self.stop.is_set():
                self.fail(f'a healthy client lost its connection: {error}')

    def watch_health(self):
        while not self.stop.wait(0.25):
            start = time.monotonic()
            try:
                with urllib.request.urlopen(f'http://127.0.0.1:{self.web}/healthz', timeout=10) as answer:
                    answer.read()
            except (urllib.error.URLError, OSError) as error:
                self.fail(f'/healthz: {error}')
            self.worst_health = max(self.worst_health, time.monotonic() - start)
            self.count('health checks')

    def owner(self):
        """Loads worlds, spawns and removes boxes, saves snapshots, and records to a full disk."""
        owner = Client(self.web)
        number = 0
        while not self.stop.is_set():
            try:
                owner.call('/load_world', timeout=60, uri=self.random.choice(WORLDS))
                self.count('worlds loaded')
                owner.call('/set_simulation_state', state={'state': 1})
                if self.small_disk:
                    owner.call('/surefoot/record/start', file=f'small/run{number}.mcap', topics=[])
                for _ in range(8):
                    number += 1
                    owner.call('/spawn_entity', name=f'box{number}', resource_string=BOX)
                    owner.call('/surefoot/snapshot/save', name='a')
                    owner.call('/delete_entity', entity=f'box{number}')
                    self.count('boxes')
                    if self.stop.wait(0.2):
                        break
                owner.call('/surefoot/record/stop')
            except (AssertionError, OSError) as error:
                if self.stop.is_set():
                    return
                self.fail(f'the owner was not served: {error}')
                owner = Client(self.web)

    # --- Hostile clients ---

    def dying(self):
        """Connects, subscribes, and disconnects without closing."""
        while not self.stop.wait(0.05):
            try:
                client = Client(self.web, token='')
                client.send(op='subscribe', topic='/surefoot/view/poses')
                client.send(op='publish', topic='/husky/cmd_vel', type='geometry_msgs/Twist', msg={'linear': {'x': 0.2}})
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
                client.socket.close()
                self.count('clients that died')
            except (AssertionError, OSError):
                self.count('refused')

    def hostile(self, seed):
        """Sends random bytes, half frames, wrong tokens, HTTP to USARSim, and invalid archives."""
        chance = random.Random(seed)
        while not self.stop.wait(0.02):
            try:
                chance.choice((self.send_noise, self.send_half_a_frame, self.guess_a_token, self.post_to_usarsim, self.send_wrong_calls))(chance)
                self.count('hostile connections')
            except (AssertionError, OSError):
                self.count('refused')

    def send_noise(self, chance):
        with socket.create_connection(('127.0.0.1', chance.choice((self.web, self.usarsim))), timeout=5) as peer:
            peer.sendall(chance.randbytes(chance.randrange(1, 5000)))

    def send_half_a_frame(self, chance):
        client = Client(self.web, token='')
        client.socket.sendall(b'\x81\xff' + struct.pack('>Q', 1 << chance.randrange(10, 62)) + bytes(4) + chance.randbytes(100))
        time.sleep(chance.random() * 0.2)
        client.socket.close()

    def guess_a_token(self, chance):
        with socket.create_connection(('127.0.0.1', self.web), timeout=5) as peer:
            peer.sendall(b'GET /metrics?token=%d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n' % chance.getrandbits(64))
            peer.recv(1000)

    def post_to_usarsim(self, chance):
        with socket.create_connection(('127.0.0.1', self.usarsim), timeout=5) as peer:
            peer.sendall(b'POST / HTTP/1.1\r\nHost: x\r\n\r\nINIT {ClassName USARBot.P3AT} {Location 0,0,0}\r\n')
            peer.recv(1000)

    def send_wrong_calls(self, chance):
        client = Client(self.web, token='')
        for _ in range(20):
            service = chance.choice(('/spawn_entity', '/surefoot/check', '/set_entity_state', '/load_world', '/surefoot/upload'))
            client.send(op='call_service', service=service, args={'resource_string': '<sdf' + chance.randbytes(40).hex(), 'name': 5})
        client.read()
        client.socket.close()

    def work_for(self, seconds):
        """Everything at once for this time; returns the highest memory (MB) seen."""
        self.stop.clear()
        threads = [threading.Thread(target=self.healthy) for _ in range(self.clients)]
        threads += [threading.Thread(target=work) for work in (self.watch_health, self.owner, self.dying)]
        threads += [threading.Thread(target=self.hostile, args=(seed,)) for seed in (1, 2, 3)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        highest = 0.0
        while time.monotonic() < end and self.process.poll() is None:
            time.sleep(1)
            highest = max(highest, self.memory()) if self.process.poll() is None else highest
        self.stop.set()
        for thread in threads:
            thread.join()
        return highest

    def memory_when_empty(self):
        Client(self.web).call('/load_world', timeout=60, uri='empty')
        time.sleep(5)
        return self.memory()

    def run(self):
        Client(self.web).call('/surefoot/status')
        time.sleep(3)
        fresh = self.memory()
        self.work_for(self.warm_up)
        if self.process.poll() is None:
            before = self.memory_when_empty()
            self.counts.clear()
            highest = self.work_for(self.seconds)
        if self.process.poll() is not None:
            self.fail(f'the server ended with status {self.process.returncode}')
            return (fresh, 0.0, 0.0, 0.0), 0.0
        after = self.memory_when_empty()
        self.anonymous = self.memory('RssAnon')
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.fail('the server does not end: ' + self.stacks())
        return (fresh, before, highest, after), time.monotonic() - start

    def stacks(self):
        """What the threads of the server do, where gdb is installed."""
        try:
            shown = subprocess.run(['gdb', '-batch', '-p', str(self.process.pid), '-ex', 'thread apply all bt 12'], capture_output=True, text=True)
            return shown.stdout
        except FileNotFoundError:
            return 'gdb, which would show where, is not installed'

    def close(self):
        self.process.kill()
        self.process.wait()
        if self.small_disk:
            subprocess.run(['umount', str(self.small_disk)])
        self.work.cleanup()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--seconds', type=float, default=600)
    parser.add_argument('--warm-up', type=float, default=30, help='seconds of the same work before memory is first measured')
    parser.add_argument('--clients', type=int, default=20, help='healthy clients')
    parser.add_argument('--seed', type=int, default=0)
    options = parser.parse_args()
    # A shell starts background jobs with SIGINT ignored, which the server would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    bench = Bench(os.path.abspath(options.program), options.seconds, options.warm_up, options.clients, options.seed)
    try:
        (fresh, before, highest, after), ended = bench.run()
    finally:
        bench.close()
    if after > 1.05 * before:
        bench.fail(f'memory is not given back: {before:.1f} MB before, {after:.1f} MB after')
    if ended > 1.0:
        bench.fail(f'SIGINT was answered after {ended:.2f} s')
    for name, number in sorted(bench.counts.items()):
        print(f'| {name} | {number} |')
    print(f'| disk full | {"yes" if bench.small_disk else "not tried: needs root"} |')
    print(f'| memory of the fresh process, after the warm-up, at most, at the end, MB | {fresh:.1f}, {before:.1f}, {highest:.1f}, {after:.1f} |')
    print(f'| of it not mapped from files at the end, MB | {bench.anonymous:.1f} |')
    print(f'| slowest health check | {bench.worst_health * 1000:.0f} ms |')
    print(f'| SIGINT answered after | {ended * 1000:.0f} ms |')
    for failure in bench.failures:
        print(f'FAILED: {failure}')
    return 1 if bench.failures else 0


if __name__ == '__main__':
    sys.exit(main())
