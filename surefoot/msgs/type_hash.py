"""Type hashes of ROS 2 (REP-2016, "RIHS01"): SHA-256 of a type's description as JSON.

A description is a list of fields, each a dict as rosidl writes it, by full type name
("std_msgs/msg/String"). Descriptions of services and actions are derived as rosidl derives them.
"""

import hashlib
import json

# type_description_interfaces/msg/FieldType; rosidl reads char as uint8.
TYPE_IDS = {
    "int8": 2,
    "uint8": 3,
    "char": 3,
    "int16": 4,
    "uint16": 5,
    "int32": 6,
    "uint32": 7,
    "int64": 8,
    "uint64": 9,
    "float32": 10,
    "float64": 11,
    "bool": 15,
    "byte": 16,
    "string": 17,
}
MESSAGE, BOUNDED_STRING = 1, 21
FIXED_ARRAY, BOUNDED_ARRAY, ARRAY = 48, 96, 144

UUID = "unique_identifier_msgs/msg/UUID"
TIME = "builtin_interfaces/msg/Time"
EVENT_INFO = "service_msgs/msg/ServiceEventInfo"


def field(name, type_name, array="", string_bound=0):
    """One field; `array` is "", "[]", "[9]" or "[<=9]", `type_name` a primitive or a full name."""
    type_id = TYPE_IDS.get(type_name, MESSAGE)
    if string_bound:
        type_id = BOUNDED_STRING
    size = array.strip("[]<=")
    if array:
        type_id += BOUNDED_ARRAY if "<=" in array else FIXED_ARRAY if size else ARRAY
    return {
        "name": name,
        "type": {
            "type_id": type_id,
            "capacity": int(size or 0),
            "string_capacity": string_bound,
            "nested_type_name": "" if type_name in TYPE_IDS else type_name,
        },
    }


def message(fields):
    """IDL has no empty structs, so an empty message has a field."""
    return fields or [field("structure_needs_at_least_one_member", "uint8")]


# What the types derived from services and actions contain; the schema need not have it.
DERIVED_USE = {
    TIME: [field("sec", "int32"), field("nanosec", "uint32")],
    UUID: [field("uuid", "uint8", "[16]")],
    EVENT_INFO: [
        field("event_type", "uint8"),
        field("stamp", TIME),
        field("client_gid", "char", "[16]"),
        field("sequence_number", "int64"),
    ],
}


def add_service(name, types):
    """Adds the service and its event to types, which has its request and response."""
    for used, fields in DERIVED_USE.items():
        types.setdefault(used, fields)
    types[f"{name}_Event"] = [
        field("info", EVENT_INFO),
        field("request", f"{name}_Request", "[<=1]"),
        field("response", f"{name}_Response", "[<=1]"),
    ]
    types[name] = [
        field(f"{part}_message", f"{name}_{part.capitalize()}") for part in ("request", "response", "event")
    ]


def add_action(name, types):
    """Adds the action with its services and its feedback message to types, which has its parts."""
    goal_id = field("goal_id", UUID)
    types[f"{name}_SendGoal_Request"] = [goal_id, field("goal", f"{name}_Goal")]
    types[f"{name}_SendGoal_Response"] = [field("accepted", "bool"), field("stamp", TIME)]
    types[f"{name}_GetResult_Request"] = [goal_id]
    types[f"{name}_GetResult_Response"] = [field("status", "int8"), field("result", f"{name}_Result")]
    types[f"{name}_FeedbackMessage"] = [goal_id, field("feedback", f"{name}_Feedback")]
    add_service(f"{name}_SendGoal", types)
    add_service(f"{name}_GetResult", types)
    types[name] = [
        *(field(part.lower(), f"{name}_{part}") for part in ("Goal", "Result", "Feedback")),
        field("send_goal_service", f"{name}_SendGoal"),
        field("get_result_service", f"{name}_GetResult"),
        field("feedback_message", f"{name}_FeedbackMessage"),
    ]


def used_types(name, types):
    """All types that `name` contains, at any depth."""
    found, waiting = set(), [name]
    while waiting:
        for item in types[waiting.pop()]:
            used = item["type"]["nested_type_name"]
            if used and used not in found:
                found.add(used)
                waiting.append(used)
    return sorted(found)


def type_hash(name, types):
    """"RIHS01_" and 64 digits."""

    def described(type_name):
        return {"type_name": type_name, "fields": types[type_name]}

    description = {
        "type_description": described(name),
        "referenced_type_descriptions": [described(used) for used in used_types(name, types)],
    }
    return "RIHS01_" + hashlib.sha256(json.dumps(description).encode()).hexdigest()
