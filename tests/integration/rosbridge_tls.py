"""TLS of web_test_server, with Python's own ssl: rosbridge_tls.py ADDRESS TOKEN CERTIFICATE."""

import socket
import ssl
import sys

address, token, certificate = sys.argv[1:]
assert address.startswith("https://")
port = int(address.rsplit(":", 1)[1])
context = ssl.create_default_context(cafile=certificate)


def ask(text):
    with socket.create_connection(("127.0.0.1", port)) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as connection:
            assert connection.version() in ("TLSv1.2", "TLSv1.3")
            connection.sendall(text.replace("\n", "\r\n").encode())
            return connection.recv(65536).decode("latin-1")


upgrade = """GET /?token=TOKEN HTTP/1.1
Host: localhost
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
Sec-WebSocket-Version: 13

"""
assert ask("GET /healthz HTTP/1.1\nHost: localhost\n\n").startswith("HTTP/1.1 200")
assert "wss://" in ask("GET / HTTP/1.1\nHost: localhost\n\n")
assert ask(upgrade.replace("TOKEN", token)).startswith("HTTP/1.1 101")
assert ask(upgrade.replace("TOKEN", "wrong")).startswith("HTTP/1.1 401")
assert ask("GET /metrics HTTP/1.1\nHost: localhost\nSec-Fetch-Site: none\n\n").startswith("HTTP/1.1 401")
assert ask("GET /healthz HTTP/1.1\nHost: elsewhere.example\n\n").startswith("HTTP/1.1 421")
# Clients without TLS are refused.
with socket.create_connection(("127.0.0.1", port)) as plain:
    plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    plain.settimeout(15)
    try:
        answer = plain.recv(100)
    except ConnectionResetError:
        answer = b""
    assert b"200" not in answer, answer
print("TLS: good")
