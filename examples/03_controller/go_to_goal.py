"""Drives a robot to a point: turns towards it, slows down before it, stops on it.

Parameters: goal_x, goal_y (m, in the frame of the pose), pose and command (topics).
"""

import math

from surefoot.controller import Controller


class GoToGoal(Controller):
    def step(self, time, messages):
        odometry = messages[self.parameters["pose"]]
        if odometry is None:
            return None
        pose = odometry["pose"]["pose"]
        dx = self.parameters["goal_x"] - pose["position"]["x"]
        dy = self.parameters["goal_y"] - pose["position"]["y"]
        distance = math.hypot(dx, dy)
        q = pose["orientation"]
        yaw = math.atan2(2 * (q["w"] * q["z"] + q["x"] * q["y"]), 1 - 2 * (q["y"] ** 2 + q["z"] ** 2))
        error = math.remainder(math.atan2(dy, dx) - yaw, 2 * math.pi)
        if distance < 0.1:
            self.done()
            return {self.parameters["command"]: {}}
        # Drive forward only when heading towards the goal.
        speed = min(0.8, distance) * max(0.0, math.cos(error))
        turn = max(-1.0, min(1.0, 2.0 * error))
        return {self.parameters["command"]: {"linear": {"x": speed}, "angular": {"z": turn}}}

    def end(self, reason, time):
        print(f"{reason} after {time} s")


GoToGoal().run()
