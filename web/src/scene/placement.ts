import * as THREE from 'three';
import { covered, freeCentre, strip_height, top_height, windowSize } from '../store/layout';
import { loadDescription, type PoseArray, type SceneModel } from '../store/scene';
import { ModelView } from './model_view';
import { boundsOf, pickAt, rayAt } from './picking';
import type { View } from './view';

const steepest = Math.cos((40 * Math.PI) / 180);
const grid = 0.1;
const up = new THREE.Vector3(0, 0, 1);

/** The ground at a pixel: the drawn surface, else the plane z = 0; null for the sky. */
export function groundAt(view: View, x: number, y: number): { point: THREE.Vector3; normal: THREE.Vector3 } | null {
  const hit = pickAt(view, x, y, { light: true, locked: true });
  if (hit) return { point: hit.point, normal: hit.normal.z < 0 ? hit.normal.negate() : hit.normal };
  const point = rayAt(view, x, y).intersectPlane(new THREE.Plane(up, 0), new THREE.Vector3());
  return point && point.length() < 500 ? { point, normal: up.clone() } : null;
}

/** The pixel in the centre of the area that panels leave free. */
export function centrePixel(): { x: number; y: number } {
  const { height } = windowSize.peek(), { top, bottom } = covered.peek();
  return { x: freeCentre.peek(), y: top_height + (height - top_height - strip_height + top - bottom) / 2 };
}

/** A model that is being placed: drawn in the view, unknown to the simulator. */
export class Placement {
  private readonly holder = new THREE.Group();
  private readonly outline = new THREE.Box3Helper(new THREE.Box3(), new THREE.Color('#d9372a'));
  private model: ModelView | null = null;
  private readonly local = new THREE.Box3();
  private closed = false;
  /** The model would collide with something. */
  touches = false;
  /** Offset of the height above the ground (m). */
  lift = 0;

  constructor(private readonly view: View) {
    this.holder.visible = false;
    this.outline.visible = false;
    view.world.add(this.holder, this.outline);
  }

  /** Shows a description; may be called again with a more complete one. */
  async show(description: string): Promise<void> {
    const details = await loadDescription(description);
    if (this.closed) return;
    const model: SceneModel = {
      name: '(preview)', description, pose: [0, 0, 0, 0, 0, 0, 1], first: 0, robot: false, static: false, commands: [], details,
    };
    this.model?.dispose();
    this.model = new ModelView(model, this.holder, () => this.changed());
    this.changed();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.model?.dispose();
    this.view.world.remove(this.holder, this.outline);
    this.view.touch();
  }

  /** Places it on the ground at a pixel; false if there is none. */
  putAt(x: number, y: number, options: { grid?: boolean; upright?: boolean } = {}): boolean {
    const ground = groundAt(this.view, x, y);
    this.holder.visible = !!ground;
    if (!ground) return false;
    const { point, normal } = ground;
    if (options.grid) {
      point.x = Math.round(point.x / grid) * grid;
      point.y = Math.round(point.y / grid) * grid;
    }
    const lean = !options.upright && normal.z > steepest ? normal : up;
    this.holder.quaternion.setFromUnitVectors(up, lean);
    this.holder.position.copy(point).addScaledVector(lean, this.bottom + this.lift);
    this.changed();
    return true;
  }

  /** Places it near the centre of the view, at a free position if possible. */
  putInMiddle(): boolean {
    const { x, y } = centrePixel();
    for (let ring = 0; ring < 8; ring++) {
      for (const [dx, dy] of ring === 0 ? [[0, 0]] : [[1, 0.4], [-1, 0.4], [0, 1], [0, -0.6], [1, -0.4], [-1, -0.4]]) {
        if (this.putAt(x + dx! * ring * 50, y + dy! * ring * 50, { upright: true }) && !this.touches) return true;
      }
    }
    return this.putAt(x, y, { upright: true });
  }

  get pose(): PoseArray {
    const { position: p, quaternion: q } = this.holder;
    return [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
  }

  /** Distance of its lowest point below its origin (m). */
  private get bottom(): number {
    return this.local.isEmpty() ? 0 : -this.local.min.z + 0.001;
  }

  /** Measures it again: meshes arrive one by one. */
  private changed(): void {
    const { position, quaternion } = this.holder;
    const at = position.clone(), turn = quaternion.clone(), before = this.bottom;
    position.set(0, 0, 0);
    quaternion.identity();
    this.holder.updateMatrixWorld(true);
    this.local.setFromObject(this.holder);
    position.copy(at).addScaledVector(up.clone().applyQuaternion(turn), this.holder.visible ? this.bottom - before : 0);
    quaternion.copy(turn);
    this.holder.updateMatrixWorld(true);
    this.findTouching();
    this.view.touch();
  }

  private findTouching(): void {
    const box = new THREE.Box3().setFromObject(this.holder);
    this.touches = false;
    if (!box.isEmpty()) {
      const inner = box.clone().expandByScalar(-0.01);
      for (const { model } of this.view.models.values()) {
        if (model.static) continue;
        if (boundsOf(this.view, { model: model.name, part: '', name: '' }).intersectsBox(inner)) this.touches = true;
      }
    }
    this.outline.box.copy(box);
    this.outline.visible = this.touches && this.holder.visible;
  }
}
