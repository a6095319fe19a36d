"""services.py: services of the simulator in the mapping of rmw_cyclonedds: requests and responses begin with the client's
identity and a number, which the response repeats."""

import dataclasses
import types

import cyclonedds.idl.types as idl
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic

from node import TYPES, Node, qos, until

CLIENT = 0x1122334455667788


def with_identity(name):
    """The class of a request or response with its identity before it."""
    plain = TYPES[name]
    fields = {"client": idl.uint64, "number": idl.int64}
    fields |= {field.name: field.type for field in dataclasses.fields(plain)}

    def body(scope):
        scope["__annotations__"] = fields

    package, kind, part = name.split("/")
    made = types.new_class(part + "_", (IdlStruct,), {"typename": f"{package}::{kind}::dds_::{part}_"}, body)
    return final(dataclasses.dataclass(made))


class Client:
    def __init__(self, node, service, type_name):
        self.request = with_identity(f"{type_name}_Request")
        self.number = 0
        requests = Topic(node.participant, f"rq{service}Request", self.request)
        replies = Topic(node.participant, f"rr{service}Reply", with_identity(f"{type_name}_Response"))
        self.writer = DataWriter(node.participant, requests, qos=qos(depth=10))
        self.reader = DataReader(node.participant, replies, qos=qos(depth=10))

    def call(self, *fields):
        until(lambda: self.writer.get_matched_subscriptions() and self.reader.get_matched_publications())
        self.number += 1
        self.writer.write(self.request(CLIENT, self.number, *fields))
        found = []
        until(lambda: found.extend(self.reader.take(10)) or found)
        assert [(reply.client, reply.number) for reply in found] == [(CLIENT, self.number)], found
        return found[0]


def main():
    node = Node()
    state = TYPES["simulation_interfaces/msg/SimulationState"]
    get = Client(node, "/get_simulation_state", "simulation_interfaces/srv/GetSimulationState")
    change = Client(node, "/set_simulation_state", "simulation_interfaces/srv/SetSimulationState")
    step = Client(node, "/step_simulation", "simulation_interfaces/srv/StepSimulation")
    parameters = Client(node, "/surefoot/list_parameters", "rcl_interfaces/srv/ListParameters")
    for wanted in (2, 1, 2):
        assert change.call(state(wanted)).result.result == 1
        assert get.call(0).state.state == wanted
    for _ in range(20):
        assert step.call(5).result.result == 1
    assert "use_sim_time" in parameters.call([], 0).result.names
    print("all services")


main()
