"""Sends the same random calls to two masters, and compares their answers: ros1_master.py URI

The other one is rosmaster of ROS 1, in this process. Nodes are made up; the calls that both masters make to
them are compared, too, where ROS defines them.
"""

import random
import sys
import threading
import xmlrpc.client
from xmlrpc.server import SimpleXMLRPCServer

import rosmaster.master_api

NODES = ["/talker", "/listener", "/ns/arm", "/ns/base"]
NAMES = ["chatter", "/chatter", "/ns/a", "a/b", "~private", "/x//y/", "bad name", "", "/", "a:b", 7]
TYPES = ["std_msgs/String", "*", "sensor_msgs/Imu", "String", "", 3]
KEYS = ["/p", "/p/a", "/p/a/b", "p", "a", "~a", "/q", "/", "", "/p/c", 5]
VALUES = [1, 0, -7, 2.5, "", "text & <more>", True, [], [1, "a"], {}, {"a": 1}, {"a": {"b": 2}, "c": [1]}]


class Recorder:
    """Answers as a node; notes what masters call."""

    def __init__(self):
        self.server = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False, allow_none=True)
        self.server.register_instance(self)
        self.uri = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _dispatch(self, method, params):
        return [1, "", 0]


class Theirs:
    """rosmaster without a network: the calls of a client after XML-RPC's conversions."""

    def __init__(self):
        self.handler = rosmaster.master_api.ROSMasterHandler()
        self.handler._ready("http://x/")

    def call(self, method, params):
        text = xmlrpc.client.dumps(tuple(params), method)
        return list(getattr(self.handler, method)(*xmlrpc.client.loads(text)[0]))


def calls(uris):
    r = random.Random(11)

    def node():
        return r.choice(NODES)

    def service(name):
        """Each node has its own: rosmaster knows a node for ever whose service another one has taken over."""
        return r.choice([f"/s{NODES.index(name)}", f"t{NODES.index(name)}", "~s", "", "a:b"])

    kinds = {
        "registerPublisher": lambda n: [r.choice(NAMES), r.choice(TYPES), uris[n]],
        "unregisterPublisher": lambda n: [r.choice(NAMES), uris[n]],
        "registerSubscriber": lambda n: [r.choice(NAMES), r.choice(TYPES), uris[n]],
        "unregisterSubscriber": lambda n: [r.choice(NAMES), uris[n]],
        "registerService": lambda n: [service(n), "rosrpc://h:" + str(r.randrange(2)), uris[n]],
        "unregisterService": lambda n: [service(n), "rosrpc://h:" + str(r.randrange(2))],
        "lookupService": lambda n: [service(n)],
        "lookupNode": lambda n: [r.choice(NODES + NAMES)],
        "getPublishedTopics": lambda n: [r.choice(["", "/ns", "ns", 4])],
        "getTopicTypes": lambda n: [],
        "getSystemState": lambda n: [],
        "setParam": lambda n: [r.choice(KEYS), r.choice(VALUES)],
        "getParam": lambda n: [r.choice(KEYS)],
        "deleteParam": lambda n: [r.choice(KEYS)],
        "hasParam": lambda n: [r.choice(KEYS)],
        "searchParam": lambda n: [r.choice(KEYS)],
        "getParamNames": lambda n: [],
        "subscribeParam": lambda n: [uris[n], r.choice(KEYS)],
        "unsubscribeParam": lambda n: [uris[n], r.choice(KEYS)],
    }
    for _ in range(4000):
        method, who = r.choice(list(kinds)), node()
        params = [who] + kinds[method](who)
        if r.random() < 0.02:
            params = params[:-1] if r.random() < 0.5 else params + [1]
        yield method, params


def listed(item):
    return list(item) if isinstance(item, tuple) else item


def plain(method, answer):
    """Without what may differ: the order of lists that ROS does not order, and texts of Python."""
    code, text, value = answer
    if method in ("getPublishedTopics", "getTopicTypes", "getParamNames"):
        # Some are tuples, which XML-RPC does not have.
        value = sorted(map(listed, value)) if isinstance(value, list) else value
    if method == "getSystemState" and code == 1:
        value = [sorted([key, nodes] for key, nodes in part) for part in value]
    if code != 1 or text.startswith("["):
        # Python's words for wrong types and for services that nobody ever offered.
        text = text if text.startswith("ERROR") else ""
    return [code, text, value]


def main():
    ours, theirs = xmlrpc.client.ServerProxy(sys.argv[1]), Theirs()
    node = Recorder()
    uris = {name: node.uri + str(i) for i, name in enumerate(NODES)}
    for i, (method, params) in enumerate(calls(uris)):
        mine, other = getattr(ours, method)(*params), theirs.call(method, params)
        if method == "getSystemState":
            # The simulator and its node /rosout are at the own master only.
            own = {"/surefoot", "/rosout"}
            mine[2] = [[[k, [n for n in ns if n not in own]] for k, ns in part] for part in mine[2]]
            mine[2] = [[[k, ns] for k, ns in part if ns] for part in mine[2]]
        if method in ("getPublishedTopics", "getTopicTypes") and mine[0] == 1:
            known = {t for t, _ in other[2]}
            mine[2] = [[t, k] for t, k in mine[2] if t in known]
        a, b = plain(method, mine), plain(method, other)
        assert a == b, f"call {i}: {method}{tuple(params)}\nours:   {mine}\ntheirs: {other}"
    print("4000 calls answered as by rosmaster")


main()
