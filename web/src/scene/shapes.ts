import * as THREE from 'three';
import type { PoseArray, Shape } from '../store/scene';
import { loadHeights, loadMesh, type HeightAsset } from './assets';
import { gridGeometry } from './terrain';

const geometries = new Map<string, THREE.BufferGeometry>();

/** Geometry of primitive shapes; null for meshes. Cylinders and capsules are along z, as in the descriptions. */
export function simpleGeometry(shape: Shape): THREE.BufferGeometry | null {
  const key = JSON.stringify(shape);
  const known = geometries.get(key);
  if (known) return known;
  const geometry = makeSimple(shape);
  if (geometry) geometries.set(key, geometry);
  return geometry;
}

function makeSimple(shape: Shape): THREE.BufferGeometry | null {
  switch (shape.type) {
    case 'plane': return new THREE.PlaneGeometry(shape.size[0], shape.size[1]);
    case 'box': return new THREE.BoxGeometry(...shape.size);
    case 'sphere': return new THREE.SphereGeometry(shape.radius, 40, 24);
    case 'cylinder': return new THREE.CylinderGeometry(shape.radius, shape.radius, shape.length, 48).rotateX(Math.PI / 2);
    case 'capsule': return new THREE.CapsuleGeometry(shape.radius, shape.length, 12, 36).rotateX(Math.PI / 2);
    case 'ellipsoid': return new THREE.SphereGeometry(1, 40, 24).scale(...shape.radii);
    default: return null;
  }
}

/** The geometry of any shape, for outlines and collision shapes. */
export async function anyGeometry(shape: Shape): Promise<THREE.BufferGeometry | null> {
  if (shape.type === 'mesh') return shape.file ? (await loadMesh(shape.file)).geometry : null;
  if (shape.type === 'height_map') return shape.file ? wholeGrid(await loadHeights(shape.file)) : null;
  return simpleGeometry(shape);
}

/** At most about 40000 cells. */
function wholeGrid(field: HeightAsset): THREE.BufferGeometry {
  const stride = Math.max(1, Math.round(Math.sqrt((field.rows * field.cols) / 40000)));
  return gridGeometry(field, { row: 0, col: 0, rows: field.rows, cols: field.cols }, stride);
}

const unit = new THREE.Vector3(1, 1, 1);
const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();

export function setMatrix(out: THREE.Matrix4, pose: PoseArray | number[] | undefined): THREE.Matrix4 {
  if (!pose || pose.length < 7) return out.identity();
  position.set(pose[0]!, pose[1]!, pose[2]!);
  rotation.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
  return out.compose(position, rotation, unit);
}

/** An object whose matrix is set directly. */
export function placed<T extends THREE.Object3D>(object: T, pose?: PoseArray | number[]): T {
  object.matrixAutoUpdate = false;
  setMatrix(object.matrix, pose);
  object.matrix.decompose(object.position, object.quaternion, object.scale);
  object.matrixWorldNeedsUpdate = true;
  return object;
}
