"""A web page that tries to use the USARSim ports, and a proper client; then the audit log."""
import json
import socket
import sys
import time
from urllib.parse import urlparse

addresses = {}
with open(sys.argv[1]) as file:
    for entry in json.load(file)["addresses"]:
        url = urlparse(entry["address"])
        addresses[url.scheme] = url.port


def talk(port, data, until=None, seconds=20.0):
    """The bytes that the server sends until it closes the connection or has sent a text."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as link:
        link.sendall(data)
        got = b""
        try:
            while until is None or until not in got:
                piece = link.recv(65536)
                if not piece:
                    return got
                got += piece
        except ConnectionResetError:
            pass
        return got


INIT = b"INIT {ClassName USARBot.P3AT} {Name %s} {Location 0,0,-0.3}\r\n"
page = b"POST / HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\n\r\n"
talk(addresses["usarsim"], page + INIT % b"evil")
assert talk(addresses["usarsim-image"], page + b"OK") == b""
assert b"{End}" not in talk(addresses["usarsim-pose"], page + b"{Class Pawn}\r\n")
answer = talk(addresses["usarsim"], INIT % b"good", until=b"STA ")
assert b"STA " in answer, answer
poses = talk(addresses["usarsim-pose"], b"{Class Actor}\r\n", until=b"{End}")
assert b"{Name evil}" not in poses, poses

web = addresses["http"]
wrong = talk(web, b"GET /metrics?token=a-wrong-token HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
assert wrong.startswith(b"HTTP/1.1 401"), wrong
foreign = talk(web, b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
assert foreign.startswith(b"HTTP/1.1 421"), foreign

# The last lines are written shortly after the clients see the end of their connections.
deadline = time.monotonic() + 10.0
while True:
    with open(sys.argv[2]) as file:
        lines = [json.loads(line) for line in file]
    if any(line["action"] == "disconnect" for line in lines) or time.monotonic() > deadline:
        break
    time.sleep(0.05)


def count(**wanted):
    return sum(all(line[key] == value for key, value in wanted.items()) for line in lines)


assert count(gateway="usarsim", action="connect", outcome="refused", address="127.0.0.1") >= 1, lines
assert any("an HTTP request" in line.get("reason", "") for line in lines), lines
assert count(gateway="usarsim", action="call", name="/spawn_entity", outcome="allowed") == 1, lines
assert count(gateway="web", action="http", name="/metrics", outcome="refused") == 1, lines
assert any(line["name"] == "/" and line.get("reason") == "origin" for line in lines), lines
assert not any("a-wrong-token" in json.dumps(line) for line in lines), lines
assert all(set(line) >= {"time", "gateway", "client", "role", "address", "action", "name", "outcome"}
           for line in lines), lines
