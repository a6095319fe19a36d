import * as THREE from 'three';
import { effect } from '@preact/signals';
import { ghost, ghostHidden, ghostOpacity, type Ghost } from '../store/ghost';
import { replay } from '../store/replay';
import { status } from '../store/status';
import type { Overlay, View } from '../scene/view';
import { Ribbon } from './ribbon';
import { Tag } from './tags';

const up = new THREE.Vector3(0, 0, 1);

/** The robot of a recording: violet and translucent, with a dashed trail. */
export class GhostRobot implements Overlay {
  private group: THREE.Group | null = null;
  private trail: THREE.Mesh | null = null;
  private readonly depth = new THREE.MeshBasicMaterial({ colorWrite: false, side: THREE.DoubleSide });
  private readonly fill = new THREE.MeshBasicMaterial({ color: '#7a2fd0', transparent: true, opacity: 0.42, depthFunc: THREE.LessEqualDepth, depthWrite: false });
  private readonly edge = new THREE.LineBasicMaterial({ color: '#7a2fd0', transparent: true, opacity: 0.75 });
  private readonly trailLook = new THREE.MeshBasicMaterial({ color: '#7a2fd0', side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -8, polygonOffsetUnits: -8 });
  private readonly tag: Tag;

  constructor(private readonly view: View) {
    this.tag = new Tag(view, 'real', 'Real');
    this.tag.hide();
    effect(() => { view.built.value; this.rebuild(ghost.value); });
    effect(() => { this.fill.opacity = ghostOpacity.value; view.touch(); });
    effect(() => { const on = !ghostHidden.value; for (const o of [this.group, this.trail]) if (o) o.visible = on; view.touch(); });
  }

  theme(dark: boolean): void {
    for (const look of [this.fill, this.edge, this.trailLook]) look.color.set(dark ? '#b58cff' : '#7a2fd0');
  }

  frame(): void {
    const track = ghost.peek();
    if (!track || !this.group) return this.tag.hide();
    const time = replay.peek()?.time ?? status.peek()?.time ?? 0;
    this.place(track, time - (track.offset ?? 0));
    this.tag.point.setFromMatrixPosition(this.group.matrix).addScaledVector(up, 0.55);
    this.tag.place();
  }

  private rebuild(track: Ghost | null): void {
    if (this.group) this.view.world.remove(this.group);
    if (this.trail) this.view.world.remove(this.trail);
    this.group = this.trail = null;
    const model = track && this.view.model(track.model);
    if (track && model) {
      this.group = this.cloneOf(model.base);
      this.trail = this.trailOf(track);
      this.view.world.add(this.group, this.trail);
    }
    this.view.touch();
  }

  /** The robot's meshes at their present poses, relative to its base. */
  private cloneOf(base: THREE.Object3D): THREE.Group {
    const group = new THREE.Group();
    group.matrixAutoUpdate = false;
    const inverse = base.matrixWorld.clone().invert();
    base.traverse((object) => {
      if (!(object instanceof THREE.Mesh) || !object.userData.model) return;
      const matrix = inverse.clone().multiply(object.matrixWorld);
      // A pass that writes only depth, so that inner faces are not visible.
      const parts = [new THREE.Mesh(object.geometry, this.depth), new THREE.Mesh(object.geometry, this.fill)];
      parts[0]!.renderOrder = 4;
      parts[1]!.renderOrder = 5;
      const edges = new THREE.LineSegments(new THREE.EdgesGeometry(object.geometry, 35), this.edge);
      edges.renderOrder = 6;
      for (const part of [...parts, edges]) {
        part.matrixAutoUpdate = false;
        part.matrix.copy(matrix);
        group.add(part);
      }
    });
    return group;
  }

  private trailOf({ positions }: Ghost): THREE.Mesh {
    const ribbon = new Ribbon(4000, 0.04, 0.05, this.trailLook);
    const point = new THREE.Vector3(), last = new THREE.Vector3(), side = new THREE.Vector3();
    let length = 0;
    for (let i = 0; i + 2 < positions.length; i += 3) {
      point.fromArray(positions, i);
      if (i > 0) length += point.distanceTo(last);
      side.subVectors(point, last).cross(up).normalize();
      if (i > 0 && point.distanceTo(last) < 0.02) continue;
      last.copy(point);
      // Dashes of 14 cm.
      if (Math.floor(length / 0.14) % 2) ribbon.lift();
      else ribbon.add(new THREE.Vector3(point.x, point.y, point.z - 0.1), side);
    }
    return ribbon.mesh;
  }

  private place({ times, positions, orientations }: Ghost, time: number): void {
    let low = 0, high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= time) low = middle;
      else high = middle;
    }
    const share = Math.min(1, Math.max(0, (time - times[low]!) / (times[high]! - times[low]! || 1)));
    const a = new THREE.Vector3().fromArray(positions, 3 * low).lerp(new THREE.Vector3().fromArray(positions, 3 * high), share);
    const q = new THREE.Quaternion().fromArray(orientations, 4 * low).slerp(new THREE.Quaternion().fromArray(orientations, 4 * high), share);
    this.group!.matrix.compose(a, q, new THREE.Vector3(1, 1, 1));
    this.group!.matrixWorldNeedsUpdate = true;
  }
}
