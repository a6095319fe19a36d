import * as THREE from 'three';
import { effect } from '@preact/signals';
import type { ViewContacts } from '../net/messages';
import { linkOf, selected } from '../store/selection';
import { server } from '../store/server';
import { overlays } from '../store/settings';
import { status } from '../store/status';
import { FlatMaterial } from '../scene/flat_material';
import type { View } from '../scene/view';
import { Arrows } from './arrows';
import { Tag } from './tags';

const max = 400;

/** Contacts and their forces: the length of an arrow is the force relative to the robot's weight. */
export class Contacts {
  private readonly arrows = new Arrows(max, '#e08a00', 0.008);
  private readonly points: THREE.Points;
  private readonly tag: Tag;
  private stop: (() => void) | null = null;
  /** Metres per newton. */
  private scale = 0.003;

  constructor(private readonly view: View) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * max), 3));
    geometry.setDrawRange(0, 0);
    const look = new FlatMaterial('#865000', { size: 6, depthTest: false, transparent: true });
    this.points = new THREE.Points(geometry, look);
    this.points.frustumCulled = false;
    this.points.renderOrder = 10;
    view.world.add(this.arrows.group, this.points);
    this.tag = new Tag(view, 'force');
    this.tag.hide();
    effect(() => this.show(overlays.contacts.value));
  }

  private show(on: boolean): void {
    this.arrows.group.visible = this.points.visible = on;
    if (!on) this.tag.hide();
    if (on) this.stop ??= server.subscribe('/surefoot/view/contacts', (message) => this.draw(message));
    else { this.stop?.(); this.stop = null; }
    this.view.touch();
  }

  private draw(message: ViewContacts): void {
    const count = Math.min(max, message.link_a.length);
    const place = this.points.geometry.getAttribute('position') as THREE.BufferAttribute;
    const item = selected.peek();
    const chosen = item?.model ? `${item.model}::${linkOf(item)}` : '';
    const from = new THREE.Vector3(), force = new THREE.Vector3(), total = new THREE.Vector3(), top = new THREE.Vector3();
    let largest = 0, touching = 0;
    for (let i = 0; i < count; i++) largest = Math.max(largest, Math.hypot(...message.forces_on_b.subarray(3 * i, 3 * i + 3)));
    // The largest force is drawn 0.45 m long; the scale adapts slowly, so that lengths can be compared.
    if (largest > 0) this.scale += 0.1 * (0.45 / largest - this.scale);
    this.arrows.begin();
    for (let i = 0; i < count; i++) {
      from.fromArray(message.positions, 3 * i);
      force.fromArray(message.forces_on_b, 3 * i);
      place.setXYZ(i, from.x, from.y, from.z);
      const isB = message.links[message.link_b[i]!] === chosen, isA = message.links[message.link_a[i]!] === chosen;
      // Upwards, in the direction in which the ground pushes.
      if (force.z < 0) force.negate();
      if (isA || isB) { total.add(force); top.copy(from).addScaledVector(force, this.scale); touching++; }
      this.arrows.add(from, force.multiplyScalar(this.scale));
    }
    this.arrows.end();
    place.needsUpdate = true;
    this.points.geometry.setDrawRange(0, count);
    if (touching > 0 && status.peek()) {
      this.tag.text = `${Math.round(total.length())} N`;
      this.tag.point.copy(top);
      this.tag.place(0, -6);
    } else this.tag.hide();
    this.view.touch();
  }
}
