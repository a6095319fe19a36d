"""Compares the frames of robot_state_publisher, on /rsp_tf and /rsp_tf_static, with those of the simulator for the same times."""

import threading

import rospy
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

WHEELS = {f"{end}_{side}_wheel_link" for end in ("front", "rear") for side in ("left", "right")}


class Frames:
    """Transforms by (child frame without prefix, time)."""

    def __init__(self):
        self.lock, self.theirs, self.ours, self.pairs = threading.Lock(), {}, {}, {}
        self.done = threading.Event()
        rospy.Subscriber("/rsp_tf", TFMessage, lambda m: self.take(m, self.theirs))
        rospy.Subscriber("/tf", TFMessage, lambda m: self.take(m, self.ours))

    def take(self, message, into):
        with self.lock:
            for transform in message.transforms:
                child = transform.child_frame_id.split("/")[-1]
                into[child, transform.header.stamp.to_nsec()] = transform
            for key in self.theirs.keys() & self.ours.keys():
                self.pairs[key] = (self.theirs[key], self.ours[key])
            if all(sum(child == wheel for child, _ in self.pairs) >= 10 for wheel in WHEELS):
                self.done.set()


def values(transform):
    t, r = transform.transform.translation, transform.transform.rotation
    sign = -1 if r.w < 0 else 1
    return [t.x, t.y, t.z, sign * r.x, sign * r.y, sign * r.z, sign * r.w]


def main():
    rospy.init_node("frames", anonymous=True)
    joints = rospy.wait_for_message("/husky/joint_states", JointState, 30)
    assert len(joints.name) == 4, joints.name
    fixed = rospy.wait_for_message("/rsp_tf_static", TFMessage, 30)
    assert "imu_link" in {t.child_frame_id for t in fixed.transforms}, fixed
    frames = Frames()
    assert frames.done.wait(60), f"{len(frames.theirs)} frames of robot_state_publisher, {len(frames.pairs)} at times of the simulator"
    for (child, _), (theirs, ours) in frames.pairs.items():
        assert ours.child_frame_id == f"husky/{child}" and ours.header.frame_id == f"husky/{theirs.header.frame_id}"
        error = max(abs(a - b) for a, b in zip(values(theirs), values(ours)))
        assert error < 1e-6, f"{child}: {error}\n{theirs}\n{ours}"
    print(f"{len(frames.pairs)} frames are equal")


main()
