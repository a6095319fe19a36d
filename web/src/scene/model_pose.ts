import * as THREE from 'three';
import type { Pose } from '../net/messages';
import type { ModelView } from './model_view';
import { setMatrix } from './shapes';

/** The pose of a model's frame as it is drawn: what teleporting takes. */
export function modelMatrix(model: ModelView): THREE.Matrix4 {
  const first = model.model.details.links[0];
  if (!first || first.motion !== 'pose') return model.root.matrix.clone();
  return model.base.matrix.clone().multiply(setMatrix(new THREE.Matrix4(), first.pose).invert());
}

export function toPose(matrix: THREE.Matrix4): Pose {
  const p = new THREE.Vector3(), q = new THREE.Quaternion(), s = new THREE.Vector3();
  matrix.decompose(p, q, s);
  return { position: { x: p.x, y: p.y, z: p.z }, orientation: { x: q.x, y: q.y, z: q.z, w: q.w } };
}
