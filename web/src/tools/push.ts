import * as THREE from 'three';
import { ask } from '../store/server';
import { findModel } from '../store/scene';
import { tool } from '../store/settings';
import { toast } from '../store/toasts';
import { Arrows } from '../overlays/arrows';
import { Tag } from '../overlays/tags';
import { pickAt, rayAt } from '../scene/picking';
import type { PointerTool } from '../scene/pointer';
import type { Overlay, View } from '../scene/view';

interface Grip { model: string; link: string; node: THREE.Object3D; local: THREE.Vector3; plane: THREE.Plane; stiffness: number; target: THREE.Vector3 }

const every_ms = 80;

/** Pulls a link by a spring between the grabbed point and the pointer, while the button is held. */
export class PushTool implements PointerTool, Overlay {
  private grip: Grip | null = null;
  private arrow: Arrows | null = null;
  private readonly tag: Tag;
  private timer = 0;

  constructor(private readonly view: View) {
    this.tag = new Tag(view, 'force');
    this.tag.hide();
  }

  down(event: PointerEvent): boolean {
    if (tool.peek() !== 'push') return false;
    const hit = pickAt(this.view, event.clientX, event.clientY);
    const node = hit && this.view.model(hit.model)?.link(hit.link);
    if (!hit || !node || hit.static) return false;
    const normal = this.view.rig.camera.getWorldDirection(new THREE.Vector3());
    const mass = findModel(hit.model)?.details.links.reduce((sum, l) => sum + (l.mass ?? 0), 0) ?? 1;
    this.grip = {
      model: hit.model, link: hit.link, node, local: node.worldToLocal(hit.point.clone()), target: hit.point.clone(),
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point), stiffness: 12 * Math.max(0.1, mass),
    };
    if (!this.arrow) this.view.world.add((this.arrow = new Arrows(1, '#e08a00', 0.012)).group);
    this.timer = window.setInterval(() => this.pull(), every_ms);
    return true;
  }

  move(event: PointerEvent): void {
    if (this.grip) rayAt(this.view, event.clientX, event.clientY).intersectPlane(this.grip.plane, this.grip.target);
    this.view.touch();
  }

  up(): void {
    clearInterval(this.timer);
    this.grip = null;
    this.view.touch();
  }

  cancel(): void {
    this.up();
  }

  frame(): void {
    if (!this.arrow) return;
    this.arrow.begin();
    if (this.grip) {
      const from = this.from(this.grip);
      this.arrow.add(from, this.grip.target.clone().sub(from));
      this.tag.point.copy(this.grip.target);
      this.tag.text = `${Math.round(this.force(this.grip).length())} N`;
      this.tag.place(0, -8);
    } else this.tag.hide();
    this.arrow.end();
  }

  private from(grip: Grip): THREE.Vector3 {
    return grip.node.localToWorld(grip.local.clone());
  }

  private force(grip: Grip): THREE.Vector3 {
    return grip.target.clone().sub(this.from(grip)).clampLength(0, 3).multiplyScalar(grip.stiffness);
  }

  private pull(): void {
    const grip = this.grip;
    if (!grip) return;
    const force = this.force(grip);
    // The server applies the force at the link's origin; the offset adds a torque.
    const arm = this.from(grip).sub(new THREE.Vector3().setFromMatrixPosition(grip.node.matrixWorld));
    const torque = arm.cross(force);
    ask('/surefoot/apply_wrench', {
      link: `${grip.model}::${grip.link}`, duration: 1.5 * every_ms * 1e-3,
      wrench: { force: { x: force.x, y: force.y, z: force.z }, torque: { x: torque.x, y: torque.y, z: torque.z } },
    }).catch((error: Error) => { this.up(); toast(error.message, { kind: 'error' }); });
  }
}
