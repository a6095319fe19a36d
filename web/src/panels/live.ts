import * as THREE from 'three';
import { useEffect, useRef, useState } from 'preact/hooks';
import { modelMatrix } from '../scene/model_pose';
import { nodeOf } from '../scene/picking';
import { setMatrix } from '../scene/shapes';
import { view } from '../scene/start';
import { findModel } from '../store/scene';
import { linkOf, type Item } from '../store/selection';
import { server } from '../store/server';
import { robotTopic } from '../store/topic_list';
import type { PoseArray } from '../store/scene';

const text_ms = 100;

/** Calls `read` at 10 Hz while the component is shown. */
export function useTenHertz<T>(read: () => T, inputs: unknown[]): T {
  const [value, setValue] = useState<T>(read);
  useEffect(() => {
    setValue(read());
    const timer = setInterval(() => setValue(read()), text_ms);
    return () => clearInterval(timer);
  }, inputs);
  return value;
}

export interface LivePose { frame: string; pose: PoseArray; position: [number, number, number]; rpy: [number, number, number] }

/** Roll, pitch and yaw in degrees. */
export function anglesOf(q: THREE.Quaternion): [number, number, number] {
  const e = new THREE.Euler().setFromQuaternion(q, 'ZYX');
  return [e.x, e.y, e.z].map((a) => (a * 180) / Math.PI) as [number, number, number];
}

export function quaternionOf([roll, pitch, yaw]: number[]): THREE.Quaternion {
  const rad = Math.PI / 180;
  return new THREE.Quaternion().setFromEuler(new THREE.Euler(roll! * rad, pitch! * rad, yaw! * rad, 'ZYX'));
}

/** The present pose of an item: of a model in the world, of a link in its parent. */
export function poseNow(item: Item): LivePose | null {
  const now = view.peek();
  const model = now?.model(item.model);
  if (!now || !model) return null;
  const node = nodeOf(now, item);
  if (!node) return null;
  const matrix = node.matrixWorld.clone();
  let frame = 'world';
  if (item.part === '') {
    matrix.copy(modelMatrix(model));
  } else {
    const { links } = model.model.details;
    const link = links.find((l) => l.name === linkOf(item));
    const parent = link && link.parent >= 0 ? model.nodes[link.parent] : undefined;
    if (parent && link) {
      matrix.premultiply(parent.matrixWorld.clone().invert());
      frame = links[link.parent]!.name;
    }
  }
  const position = new THREE.Vector3(), quaternion = new THREE.Quaternion();
  matrix.decompose(position, quaternion, new THREE.Vector3());
  const { x, y, z } = position;
  return { frame, pose: [x, y, z, quaternion.x, quaternion.y, quaternion.z, quaternion.w], position: [x, y, z], rpy: anglesOf(quaternion) };
}

/** The drawn position of a joint (rad or m); null if unknown. */
export function jointNow(model: string, joint: string): { value: number; time: number } | null {
  const now = view.peek(), shown = now?.model(model);
  const details = shown?.model.details;
  const index = details?.joints.findIndex((j) => j.name === joint) ?? -1;
  const at = details?.links.findIndex((l) => l.joint === index && (l.motion === 'turn' || l.motion === 'slide')) ?? -1;
  if (!now || !shown || index < 0 || at < 0) return null;
  const link = details!.links[at]!;
  const motion = setMatrix(new THREE.Matrix4(), link.X_PJ).invert().multiply(shown.nodes[at]!.matrix).multiply(setMatrix(new THREE.Matrix4(), link.X_JC).invert());
  const axis = new THREE.Vector3(...(link.axis as [number, number, number])), p = new THREE.Vector3(), q = new THREE.Quaternion();
  motion.decompose(p, q, new THREE.Vector3());
  const value = link.motion === 'slide' ? p.dot(axis) : 2 * Math.atan2(axis.dot(new THREE.Vector3(q.x, q.y, q.z)), q.w);
  return { value, time: now.shownTime };
}

export interface JointLive { position?: number; speed?: number; effort?: number }
interface JointStates { name: string[]; position: ArrayLike<number>; velocity: ArrayLike<number>; effort: ArrayLike<number> }
interface Wheels { wheels: { joint: string; torque: number }[] }

const speed_samples = 6;

/** Computed from drawn poses; the speed is that of the last half second. */
function useDrawnJoint(model: string, joint: string, turns: boolean): JointLive {
  const past = useRef<{ whole: number; value: number; time: number }[]>([]);
  useEffect(() => { past.current = []; }, [model, joint]);
  return useTenHertz<JointLive>(() => {
    const now = jointNow(model, joint), all = past.current, last = all[all.length - 1];
    if (!now) return {};
    if (last && now.time < last.time) all.length = 0;
    let by = last ? now.value - last.value : 0;
    if (turns) by -= 2 * Math.PI * Math.round(by / (2 * Math.PI));
    all.push({ ...now, whole: (last?.whole ?? 0) + by });
    if (all.length > speed_samples) all.shift();
    const first = all[0]!, end = all[all.length - 1]!;
    return { position: now.value, speed: all.length < 4 ? undefined : end.time > first.time ? (end.whole - first.whole) / (end.time - first.time) : 0 };
  }, [model, joint]);
}

/** A joint's values: from the robot's joint states, otherwise from the drawn poses and the wheel contacts. */
export function useJoint(model: string, joint: string, turns: boolean): JointLive {
  const states = useRobotTopic<JointStates>(model, 'sensor_msgs/JointState');
  const wheels = useRobotTopic<Wheels>(model, 'surefoot_msgs/WheelGrounds');
  const drawn = useDrawnJoint(model, joint, turns);
  const named = (name: string) => name === joint || name.endsWith(`/${joint}`) || name.endsWith(`::${joint}`);
  const at = states ? states.name.findIndex(named) : -1;
  if (states && at >= 0) return { position: states.position[at], speed: states.velocity[at], effort: states.effort[at] };
  return { ...drawn, effort: wheels?.wheels.find((w) => named(w.joint))?.torque };
}

/** Reads the newest message of a robot's topic of a type at 10 Hz. */
export function useRobotTopic<T>(robot: string, type: string): T | null {
  const name = robotTopic(robot, type)?.name ?? '';
  const [message, setMessage] = useState<T | null>(null);
  useEffect(() => {
    setMessage(null);
    if (!name || !findModel(robot)) return undefined;
    const watch = server.watch(name, { type, period: text_ms });
    const timer = setInterval(() => setMessage(watch.latest() as T | null), text_ms);
    return () => { clearInterval(timer); watch.end(); };
  }, [name]);
  return message;
}
