"""A minimal rosbridge client that uses sockets only."""
import json
import os
import select
import socket
import struct
import time


def owner_token(port):
    """The token that a server stores for programs of its user; '' if there is none."""
    runtime = os.environ.get('XDG_RUNTIME_DIR')
    folder = f'{runtime}/surefoot' if runtime else f'/tmp/surefoot-{os.getuid()}'
    try:
        with open(f'{folder}/{port}.token') as file:
            return file.read()
    except OSError:
        return ''


class Client:
    GREETING = (b'GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                b'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')

    def __init__(self, port, token=None):
        """Connects with the owner's token unless another one, or '' for none, is given."""
        token = owner_token(port) if token is None else token
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b''
        self.socket.sendall(self.GREETING % (f'?token={token}'.encode() if token else b''))
        while b'\r\n\r\n' not in self.buffer:
            self.read()
        head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        assert head.startswith(b'HTTP/1.1 101'), head

    def read(self):
        data = self.socket.recv(65536)
        assert data, 'the server closed the connection'
        self.buffer += data

    @staticmethod
    def frame(message):
        text = json.dumps(message).encode()
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b'\xfe' + struct.pack('>H', len(text))
        return b'\x81' + size + bytes(4) + text

    def send(self, **message):
        self.socket.sendall(self.frame(message))

    def messages(self):
        """The complete messages received."""
        while len(self.buffer) >= 2:
            size, head = self.buffer[1] & 127, 2
            if size >= 126:
                head = 4 if size == 126 else 10
                size = int.from_bytes(self.buffer[2:head], 'big')
            if len(self.buffer) < head + size:
                return
            opcode, text = self.buffer[0] & 15, self.buffer[head:head + size]
            self.buffer = self.buffer[head + size:]
            assert opcode != 8, f'closed: {text}'
            if opcode == 9:
                # The server ends connections that do not answer its pings; a pong is masked (with 0) and has the ping's content.
                self.socket.sendall(bytes([0x8a, 0x80 | len(text)]) + bytes(4) + text)
            if opcode == 1:
                yield json.loads(text)

    def call(self, service, timeout=30.0, **args):
        self.send(op='call_service', id=service, service=service, args=args)
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for message in self.messages():
                if message.get('op') == 'service_response' and message.get('id') == service:
                    return message['values']
            if select.select([self.socket], [], [], 0.1)[0]:
                self.read()
        raise AssertionError(f'{service} was not answered')
