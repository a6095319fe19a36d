import * as THREE from 'three';
import { effect } from '@preact/signals';
import { tool } from '../store/settings';
import { FlatMaterial } from '../scene/flat_material';
import { pickAt } from '../scene/picking';
import type { PointerTool } from '../scene/pointer';
import type { Overlay, View } from '../scene/view';
import { Tag } from '../overlays/tags';

/** Measures the distance between two clicked points, and the height of the second above the first. */
export class MeasureTool implements PointerTool, Overlay {
  private points: THREE.Vector3[] = [];
  private readonly line: THREE.Line;
  private readonly tag: Tag;

  constructor(private readonly view: View) {
    const look = new FlatMaterial('#12171b', { depthTest: false, transparent: true });
    this.line = new THREE.Line(new THREE.BufferGeometry(), look);
    this.line.renderOrder = 11;
    this.line.frustumCulled = false;
    this.line.visible = false;
    this.tag = new Tag(view, '');
    this.tag.hide();
    view.world.add(this.line);
    effect(() => { if (tool.value !== 'measure') this.set([]); });
  }

  theme(dark: boolean): void {
    (this.line.material as FlatMaterial).color.set(dark ? '#eef2f4' : '#12171b');
  }

  click(event: PointerEvent): boolean {
    if (tool.peek() !== 'measure') return false;
    const hit = pickAt(this.view, event.clientX, event.clientY);
    if (hit) this.set(this.points.length === 1 ? [this.points[0]!, hit.point] : [hit.point]);
    return true;
  }

  frame(): void {
    const [a, b] = this.points;
    if (!a) return this.tag.hide();
    this.tag.text = b ? `${a.distanceTo(b).toFixed(3)} m, ${(b.z - a.z >= 0 ? '+' : '') + (b.z - a.z).toFixed(3)} m high` : 'Click the other end';
    this.tag.point.copy(b ? a.clone().lerp(b, 0.5) : a);
    this.tag.place(0, -10);
  }

  private set(points: THREE.Vector3[]): void {
    this.points = points;
    this.line.visible = points.length === 2;
    if (points.length === 2) this.line.geometry.setFromPoints(points);
    this.view.touch();
  }
}
