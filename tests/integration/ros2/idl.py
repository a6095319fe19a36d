"""Classes of cyclonedds for ROS 2's messages, made from definitions: idl.Types(SCHEMA_FOLDER)["sensor_msgs/msg/Imu"]."""

import dataclasses
import re
import types
from pathlib import Path

import cyclonedds.idl.types as idl
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final

BASIC = {"bool": bool, "byte": idl.uint8, "char": idl.uint8, "string": str}
BASIC |= {
    name: getattr(idl, name)
    for name in "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64".split()
}
FIELD = re.compile(r"^([\w/]+)(?:<=\d+)?(\[[^\]]*\])?\s+(\w+)(\s*=)?")


class Types:
    def __init__(self, schema):
        self.schema = Path(schema)
        self.made = {}

    def __getitem__(self, name):
        """By the name in ROS 2; parts of services as "std_srvs/srv/Trigger_Request"."""
        if name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def text(self, package, kind, name):
        part, marks = name, {"_Request": 0, "_Response": 1}
        index = 0
        for suffix, at in marks.items():
            if kind == "srv" and name.endswith(suffix):
                part, index = name[: -len(suffix)], at
        text = (self.schema / package / f"{part}.{kind}").read_text()
        return re.split(r"^---$", text, flags=re.MULTILINE)[index]

    def make(self, full):
        package, kind, name = full.split("/")
        fields = {}
        for line in self.text(package, kind, name).splitlines():
            found = FIELD.match(line.split("#")[0].strip())
            if found and not found[4]:
                fields[found[3]] = self.type_of(found[1], found[2], package)
        fields = fields or {"structure_needs_at_least_one_member": idl.uint8}

        def body(scope):
            scope["__annotations__"] = fields

        wire = f"{package}::{kind}::dds_::{name}_"
        made = types.new_class(name + "_", (IdlStruct,), {"typename": wire}, body)
        return final(dataclasses.dataclass(made))

    def type_of(self, name, array, package):
        if name in BASIC:
            item = BASIC[name]
        else:
            parts = name.split("/") if "/" in name else [package, name]
            item = self[f"{parts[0]}/msg/{parts[1]}"]
        if not array:
            return item
        size = array[1:-1]
        return idl.array[item, int(size)] if size.isdigit() else idl.sequence[item]
