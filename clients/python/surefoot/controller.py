"""A controller that Surefoot starts for each trial and steps in lock-step with the simulation.

    from surefoot.controller import Controller

    class Straight(Controller):
        def step(self, time, messages):
            if time > 5.0:
                self.done()
            return {"/husky/cmd_vel": {"linear": {"x": self.parameters["speed"]}}}

    Straight().run()

In the experiment file: `program: [python3, straight.py]`, `parameters: {speed: 0.5}`. The protocol behind
it, one line of JSON each way, is in docs/guides/controllers.md.
"""

import json
import os
import sys

PROTOCOL = 1


class Controller:
    """Override step(), and start() and end() where needed."""

    def __init__(self):
        #: The first message of the simulator: seed, step, period, duration, topics, ...
        self.hello = {}
        #: The parameters of the experiment file.
        self.parameters = {}
        self._answer = {}

    def start(self):
        """Called before the first step; self.hello and self.parameters are set."""

    def step(self, time, messages):
        """Called every period. `time`: simulated seconds since the start. `messages`: the newest message
        of each topic, None before the first one. Returns the messages to publish, {topic: message}, in
        which missing fields have their defaults, or None."""
        raise NotImplementedError

    def end(self, reason, time):
        """Called at the end of the trial: "done" if this program ended it, "over" otherwise."""

    def done(self):
        """Ends the trial after this step."""
        self._answer["done"] = True

    def fail(self, why):
        """Ends the trial as failed."""
        self._answer["fail"] = str(why)

    def run(self):
        """Answers the simulator until the end. print() goes to the log from here on."""
        # The protocol uses a copy of stdout, so that print() cannot disturb it.
        out = os.fdopen(os.dup(1), "w", buffering=1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        for line in sys.stdin:
            if not self._take(json.loads(line), out):
                return

    def _take(self, message, out):
        if "end" in message:
            self.end(message["end"]["reason"], message["end"]["time"])
            return False
        self._answer = {}
        if "hello" in message:
            self.hello = message["hello"]
            if self.hello["protocol"] != PROTOCOL:
                self.fail(f"protocol {self.hello['protocol']} is not known, only {PROTOCOL}")
            self.parameters = self.hello["parameters"]
            self.start()
        else:
            publish = self.step(message["time"], message["messages"])
            if publish:
                self._answer["publish"] = publish
        out.write(json.dumps(self._answer, allow_nan=False) + "\n")
        return True
