import * as THREE from 'three';
import type { Pose } from '../net/messages';
import type { ModelView } from './model_view';
import { setMatrix } from './shapes';

/** The pose of a model's frame as drawn, in the form that teleporting requires. */
export function modelMatrix(model: ModelView): THREE.Matrix4 {
  const first = model.model.details.links[0];
  if (!first || first.motion !== 'pose') return model.root.matrix.clone();
  return model.base.matrix.clone().multiply(setMatrix(new THREE.Matrix4(), first.pose).invert());
}

/** The pose of the model's frame that places its base there, level and at its present height. */
export function modelPoseAt(model: ModelView, x: number, y: number, heading: number): Pose {
  const { z } = toPose(modelMatrix(model)).position;
  const [ox = 0, oy = 0] = model.model.details.links[0]?.pose ?? [];
  const c = Math.cos(heading), s = Math.sin(heading);
  return { position: { x: x - c * ox + s * oy, y: y - s * ox - c * oy, z }, orientation: { x: 0, y: 0, z: Math.sin(heading / 2), w: Math.cos(heading / 2) } };
}

export function toPose(matrix: THREE.Matrix4): Pose {
  const p = new THREE.Vector3(), q = new THREE.Quaternion(), s = new THREE.Vector3();
  matrix.decompose(p, q, s);
  return { position: { x: p.x, y: p.y, z: p.z }, orientation: { x: q.x, y: q.y, z: q.z, w: q.w } };
}
