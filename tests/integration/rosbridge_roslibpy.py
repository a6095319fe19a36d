"""roslibpy and cbor2 against web_test_server: rosbridge_roslibpy.py ADDRESS TOKEN."""

import base64
import hashlib
import json
import struct
import sys
import threading
import time
import zlib

import cbor2
import roslibpy
from autobahn.twisted.websocket import WebSocketClientFactory, WebSocketClientProtocol
from twisted.internet import reactor

address, token = sys.argv[1].replace("http", "ws"), sys.argv[2]
host, port = address.split("//")[1].split(":")


def wait(event, what):
    assert event.wait(10), f"no {what} within 10 s"


ros = roslibpy.Ros(f"{address}/?token={token}")
ros.run()
assert ros.is_connected

# rosapi.
assert "/robot_0/imu/data" in ros.get_topics()
assert ros.get_topic_type("/robot_0/odom") == "nav_msgs/msg/Odometry"
assert "/set" in ros.get_services()
assert ros.get_service_type("/set") == "std_srvs/srv/SetBool"
assert "/surefoot" in ros.get_nodes()
details = ros.get_message_details("geometry_msgs/Twist")
assert details["typedefs"][0]["fieldnames"] == ["linear", "angular"], details
assert ros.get_param("/none:x") is None
ros.set_param("/a:b", [1, 2])
assert ros.get_param("/a:b") == [1, 2]
assert ros.get_time()["secs"] >= 0

# Subscription with both spellings of the type, at the sensor's rate.
for spelling in ("sensor_msgs/Imu", "sensor_msgs/msg/Imu"):
    imus, enough = [], threading.Event()
    imu = roslibpy.Topic(ros, "/robot_0/imu/data", spelling)
    imu.subscribe(lambda m: (imus.append(m), len(imus) >= 20 and enough.set()))
    wait(enough, "IMU messages")
    imu.unsubscribe()
    assert imus[0]["linear_acceleration"]["z"] == 9.80665
    stamps = [m["header"]["stamp"]["sec"] * 100 + m["header"]["stamp"]["nanosec"] // 10**7 for m in imus[:20]]
    assert stamps == list(range(stamps[0], stamps[0] + 20)), stamps

# A command comes back through the graph.
heard, got = [], threading.Event()
echo = roslibpy.Topic(ros, "/robot_1/cmd_vel", "geometry_msgs/Twist")
echo.subscribe(lambda m: (heard.append(m), got.set()))
time.sleep(0.2)
command = roslibpy.Topic(ros, "/robot_1/cmd_vel", "geometry_msgs/TwistStamped")
command.publish(roslibpy.Message({"twist": {"linear": {"x": 0.25}}}))
wait(got, "command")
assert heard[0]["linear"]["x"] == 0.25 and heard[0]["angular"]["z"] == 0.0

# Services, of the server and of this client.
service = roslibpy.Service(ros, "/set", "std_srvs/SetBool")
assert service.call(roslibpy.ServiceRequest({"data": True}))["success"] is True
try:
    roslibpy.Service(ros, "/fail", "std_srvs/Trigger").call(roslibpy.ServiceRequest())
    raise AssertionError("a failed call did not raise")
except roslibpy.core.ServiceException as error:
    assert "always" in str(error), error


def handle(request, response):
    response["success"] = request["data"]
    response["message"] = "from Python"
    return True


mine = roslibpy.Service(ros, "/python/set", "std_srvs/SetBool")
mine.advertise(handle)
time.sleep(0.2)
answer = roslibpy.Service(ros, "/python/set", "std_srvs/SetBool").call(roslibpy.ServiceRequest({"data": True}))
assert answer["message"] == "from Python", answer

# An action with feedback.
feedback, results, done = [], [], threading.Event()
action = roslibpy.ActionClient(ros, "/count", "simulation_interfaces/SimulateSteps")
action.send_goal(
    roslibpy.Goal({"steps": 3}),
    lambda r: (results.append(r), done.set()),
    lambda f: feedback.append(f),
    lambda e: (results.append(e), done.set()),
)
wait(done, "result")
assert [f["completed_steps"] for f in feedback] == [1, 2, 3], feedback
assert results[0]["status"].value == 4 and results[0]["values"]["result"]["result"] == 1, results


class Plain(WebSocketClientProtocol):
    """Unprocessed messages, for types that roslibpy cannot read."""

    def onMessage(self, payload, is_binary):
        self.factory.messages.append((payload, is_binary))
        self.factory.event.set()

    def onOpen(self):
        self.factory.protocol_instance = self
        self.factory.opened.set()


def connect(target):
    factory = WebSocketClientFactory(f"{address}{target}")
    factory.protocol, factory.messages = Plain, []
    factory.event, factory.opened = threading.Event(), threading.Event()
    reactor.callFromThread(reactor.connectTCP, host, int(port), factory)
    wait(factory.opened, "connection")
    return factory


def send(factory, **message):
    text = json.dumps(message).encode()
    reactor.callFromThread(factory.protocol_instance.sendMessage, text)


def first(target, **message):
    factory = connect(target)
    send(factory, **message)
    wait(factory.event, "message")
    return factory.messages[0]


key = f"/?token={token}"
payload, is_binary = first(key, op="subscribe", topic="/robot_2/imu/data", compression="cbor")
message = cbor2.loads(payload)
assert is_binary and message["op"] == "publish" and message["topic"] == "/robot_2/imu/data"
assert message["msg"]["linear_acceleration"]["z"] == 9.80665
covariance = message["msg"]["orientation_covariance"]
if isinstance(covariance, cbor2.CBORTag):
    assert covariance.tag == 86 and struct.unpack("<9d", covariance.value) == (0.0,) * 9
payload, is_binary = first(key, op="subscribe", topic="/map", compression="cbor")
data = cbor2.loads(payload)["msg"]["data"]
if isinstance(data, cbor2.CBORTag):
    data = struct.unpack("4b", data.value)
assert list(data) == [0, 100, -1, 50], data
payload, is_binary = first(key, op="subscribe", topic="/robot_2/imu/data", compression="cbor-raw")
raw = cbor2.loads(payload)["msg"]
assert raw["bytes"][:4] == b"\x00\x01\x00\x00" and raw["nsecs"] % 10**7 == 0, raw
sec, nanosec = struct.unpack("<iI", raw["bytes"][4:12])
assert (sec, nanosec) == (raw["secs"], raw["nsecs"])


def png_text(data):
    """The bytes of an RGB picture, decoded by the standard only."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, idat = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        idat += body if kind == b"IDAT" else b""
        at += 12 + size
    assert (depth, color) == (8, 2)
    rows, out, above = zlib.decompress(idat), b"", bytes(3 * width)
    for y in range(height):
        line = rows[y * (3 * width + 1) :][: 3 * width + 1]
        row = bytearray(line[1:])
        for i in range(len(row)):
            left, up = row[i - 3] if i >= 3 else 0, above[i]
            corner = above[i - 3] if i >= 3 else 0
            paeth = min((left, up, corner), key=lambda v: abs(left + up - corner - v))
            row[i] = (row[i] + [0, left, up, (left + up) // 2, paeth][line[0]]) % 256
        out, above = out + bytes(row), bytes(row)
    return out.rstrip(b"\n")


payload, _ = first(key, op="subscribe", topic="/robot_2/odom", compression="png")
picture = json.loads(payload)
inner = json.loads(png_text(base64.b64decode(picture["data"])))
assert picture["op"] == "png" and inner["topic"] == "/robot_2/odom"

# The op "auth" instead of the token in the address.
factory = connect("/")
now = int(time.time())
fields = dict(client="me", dest="you", rand="xyz", t=now, level="admin", end=now + 60)
mac = hashlib.sha512((token + "meyouxyz" + str(now) + "admin" + str(now + 60)).encode()).hexdigest()
send(factory, op="auth", mac=mac, **fields)
send(factory, op="call_service", id="after", service="/rosapi/get_ros_version")
wait(factory.event, "answer after auth")
assert json.loads(factory.messages[0][0])["id"] == "after", factory.messages

ros.terminate()
print("roslibpy: topics, services, actions, rosapi, png, cbor, cbor-raw, auth: good")
