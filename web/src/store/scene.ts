import { computed, signal, type Signal } from '@preact/signals';
import { fileAddress, server } from './server';

/** docs/reference/view.md: x y z qx qy qz qw. */
export type PoseArray = [number, number, number, number, number, number, number];
export type Shape =
  | { type: 'plane'; size: [number, number] } | { type: 'box'; size: [number, number, number] }
  | { type: 'sphere'; radius: number } | { type: 'cylinder' | 'capsule'; radius: number; length: number }
  | { type: 'ellipsoid'; radii: [number, number, number] } | { type: 'mesh' | 'height_map'; file: string };
export interface Material {
  color?: number[]; specular?: number[]; emissive?: number[]; texture?: string; roughness?: number; metalness?: number;
}
export interface Visual {
  name: string; pose?: PoseArray; shape: Shape; material?: Material; shadows?: boolean; transparency?: number;
}
export interface Collision { name: string; pose?: PoseArray; shape: Shape }
export interface Scan { min: number; max: number; samples: number }
/** `icon` and `view` determine how sensors of this kind are shown: surefoot/sensors/sensor.h, SensorCard. */
export interface Sensor {
  name: string; type: string; icon: string; view: '' | 'image' | 'scan'; pose?: PoseArray; rate: number; fov?: number; near?: number; far?: number; width?: number;
  height?: number; radius?: number; horizontal?: Scan; vertical?: Scan;
}
export interface Link {
  name: string; parent: number; motion: 'pose' | 'turn' | 'slide' | 'fixed'; pose?: PoseArray; mass?: number;
  com?: number[]; joint?: number; X_PJ?: PoseArray; axis?: number[]; X_JC?: PoseArray; visuals?: Visual[];
  collisions?: Collision[]; sensors?: Sensor[]; wheel?: { radius: number; width: number };
}
export interface Joint {
  name: string; type: string; parent: number; child: number; lower: number | null; upper: number | null;
  effort: number | null; velocity: number | null;
}
export interface Description { links: Link[]; joints: Joint[] }
export interface SceneLight {
  name: string; type: string; pose: PoseArray; direction: number[]; color: number[]; intensity: number; on: boolean;
}
export interface SceneModel {
  name: string; description: string; pose: PoseArray; first: number; robot: boolean; static: boolean;
  commands: string[]; details: Description;
  /** Topics of its sensors, by "LINK::SENSOR". */
  topics?: Record<string, string[]>;
}
/** The grounds on a shape: indices into `ground_looks` as colours of an image. */
export interface GroundMap { body: number; collision: string; pose: PoseArray; size: [number, number]; image: string }
export interface GroundLook { name: string; color: number[]; soil: boolean; ruts: boolean }
export interface Scene {
  version: number; world: string; file: string; step: number; gravity: number[];
  sky: { ambient: number[]; background: number[]; shadows: boolean }; lights: SceneLight[]; models: SceneModel[];
  grounds?: GroundMap[]; ground_looks?: GroundLook[];
}

/** The scene with its descriptions; null before the first one is loaded. */
export const scene = signal<Scene | null>(null);
/** "Loading Lab floor: 14 of 22 meshes"; empty when everything is loaded. */
export const loading = signal('');
/** Names of models hidden by the user, in this browser only. */
export const hidden = signal<ReadonlySet<string>>(new Set());
/** Names of models that clicks in the view pass through. */
export const locked = signal<ReadonlySet<string>>(new Set());

export const robots = computed(() => scene.value?.models.filter((m) => m.robot) ?? []);

const descriptions = new Map<string, Promise<Description>>();

/** Loads a description once; descriptions never change. */
export function loadDescription(name: string): Promise<Description> {
  let found = descriptions.get(name);
  if (!found) {
    found = fetch(fileAddress(name)).then((answer) => {
      if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
      return answer.json() as Promise<Description>;
    });
    found.catch(() => descriptions.delete(name));
    descriptions.set(name, found);
  }
  return found;
}

let newest = -1;
let last = '';

export function startScene(): void {
  server.subscribe('/surefoot/view/scene', async (message) => {
    // After a lost connection the same world is received again.
    if (message.version === newest && message.json === last) return;
    newest = message.version;
    last = message.json;
    const received = JSON.parse(message.json) as Omit<Scene, 'version'>;
    const details = await Promise.all(received.models.map((m) =>
      loadDescription(m.description).catch(() => ({ links: [], joints: [] }))));
    if (newest !== message.version) return;
    received.models.forEach((model, i) => { model.details = details[i]!; });
    scene.value = { ...received, version: message.version };
  }, 'every');
}

export function findModel(name: string): SceneModel | undefined {
  return scene.value?.models.find((m) => m.name === name);
}

function put(set: Signal<ReadonlySet<string>>, name: string, on: boolean): void {
  const names = new Set(set.value);
  if (on) names.add(name);
  else names.delete(name);
  set.value = names;
}

export function setHidden(name: string, hide: boolean): void {
  put(hidden, name, hide);
}

export function setLocked(name: string, lock: boolean): void {
  put(locked, name, lock);
}
