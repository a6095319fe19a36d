"""A participant of DDS with cyclonedds, with topics by the names of ROS 2. Messages may be read as bytes, because decoding
in Python is slower than the simulator."""

import struct
import time
from pathlib import Path

from cyclonedds import _clayer
from cyclonedds.core import Policy, Qos, ReadCondition, SampleState, InstanceState, ViewState, WaitSet
from cyclonedds.domain import DomainParticipant
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

from idl import Types

TYPES = Types(Path(__file__).resolve().parents[3] / "surefoot" / "msgs" / "schema")
SECOND = 10**9
ANY = ViewState.Any | InstanceState.Any | SampleState.Any


def qos(reliable=True, latched=False, depth=None):
    """`depth` None: keep all."""
    history = Policy.History.KeepAll if depth is None else Policy.History.KeepLast(depth)
    return Qos(
        Policy.Reliability.Reliable(duration(seconds=10)) if reliable else Policy.Reliability.BestEffort,
        Policy.Durability.TransientLocal if latched else Policy.Durability.Volatile,
        history,
        Policy.DataRepresentation(use_cdrv0_representation=True),
    )


class Node:
    def __init__(self, domain=0):
        self.participant = DomainParticipant(domain)
        self.kept = []

    def topic(self, name, type_name):
        return Topic(self.participant, f"rt{name}", TYPES[type_name])

    def reader(self, name, type_name, **options):
        return Reader(self, name, type_name, qos(**options))

    def writer(self, name, type_name, **options):
        topic = self.topic(name, type_name)
        return DataWriter(self.participant, topic, qos=qos(**options))


class Reader:
    def __init__(self, node, name, type_name, options):
        self.name = name
        self.type = TYPES[type_name]
        self.reader = DataReader(node.participant, node.topic(name, type_name), qos=options)
        self.condition = ReadCondition(self.reader, ANY)
        self.waitset = WaitSet(node.participant)
        self.waitset.attach(self.condition)

    def wait(self, seconds):
        """Whether something came in that time."""
        return self.waitset.wait(timeout=duration(seconds=seconds)) > 0

    def take_bytes(self):
        """CDR of what has come."""
        taken = _clayer.ddspy_take(self.reader._ref, ANY, 10000)
        return [data for data, info in taken if info.valid_data] if isinstance(taken, list) else []

    def take(self):
        return [self.type.deserialize(data) for data in self.take_bytes()]

    def messages(self, count, seconds=60):
        """The next messages, at least `count`."""
        found, end = [], time.monotonic() + seconds
        while len(found) < count:
            assert time.monotonic() < end, f"{self.name}: {len(found)} messages of {count} in {seconds} s"
            if self.wait(1.0):
                found += self.take()
        return found

    def matched(self):
        return len(self.reader.get_matched_publications())


def stamp(data):
    """Time of a message that begins with a header, in nanoseconds."""
    sec, nanosec = struct.unpack_from("<iI", data, 4)
    return sec * SECOND + nanosec


def until(what, seconds=60):
    """Waits for a condition and returns its value."""
    end = time.monotonic() + seconds
    while not (value := what()):
        assert time.monotonic() < end, f"not in {seconds} s: {what.__doc__ or what}"
        time.sleep(0.02)
    return value
