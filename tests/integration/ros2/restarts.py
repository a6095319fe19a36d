"""restarts.py: two nodes of one process, one of which ends and comes back; the simulator ends and comes back. Prints a line
when it expects something: "cut", "join", "end", "start"."""

from node import Node, until

TOPIC, KIND = "/husky/imu/data", "sensor_msgs/msg/Imu"
DESCRIPTION, TEXT = "/husky/robot_description", "std_msgs/msg/String"


def say(text):
    print(text, flush=True)


def flows(reader):
    """Messages come."""
    reader.take_bytes()
    until(lambda: reader.wait(1.0) and len(reader.take_bytes()) > 0)


def main():
    node = Node()
    reader = node.reader(TOPIC, KIND)
    flows(reader)
    # The peer restarts.
    for _ in range(3):
        other = Node()
        again = other.reader(TOPIC, KIND)
        flows(again)
        latched = other.reader(DESCRIPTION, TEXT, latched=True, depth=1)
        assert len(latched.messages(1)) == 1
        del again, latched, other
    flows(reader)
    say("cut")
    # The cable is out: nothing comes any more.
    until(lambda: (reader.take_bytes(), not reader.wait(1.0))[1])
    say("join")
    flows(reader)
    for way in ("term", "kill"):
        say(f"end {way}")
        # A killed program is noticed by the silence of its participant.
        until(lambda: reader.matched() == 0, 120)
        say("start")
        flows(reader)
    say("all restarts")


main()
