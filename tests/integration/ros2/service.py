"""Calls of services as rmw_cyclonedds makes them: each message begins with the id of the client and the number of the request."""

import dataclasses
import random
import types

import cyclonedds.idl.types as idl
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic

from node import TYPES, qos, until


def with_header(type_name):
    plain = TYPES[type_name]
    fields = {"client_guid": idl.uint64, "sequence_number": idl.int64, **plain.__annotations__}

    def body(scope):
        scope["__annotations__"] = fields

    package, kind, name = type_name.split("/")
    wire = f"{package}::{kind}::dds_::{name}_"
    made = types.new_class(name + "_", (IdlStruct,), {"typename": wire}, body)
    return final(dataclasses.dataclass(made))


def default(kind):
    """The value of a field of which a request says nothing."""
    if dataclasses.is_dataclass(kind):
        return kind(**{name: default(item) for name, item in kind.__annotations__.items()})
    if kind in (bool, str):
        return kind()
    array = kind.__metadata__[0]
    if isinstance(array, idl.array):
        return [default(array.subtype)] * array.length
    return [] if isinstance(array, idl.sequence) else 0


class Service:
    """service = Service(node, "/reset", "std_srvs/srv/Trigger"); service(name=value...) returns the response."""

    def __init__(self, node, name, type_name):
        self.name = name
        self.request = with_header(type_name + "_Request")
        response = with_header(type_name + "_Response")
        part = node.participant
        self.writer = DataWriter(part, Topic(part, f"rq{name}Request", self.request), qos=qos(depth=10))
        self.reader = DataReader(part, Topic(part, f"rr{name}Reply", response), qos=qos(depth=10))
        self.client = random.getrandbits(63)
        self.number = 0
        until(self.ready)

    def ready(self):
        """The service exists."""
        return self.writer.get_matched_subscriptions() and self.reader.get_matched_publications()

    def __call__(self, **fields):
        self.number += 1
        values = {name: default(kind) for name, kind in self.request.__annotations__.items()}
        values |= fields | {"client_guid": self.client, "sequence_number": self.number}
        self.writer.write(self.request(**values))
        return until(self.answer, 120)

    def answer(self):
        """The answer has come."""
        for response in self.reader.take(100):
            if (response.client_guid, response.sequence_number) == (self.client, self.number):
                return response
        return None
