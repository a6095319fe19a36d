import * as THREE from 'three';
import { effect } from '@preact/signals';
import { text } from '../panels/gap_strings';
import { branch, inReplay, live, marks, nowAt, shown } from '../store/gap';
import { stepOf } from '../store/gap_result';
import { FlatMaterial } from '../scene/flat_material';
import type { Overlay, View } from '../scene/view';
import { groundAt } from './ground';
import { Ribbon } from './ribbon';
import { Tag } from './tags';

const up = new THREE.Vector3(0, 0, 1);
const offset = { polygonOffset: true, polygonOffsetFactor: -7, polygonOffsetUnits: -7 };

/** The simulated path since the last restart, and short lines that connect it with the real one at equal times. */
export class GapPaths implements Overlay {
  private readonly group = new THREE.Group();
  private readonly way = new FlatMaterial('#0a857d', offset);
  private readonly join = new THREE.LineBasicMaterial({ color: '#46515a', transparent: true, opacity: 0.9 });
  private readonly tag: Tag;
  /** What is drawn. */
  private key = '';
  private dark = false;

  constructor(private readonly view: View) {
    this.tag = new Tag(view, 'sim', text.simulated);
    this.tag.hide();
    view.world.add(this.group);
    effect(() => { view.built.value; this.rebuild(shown.value && inReplay.value ? nowAt.value.mark : -1, branch.value !== null); });
  }

  theme(dark: boolean): void {
    this.dark = dark;
    this.join.color.set(dark ? '#b6c0c7' : '#46515a');
    this.key = '';
  }

  frame(): void {
    const model = shown.peek() && (inReplay.peek() || live.peek()) ? this.view.model(shown.peek()!.robot) : null;
    if (!model) return this.tag.hide();
    this.tag.point.setFromMatrixPosition(model.base.matrixWorld).addScaledVector(up, 0.75);
    this.tag.place();
  }

  private rebuild(mark: number, tried: boolean): void {
    const result = shown.peek()?.result, key = result ? `${mark} ${tried} ${result.restarts.length} ${this.dark} ${result.quantities[0]?.errors.length}` : '';
    if (key === this.key && mark >= 0) return;
    this.key = key;
    this.group.clear();
    this.view.touch();
    const restart = result?.restarts[marks.peek()[mark] ?? -1];
    if (!result || !restart) return;
    // A branch is amber and long-dashed, as everywhere.
    this.way.color.set(tried ? (this.dark ? '#f5be52' : '#b36b00') : this.dark ? '#2fc4b6' : '#0a857d');
    const { real, simulated } = restart, step = stepOf(result);
    const ribbon = new Ribbon(2000, 0.045, 0.03, this.way, 2), point = new THREE.Vector3(), side = new THREE.Vector3();
    let length = 0;
    simulated.x.forEach((x, k) => {
      const y = simulated.y[k]!, h = simulated.heading[k]!;
      if (k > 0) length += Math.hypot(x - simulated.x[k - 1]!, y - simulated.y[k - 1]!);
      side.set(-Math.sin(h), Math.cos(h), 0);
      if (tried && Math.floor(length / 0.3) % 3 === 2) ribbon.lift();
      else ribbon.add(this.onGround(point, x, y), side);
    });
    const every = Math.max(1, Math.round(0.5 / step)), points: number[] = [];
    for (let k = 0; k < Math.min(real.x.length, simulated.x.length); k += every) {
      points.push(...this.onGround(point, simulated.x[k]!, simulated.y[k]!).toArray(), ...this.onGround(point, real.x[k]!, real.y[k]!).toArray());
    }
    const lines = new THREE.BufferGeometry();
    lines.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
    const joins = new THREE.LineSegments(lines, this.join);
    joins.renderOrder = 3;
    this.group.add(ribbon.mesh, joins);
  }

  private onGround(point: THREE.Vector3, x: number, y: number): THREE.Vector3 {
    const z = this.view.model(shown.peek()!.robot)?.base.matrixWorld.elements[14] ?? 0;
    const ground = groundAt(this.view, x, y, z + 0.1);
    return point.set(x, y, (ground ?? z - 0.1) + 0.035);
  }
}
