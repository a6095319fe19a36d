// foxglove.mjs SCHEMA, in the folder of its packages: topics of the simulator with worlds/flat.sdf, received by @foxglove/rtps.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Participant, Durability, HistoryKind, Reliability } = require("@foxglove/rtps");
const { UdpSocketNode } = require("@foxglove/rtps/nodejs");
const { parse } = require("@foxglove/rosmsg");
const { MessageReader } = require("@foxglove/rosmsg2-serialization");

const schema = process.argv[2];

// The definition with those of all types that it uses, as recordings have it.
function definition(name, known = new Set()) {
  const [pkg, type] = name.split("/");
  const text = readFileSync(`${schema}/${pkg}/${type}.msg`, "utf8");
  const parts = [text];
  for (const [, used] of text.matchAll(/^([A-Za-z_]+\/[A-Z]\w*|[A-Z]\w*)(?:<=\d+)?(?:\[[^\]]*\])?\s/gm)) {
    const full = used.includes("/") ? used : `${pkg}/${used}`;
    if (known.has(full)) continue;
    known.add(full);
    parts.push(`${"=".repeat(80)}\nMSG: ${full}\n${definition(full, known)}`);
  }
  return parts.join("\n");
}

const address = "10.77.0.2";
const participant = new Participant({
  name: "foxglove",
  addresses: [address],
  udpSocketCreate: (options) => UdpSocketNode.Create(options),
});
participant.on("error", (error) => console.error("error:", error.message));

const wanted = new Map(); // by topic in DDS: { reader, check, left }
function subscribe(topic, name, count, check, options = {}) {
  const [pkg, type] = name.split("/");
  const reader = new MessageReader(parse(definition(name), { ros2: true }));
  wanted.set(topic, { reader, check, left: count });
  participant.subscribe({
    topicName: topic,
    typeName: `${pkg}::msg::dds_::${type}_`,
    durability: options.latched ? Durability.TransientLocal : Durability.Volatile,
    history: { kind: HistoryKind.KeepLast, depth: options.depth ?? 10 },
    reliability: { kind: options.effort ? Reliability.BestEffort : Reliability.Reliable, maxBlockingTime: { sec: 0, nsec: 1e8 } },
  });
}

function assert(condition, text) {
  if (!condition) throw new Error(text);
}

participant.on("userData", (data) => {
  const topic = data.publication.topicName;
  const one = wanted.get(topic);
  if (one === undefined) return;
  const message = one.reader.readMessage(data.serializedData);
  one.check(message);
  one.left = Math.max(0, one.left - 1);
});

await participant.start();

subscribe("rt/husky/imu/data", "sensor_msgs/Imu", 30, (imu) => {
  assert(imu.header.frame_id.endsWith("imu_link"), imu.header.frame_id);
  assert(Math.abs(imu.linear_acceleration.z - 9.8) < 5, imu.linear_acceleration.z);
});
subscribe("rt/clock", "rosgraph_msgs/Clock", 30, (time) => assert(time.clock.sec >= 0, "clock"), { effort: true, depth: 1 });
subscribe("rt/husky/husky_velocity_controller/odom", "nav_msgs/Odometry", 10, (odometry) =>
  assert(odometry.child_frame_id.startsWith("husky/"), odometry.child_frame_id));
subscribe("rt/tf_static", "tf2_msgs/TFMessage", 1, (message) => assert(message.transforms.length > 0, "no transforms"), {
  latched: true,
  depth: 1,
});

const end = Date.now() + 60_000;
const done = () => [...wanted.values()].every((one) => one.left === 0);
while (!done() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
const missing = [...wanted].filter(([, one]) => one.left > 0).map(([topic, one]) => `${one.left} of ${topic}`);
assert(missing.length === 0, `missing: ${missing.join(", ")}`);
const topics = participant.topicWriters().map((writer) => `${writer.topicName} ${writer.typeName}`);
assert(topics.includes("rt/husky/imu/data sensor_msgs::msg::dds_::Imu_"), topics.join(", "));
await participant.shutdown();
console.log("all found");
process.exit(0);
