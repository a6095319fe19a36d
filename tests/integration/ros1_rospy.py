"""A node of rospy in a world with a Husky. Waits for events with rospy's own functions; every wait has a limit."""

import threading
import unittest

import actionlib
import rospy
import tf2_ros
from actionlib_msgs.msg import GoalStatus
from gazebo_msgs.msg import LinkStates, ModelState, ModelStates
from gazebo_msgs.srv import (
    DeleteModel, GetJointProperties, GetLinkState, GetModelProperties, GetModelState, GetWorldProperties, SetModelState,
    SpawnModel)
from geometry_msgs.msg import Point, Pose, Quaternion, Twist
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Clock, Log
from sensor_msgs.msg import Imu
from simulation_interfaces.msg import SimulateStepsAction, SimulateStepsGoal
from simulation_interfaces.srv import GetEntityState, StepSimulation
from std_msgs.msg import String
from std_srvs.srv import Empty
from tf2_msgs.msg import TFMessage

WAIT = 30
ODOM = "/husky/husky_velocity_controller/odom"
BOX = """<robot name="box"><link name="body"><inertial><mass value="2"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision name="shape"><geometry><box size="1 1 1"/></geometry></collision></link></robot>"""


def call(name, kind, **request):
    rospy.wait_for_service(name, WAIT)
    return rospy.ServiceProxy(name, kind)(**request)


class Until:
    """Subscribes until a message fits; wait() returns that one."""

    def __init__(self, topic, kind, fits=lambda message: True):
        self.found, self.message, self.fits = threading.Event(), None, fits
        self.subscriber = rospy.Subscriber(topic, kind, self.take)

    def take(self, message):
        if not self.found.is_set() and self.fits(message):
            self.message = message
            self.found.set()

    def wait(self):
        assert self.found.wait(WAIT), f"no such message on {self.subscriber.name}"
        self.subscriber.unregister()
        return self.message


def connected(publisher):
    """Waits until the simulator has subscribed."""
    done = threading.Event()

    class Listener(rospy.SubscribeListener):
        def peer_subscribe(self, *_):
            done.set()

    publisher.impl.add_subscriber_listener(Listener())
    assert publisher.get_num_connections() > 0 or done.wait(WAIT)


class Node(unittest.TestCase):
    def test_time_is_simulated(self):
        self.assertTrue(rospy.get_param("/use_sim_time"))
        first = rospy.wait_for_message("/clock", Clock, WAIT).clock
        Until("/clock", Clock, lambda m: m.clock > first).wait()
        self.assertGreater(rospy.get_time(), 0)
        self.assertLess(rospy.get_time(), 1000)

    def test_a_published_command_drives_the_robot(self):
        start = rospy.wait_for_message(ODOM, Odometry, WAIT)
        self.assertEqual(start.child_frame_id, "husky/base_link")
        command = rospy.Publisher("/husky/cmd_vel", Twist, queue_size=1)
        connected(command)
        twist = Twist()
        twist.linear.x = 0.5
        goes = threading.Event()

        def drive(message):
            command.publish(twist)
            if message.pose.pose.position.x > start.pose.pose.position.x + 0.3:
                goes.set()

        odometry = rospy.Subscriber(ODOM, Odometry, drive)
        self.assertTrue(goes.wait(WAIT), "the robot does not drive")
        odometry.unregister()
        command.unregister()
        # Nobody commands it any more: it stops by itself, and is free for others.
        Until(ODOM, Odometry, lambda m: abs(m.twist.twist.linear.x) < 0.01).wait()

    def test_measurements(self):
        imu = Until("/husky/imu/data", Imu, lambda m: m.header.seq > 3).wait()
        self.assertEqual(imu.header.frame_id, "husky/imu_link")
        self.assertAlmostEqual(imu.linear_acceleration.z, 9.8, delta=1)

    def test_frames(self):
        buffer = tf2_ros.Buffer()
        tf2_ros.TransformListener(buffer)
        moving = buffer.lookup_transform("world", "husky/base_link", rospy.Time(), rospy.Duration(WAIT))
        self.assertGreater(moving.header.stamp.to_sec(), 0)
        fixed = buffer.lookup_transform("husky/base_link", "husky/imu_link", rospy.Time(), rospy.Duration(WAIT))
        self.assertLess(abs(fixed.transform.translation.x), 2)
        # Latched: also for one that comes late.
        self.assertGreater(len(rospy.wait_for_message("/tf_static", TFMessage, WAIT).transforms), 0)

    def test_a_node_among_nodes(self):
        """Messages between nodes do not come twice by way of the simulator."""
        got, marker = [], TFMessage()
        done = threading.Event()

        def take(message):
            names = [t.child_frame_id for t in message.transforms]
            if names == ["last"]:
                done.set()
            elif names == ["mine"]:
                got.append(names)

        rospy.Subscriber("/tf", TFMessage, take)
        publisher = rospy.Publisher("/tf", TFMessage, queue_size=10)
        while publisher.get_num_connections() < 2:
            rospy.wait_for_message("/clock", Clock, WAIT)
        from geometry_msgs.msg import TransformStamped
        for name in ["mine", "mine", "last"]:
            transform = TransformStamped(child_frame_id=name)
            transform.header.frame_id = "odom"
            transform.header.stamp = rospy.Time.now()
            transform.transform.rotation.w = 1
            publisher.publish(TFMessage([transform]))
        self.assertTrue(done.wait(WAIT))
        # What the simulator would send back has come by its next own messages.
        for _ in range(3):
            rospy.wait_for_message("/tf", TFMessage, WAIT)
        self.assertEqual(len(got), 2)

    def test_parameters(self):
        rospy.set_param("/robot/limits", {"speed": 1.5, "names": ["a", "b"], "on": True})
        self.assertEqual(rospy.get_param("/robot/limits/names"), ["a", "b"])
        self.assertEqual(rospy.search_param("robot"), "/robot")
        self.assertIn("/robot/limits/speed", rospy.get_param_names())
        rospy.delete_param("/robot/limits")
        self.assertFalse(rospy.has_param("/robot/limits"))

    def test_gazebo(self):
        world = call("/gazebo/get_world_properties", GetWorldProperties)
        self.assertTrue(world.success)
        self.assertIn("husky", world.model_names)
        place = Pose(Point(5, 4, 0.5), Quaternion(0, 0, 0, 1))
        spawned = call("/gazebo/spawn_urdf_model", SpawnModel, model_name="box1", model_xml=BOX,
                       robot_namespace="/", initial_pose=place, reference_frame="world")
        self.assertTrue(spawned.success, spawned.status_message)
        again = call("/gazebo/spawn_urdf_model", SpawnModel, model_name="box1", model_xml=BOX,
                     robot_namespace="", initial_pose=place, reference_frame="")
        self.assertFalse(again.success)
        state = call("/gazebo/get_model_state", GetModelState, model_name="box1", relative_entity_name="")
        self.assertTrue(state.success, state.status_message)
        self.assertAlmostEqual(state.pose.position.x, 5, places=3)
        moved = ModelState(model_name="box1", pose=Pose(Point(0, 2, 0.5), Quaternion(0, 0, 0, 1)),
                           reference_frame="husky")
        self.assertTrue(call("/gazebo/set_model_state", SetModelState, model_state=moved).success)
        state = call("/gazebo/get_model_state", GetModelState, model_name="box1", relative_entity_name="husky")
        self.assertAlmostEqual(state.pose.position.y, 2, places=2)
        link = call("/gazebo/get_link_state", GetLinkState, link_name="box1::body", reference_frame="husky")
        self.assertAlmostEqual(link.link_state.pose.position.y, 2, places=2)
        properties = call("/gazebo/get_model_properties", GetModelProperties, model_name="husky")
        self.assertIn("base_link", properties.body_names)
        self.assertFalse(properties.is_static)
        wheel = call("/gazebo/get_joint_properties", GetJointProperties, joint_name="front_left_wheel")
        self.assertTrue(wheel.success, wheel.status_message)
        self.assertEqual((wheel.type, len(wheel.position), len(wheel.rate)), (wheel.REVOLUTE, 1, 1))
        models = Until("/gazebo/model_states", ModelStates, lambda m: "box1" in m.name).wait()
        at = models.pose[models.name.index("box1")].position
        # It was put down at 0.5 m above the base link, which is at 0.13 m, and falls.
        self.assertGreater(at.z, 0.49)
        self.assertLess(at.z, 0.65)
        self.assertIn("box1::body", rospy.wait_for_message("/gazebo/link_states", LinkStates, WAIT).name)
        deleted = call("/gazebo/delete_model", DeleteModel, model_name="box1")
        self.assertTrue(deleted.success, deleted.status_message)
        self.assertFalse(call("/gazebo/get_model_state", GetModelState, model_name="box1",
                              relative_entity_name="").success)
        self.assertFalse(call("/gazebo/delete_model", DeleteModel, model_name="box1").success)

    def test_steps(self):
        client = actionlib.SimpleActionClient("/simulate_steps", SimulateStepsAction)
        self.assertTrue(client.wait_for_server(rospy.Duration(WAIT)))

        call("/gazebo/pause_physics", Empty)
        call("/gazebo/pause_physics", Empty)
        before = call("/gazebo/get_world_properties", GetWorldProperties).sim_time
        self.assertEqual(call("/step_simulation", StepSimulation, steps=100).result.result, 1)
        after = call("/gazebo/get_world_properties", GetWorldProperties).sim_time
        self.assertAlmostEqual(after - before, 0.1, places=6)
        state = call("/get_entity_state", GetEntityState, entity="husky")
        self.assertAlmostEqual(state.state.header.stamp.to_sec(), after, places=6)

        feedback = []
        end = self.send(client, 50, feedback_cb=feedback.append)
        self.assertTrue(end.wait(WAIT))
        self.assertEqual(client.get_state(), GoalStatus.SUCCEEDED, client.get_goal_status_text())
        self.assertEqual(client.get_result().result.result, 1)
        now = call("/gazebo/get_world_properties", GetWorldProperties).sim_time
        self.assertAlmostEqual(now - after, 0.05, places=6)
        # A goal that takes too long is cancelled.
        end = self.send(client, 10**12)
        client.cancel_goal()
        self.assertTrue(end.wait(WAIT))
        self.assertEqual(client.get_state(), GoalStatus.PREEMPTED)

        call("/gazebo/unpause_physics", Empty)
        Until("/clock", Clock, lambda m: m.clock.to_sec() > now + 0.1).wait()
        call("/gazebo/reset_simulation", Empty)
        Until("/clock", Clock, lambda m: m.clock.to_sec() < now).wait()

    def send(self, client, steps, **callbacks):
        """Sends a goal; returns an event for its end. actionlib's own waiting is in simulated time, which stands."""
        end = threading.Event()
        client.send_goal(SimulateStepsGoal(steps=steps), done_cb=lambda *_: end.set(), **callbacks)
        return end

    def test_errors_of_services(self):
        with self.assertRaises(rospy.ServiceException):
            call("/load_world", Empty)
        with self.assertRaises(rospy.ServiceException) as context:
            rospy.ServiceProxy("/gazebo/pause_physics", GetModelState)(model_name="a")
        self.assertIn("md5sum", str(context.exception))

    def test_logs(self):
        """Of another node, by way of the simulator's aggregator."""
        log = Until("/rosout_agg", Log, lambda m: m.msg == "hello from the test")
        while not log.found.is_set():
            rospy.logwarn("hello from the test")
            rospy.wait_for_message("/clock", Clock, WAIT)
        self.assertEqual(log.wait().level, Log.WARN)


if __name__ == "__main__":
    rospy.init_node("ros1_rospy", anonymous=True)
    unittest.main()
