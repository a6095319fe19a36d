import * as THREE from 'three';
import { locked } from '../store/scene';
import { linkOf, type Item } from '../store/selection';
import type { ModelView, PickData } from './model_view';
import type { View } from './view';
import { top_height } from '../store/layout';

export interface Hit { model: string; link: string; point: THREE.Vector3; normal: THREE.Vector3; static: boolean }

const raycaster = new THREE.Raycaster();

/** Sets the raycaster to the ray of a window pixel. */
export function rayAt(view: View, x: number, y: number): THREE.Ray {
  const { width, height } = view.canvas.getBoundingClientRect();
  const at = new THREE.Vector2((x / width) * 2 - 1, -((y - top_height) / height) * 2 + 1);
  raycaster.setFromCamera(at, view.rig.camera);
  return raycaster.ray;
}

/** The first surface at a pixel. `light` leaves out meshes that take long to search; rays pass through locked models
 * unless `locked` is set. */
export function pickAt(view: View, x: number, y: number, options: { light?: boolean; without?: string; locked?: boolean } = {}): Hit | null {
  rayAt(view, x, y);
  const meshes: THREE.Object3D[] = [];
  for (const model of view.models.values()) {
    if (model.model.name === options.without || !model.root.visible) continue;
    if (!options.locked && locked.peek().has(model.model.name)) continue;
    for (const node of model.nodes) {
      for (const mesh of meshesIn(node)) if (isSearched(mesh, options.light)) meshes.push(mesh);
    }
  }
  const hit = raycaster.intersectObjects(meshes, false)[0];
  if (!hit) return null;
  const data = hit.object.userData as PickData;
  const normal = hit.face ? hit.face.normal.clone().transformDirection(hit.object.matrixWorld) : new THREE.Vector3(0, 0, 1);
  return { ...data, point: hit.point, normal, static: !!view.model(data.model)?.model.static };
}

function isSearched({ geometry }: THREE.Mesh, light: boolean | undefined): boolean {
  return !light || (geometry.index?.count ?? geometry.getAttribute('position').count) < 150000;
}

/** The drawn objects of an item: a link's own meshes, or the whole model. */
export function meshesOf(view: View, item: Item): THREE.Object3D[] {
  const model = view.model(item.model);
  if (!model) return [];
  if (item.part === '') return model.nodes.flatMap(meshesIn);
  const link = linkOf(item);
  const node = link ? model.link(link) : undefined;
  return node ? meshesIn(node) : [];
}

/** Meshes of this link including the tiles of its terrain, without its child links. */
function meshesIn(node: THREE.Object3D): THREE.Mesh[] {
  return node.children.flatMap((child) => (child instanceof THREE.Mesh ? [child] : child.children))
    .filter((mesh): mesh is THREE.Mesh => mesh instanceof THREE.Mesh && !!mesh.userData.model && mesh.userData.link === linkName(node));
}

function linkName(node: THREE.Object3D): string {
  return node.name.slice(node.name.lastIndexOf('::') + 2);
}

/** The bounding box of an item in the world; empty if nothing of it is drawn. */
export function boundsOf(view: View, item: Item): THREE.Box3 {
  const box = new THREE.Box3();
  for (const mesh of meshesOf(view, item)) box.expandByObject(mesh);
  return box;
}

/** The scene node of an item. */
export function nodeOf(view: View, item: Item): THREE.Object3D | undefined {
  const model: ModelView | undefined = view.model(item.model);
  const link = linkOf(item);
  return item.part === '' ? model?.base : link ? model?.link(link) : undefined;
}
