"""A robot with a camera over the network, by rosbridge or by USARSim's protocol. The same program controls it over either.

    from surefoot.robot_link import connect

    with connect("rosbridge://127.0.0.1:8080/red_1") as robot:
        picture = robot.picture()
        robot.walk(0.2, 0.0)
        robot.joints({"HeadPan": 0.5, "HeadNod": -0.2})
        robot.motion("kick")

`rosbridge://HOST:PORT/ROBOT` controls an existing robot of the world. `usarsim://HOST:PORT/CLASS?name=N&x=1&y=2&yaw=0.5&skin=red`
creates a robot at that place (m, rad, x forward, y left); it is removed when the link is closed. The server must send uncompressed
images: `--usarsim-image-format raw`. They come from the robot's separate image port, whose number the server sends, or from
`image_port=5003`; `from=127.0.0.2` binds the connections to an address of this machine.

Joints have the names of the model, which are also those of USARSim's classes for the ERS-7, the QRIO and the NAO. A motion starts from
the current posture. A walking command ends it, and also ends commands of `joints` to the legs.
"""

import base64
import json
import math
import os
import re
import socket
import struct
import threading
import warnings
from urllib.parse import parse_qsl, urlsplit


class Picture:
    """`rgb` has three bytes for each pixel, rows from the top; `time` is simulated seconds: the time of the image, or
    with USARSim's protocol, whose frames have no time, the time of its arrival."""

    def __init__(self, width, height, rgb, time):
        self.width = width
        self.height = height
        self.rgb = rgb
        self.time = time


def connect(address, timeout=30.0, *, patience=None):
    """Opens the link that the address names. `timeout` applies to every operation (s)."""
    if patience is not None:
        warnings.warn("patience is now called timeout; the old name is accepted until version 0.4", DeprecationWarning, stacklevel=2)
        timeout = patience
    parts = urlsplit(address)
    kinds = {"rosbridge": RosbridgeLink, "usarsim": UsarsimLink}
    if parts.scheme not in kinds or not parts.hostname or not parts.port or len(parts.path) < 2:
        raise ValueError(f"'{address}' is not rosbridge://HOST:PORT/ROBOT or usarsim://HOST:PORT/CLASS")
    return kinds[parts.scheme](parts.hostname, parts.port, parts.path[1:], dict(parse_qsl(parts.query)), timeout)


class _Link:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _segments(line):
    """Values of a line of USARSim, "STA {Time 1.5} {Battery 99}", by their keys."""
    return dict(segment.partition(" ")[::2] for segment in re.findall(r"\{([^}]*)\}", line))


def _exactly(stream, size):
    data = b""
    while len(data) < size:
        more = stream.recv(size - len(data))
        if not more:
            raise ConnectionError("the server closed the connection")
        data += more
    return data


class RosbridgeLink(_Link):
    """A robot of the world, controlled by topics."""

    def __init__(self, host, port, robot, options, timeout):
        self._robot = robot
        self._advertised = set()
        self._socket = socket.create_connection((host, port), timeout=timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            (f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += _exactly(self._socket, 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        # Only the newest image, and at most ten per second.
        self._send(op="subscribe", topic=f"/{robot}/camera/image_raw", type="sensor_msgs/Image", queue_length=1,
                   throttle_rate=100)

    def _publish(self, name, kind, message):
        topic = f"/{self._robot}/{name}"
        if topic not in self._advertised:
            self._advertised.add(topic)
            self._send(op="advertise", topic=topic, type=kind)
        self._send(op="publish", topic=topic, msg=message)

    def _send(self, **message):
        text = json.dumps(message).encode()
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        self._socket.sendall(b"\x81" + size + bytes(4) + text)

    def _receive(self):
        """The next message of the server."""
        while True:
            opcode, size = _exactly(self._socket, 2)
            if size >= 126:
                size = int.from_bytes(_exactly(self._socket, 2 if size == 126 else 8), "big")
            text = _exactly(self._socket, size)
            if opcode & 15 == 8:
                raise ConnectionError("the server closed the connection")
            if opcode & 15 == 1:
                return json.loads(text)

    def picture(self):
        """The next picture."""
        while True:
            message = self._receive()
            if message.get("op") == "publish":
                image = message["msg"]
                if image["encoding"] != "rgb8":
                    raise ValueError(f"pictures are {image['encoding']}, not rgb8")
                stamp = image["header"]["stamp"]
                return Picture(image["width"], image["height"], base64.b64decode(image["data"]),
                               stamp["sec"] + 1e-9 * stamp["nanosec"])

    def walk(self, forward, turn):
        """m/s, and rad/s to the left. Must be repeated: the robot stops after half a second."""
        self._publish("cmd_vel", "geometry_msgs/Twist", {"linear": {"x": forward}, "angular": {"z": turn}})

    def motion(self, name):
        """Plays a motion of the model: "kick", "get_up"."""
        self._publish("motion", "std_msgs/String", {"data": name})

    def joints(self, angles):
        """Angles by the joints' names, in rad; other joints are not affected."""
        for name, angle in angles.items():
            self._publish(f"{name}/cmd_pos", "std_msgs/Float64", {"data": angle})

    def close(self):
        self._socket.close()


class UsarsimLink(_Link):
    """A robot that the link creates, controlled by lines; images come from the image server."""

    def __init__(self, host, port, kind, options, timeout):
        source = (options.get("from", ""), 0)
        self._control = socket.create_connection((host, port), timeout=timeout, source_address=source)
        x, y, yaw = (float(options.get(key, 0)) for key in ("x", "y", "yaw"))
        skin = f" {{Skin {options['skin']}}}" if "skin" in options else ""
        #: The newest line of each kind: "STA", "SEN IR", "CONF", ...
        self.lines = {}
        self._news = threading.Condition()
        # In the protocol y is to the right and z down.
        self._say(f"INIT {{ClassName USARBot.{kind}}} {{Name {options.get('name', kind)}}}{skin} "
                  f"{{Location {x},{-y},0}} {{Rotation 0,0,{-yaw}}}")
        threading.Thread(target=self._listen, daemon=True).start()
        self._wait_for("STA", "the robot did not come", timeout)
        # UDK, whose STA begins with the time, uses degrees where UT2004 uses radians.
        self._turn_unit = math.degrees(1.0) if self.lines["STA"].startswith("STA {Time") else 1.0
        image_port = options.get("image_port") or self._own_image_port(timeout)
        self._images = socket.create_connection((host, int(image_port)), timeout=timeout, source_address=source)

    def _own_image_port(self, timeout):
        """The separate image port of this robot; otherwise the common one."""
        self._say("GETCONF {Type Camera}")
        return self._wait_for("CONF", "the robot has no camera", timeout).get("ImagePort", 5003)

    def _say(self, line):
        self._control.sendall(f"{line}\r\n".encode())

    def _wait_for(self, kind, else_what, timeout):
        """The segments of the newest line of this kind."""
        with self._news:
            if not self._news.wait_for(lambda: kind in self.lines, timeout):
                raise TimeoutError(f"{else_what}; {self.lines.get('NFO', 'the server said nothing')}")
            return _segments(self.lines[kind])

    def _listen(self):
        """Reads all lines: the server stops sending to a client that does not read."""
        buffer = b""
        try:
            while True:
                data = self._control.recv(65536)
                if not data:
                    return
                *lines, buffer = (buffer + data).split(b"\n")
                for line in lines:
                    text = line.decode(errors="replace").rstrip("\r")
                    words = text.replace("{", " ").replace("}", " ").split()
                    if not words:
                        continue
                    is_sensor = words[0] == "SEN" and "Type" in words[:-1]
                    with self._news:
                        self.lines[f"SEN {words[words.index('Type') + 1]}" if is_sensor else words[0]] = text
                        self._news.notify_all()
        except OSError:
            return

    def picture(self):
        """An image that is newer than the last one."""
        self._images.sendall(b"OK")
        kind, size = struct.unpack(">BI", _exactly(self._images, 5))
        payload = _exactly(self._images, size)
        if kind != 0:
            raise ValueError("pictures are JPEG; start the server with --usarsim-image-format raw")
        width, height = struct.unpack(">HH", payload[:4])
        return Picture(width, height, payload[4:], float(_segments(self.lines["STA"])["Time"]))

    def walk(self, forward, turn):
        """m/s, and rad/s to the left."""
        self._say(f"DRIVE {{LinearVelocity {forward}}} {{RotationalVelocity {-turn * self._turn_unit}}}")

    def motion(self, name):
        """Plays a motion of the model: "kick", "get_up"."""
        self._say(f"ACT {{Name Motions}} {{Sequence {name}}}")

    def joints(self, angles):
        """Angles by the joints' names, in rad; other joints are not affected."""
        self._say("MULTIDRIVE " + " ".join(f"{{{name} {angle:.6f}}}" for name, angle in angles.items()))

    def close(self):
        self._control.close()
        self._images.close()
