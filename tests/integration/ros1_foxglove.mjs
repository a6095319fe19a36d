// Waits for events of a simulator at ROS_MASTER_URI; for ros1_foxglove.sh, which limits the time.
import assert from "node:assert";
import ros1 from "@foxglove/ros1";
import nodejs from "@foxglove/ros1/nodejs";
import { XmlRpcClient } from "@foxglove/xmlrpc";
import xmlrpc from "@foxglove/xmlrpc/nodejs";
import { parse } from "@foxglove/rosmsg";

const node = new ros1.RosNode({
  name: "/foxglove_test",
  rosMasterUri: process.env.ROS_MASTER_URI,
  hostname: "127.0.0.1",
  pid: process.pid,
  httpServer: new xmlrpc.HttpServerNodejs(),
  tcpSocketCreate: nodejs.TcpSocketNode.Create,
  tcpServer: await nodejs.TcpServerNode.Listen({ host: "127.0.0.1", port: 0 }),
});
await node.start();

// The first message of a topic that fits.
function message(topic, dataType, fits = () => true) {
  return new Promise((resolve, reject) => {
    const subscription = node.subscribe({ topic, dataType });
    subscription.on("error", reject);
    const take = (found) => {
      if (!fits(found)) return;
      subscription.off("message", take);
      resolve(found);
    };
    subscription.on("message", take);
  });
}

const topics = new Map(await node.getPublishedTopics());
assert.equal(topics.get("/husky/imu/data"), "sensor_msgs/Imu");
const graph = await node.getSystemState();
assert.ok(graph.subscribers.get("/husky/cmd_vel").has("/surefoot"));
assert.ok(graph.services.get("/gazebo/pause_physics").has("/surefoot"));

const imu = await message("/husky/imu/data", "sensor_msgs/Imu");
assert.equal(imu.header.frame_id, "husky/imu_link");
assert.equal(imu.orientation_covariance.length, 9);
assert.ok(Math.abs(imu.linear_acceleration.z - 9.8) < 2);
const frames = await message("/tf_static", "tf2_msgs/TFMessage");
assert.ok(frames.transforms.length > 0);
// A type that only Surefoot has: its definition comes with the connection.
const status = await message("/surefoot/view/status", "surefoot_msgs/ViewStatus");
assert.equal(typeof status.state, "string");

const parameters = await node.subscribeAllParams();
assert.equal(parameters.get("/use_sim_time"), true);
const updated = new Promise((resolve) => node.on("paramUpdate", resolve));
// The master informs only others of a change, so another node makes it.
const other = new XmlRpcClient(process.env.ROS_MASTER_URI);
await other.methodCall("setParam", ["/other", "/use_sim_time", false]);
assert.equal((await updated).value, false);
await other.methodCall("setParam", ["/other", "/use_sim_time", true]);

const start = await message("/husky/husky_velocity_controller/odom", "nav_msgs/Odometry");
await node.advertise({
  topic: "/husky/cmd_vel",
  dataType: "geometry_msgs/Twist",
  messageDefinition: parse(
    "Vector3 linear\nVector3 angular\n" + "=".repeat(80) +
      "\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n",
  ),
});
const command = { linear: { x: 0.5, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } };
await message("/husky/husky_velocity_controller/odom", "nav_msgs/Odometry", (odometry) => {
  void node.publish("/husky/cmd_vel", command);
  return odometry.pose.pose.position.x > start.pose.pose.position.x + 0.2;
});

console.log("all found");
node.shutdown();
process.exit(0);
