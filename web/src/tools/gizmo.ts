import * as THREE from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { effect } from '@preact/signals';
import { moveModel } from '../store/edit';
import { selected } from '../store/selection';
import { ask } from '../store/server';
import { tool } from '../store/settings';
import { toast } from '../store/toasts';
import type { Pose } from '../net/messages';
import { modelMatrix, toPose } from '../scene/model_pose';
import { pickAt } from '../scene/picking';
import type { PointerTool } from '../scene/pointer';
import type { Overlay, View } from '../scene/view';

const send_ms = 60;

/** Handles to move and rotate the selected model, and dragging it along the ground. A dragged model is teleported, at rest. */
export class Gizmo implements PointerTool, Overlay {
  /** Created when first used. */
  private controls: TransformControls | null = null;
  private readonly proxy = new THREE.Object3D();
  private start: { model: string; pose: Pose } | null = null;
  private sentAt = 0;
  private waiting = false;
  /** While a model is dragged along the ground: height of its frame above the grabbed point (m). */
  private ground: { dx: number; dy: number; dz: number } | null = null;

  constructor(private readonly view: View) {
    view.world.add(this.proxy);
    effect(() => {
      view.built.value;
      const on = (tool.value === 'move' || tool.value === 'rotate') && !!view.model(selected.value?.model ?? '');
      if (on) this.controls ??= this.make();
      if (!this.controls) return;
      this.controls.setMode(tool.value === 'rotate' ? 'rotate' : 'translate');
      this.controls.enabled = on;
      this.controls.getHelper().visible = on;
      view.touch();
    });
    window.addEventListener('keydown', (event) => { if (event.key === 'Shift') this.controls?.setTranslationSnap(0.1); });
    window.addEventListener('keyup', (event) => { if (event.key === 'Shift') this.controls?.setTranslationSnap(null); });
  }

  private make(): TransformControls {
    const controls = new TransformControls(this.view.rig.camera, this.view.canvas);
    controls.setSize(0.8);
    controls.attach(this.proxy);
    this.view.world.add(controls.getHelper());
    controls.addEventListener('change', () => this.view.touch());
    controls.addEventListener('dragging-changed', (event) => (event.value ? this.begin() : this.end()));
    controls.addEventListener('objectChange', () => this.send());
    return controls;
  }

  frame(): void {
    const model = this.controls?.enabled && !this.start && this.view.model(selected.peek()?.model ?? '');
    if (model) modelMatrix(model).decompose(this.proxy.position, this.proxy.quaternion, this.proxy.scale);
  }

  down(event: PointerEvent): boolean {
    if (!this.controls?.enabled) return false;
    if (this.controls.axis) return true;
    if (tool.peek() !== 'move') return false;
    const hit = pickAt(this.view, event.clientX, event.clientY);
    if (!hit || hit.model !== selected.peek()?.model || hit.static) return false;
    this.begin();
    const below = this.groundUnder(event, hit.model) ?? hit.point;
    this.ground = { dx: this.proxy.position.x - below.x, dy: this.proxy.position.y - below.y, dz: this.proxy.position.z - this.heightUnder(hit.model) };
    return true;
  }

  move(event: PointerEvent): void {
    if (!this.ground || !this.start) return;
    const below = this.groundUnder(event, this.start.model);
    if (!below) return;
    const snap = (value: number) => (event.shiftKey ? Math.round(value * 10) / 10 : value);
    this.proxy.position.set(snap(below.x + this.ground.dx), snap(below.y + this.ground.dy), below.z + this.ground.dz);
    this.send();
  }

  up(): void {
    if (!this.ground) return;
    this.ground = null;
    this.end();
  }

  private groundUnder(event: PointerEvent, model: string): THREE.Vector3 | null {
    return pickAt(this.view, event.clientX, event.clientY, { without: model })?.point ?? null;
  }

  /** The ground below the model itself. */
  private heightUnder(model: string): number {
    const ray = new THREE.Raycaster(this.proxy.position.clone().add(new THREE.Vector3(0, 0, 0.5)), new THREE.Vector3(0, 0, -1));
    const others = [...this.view.models.values()].filter((m) => m.model.name !== model && m.model.static).map((m) => m.root);
    return ray.intersectObjects(others, true)[0]?.point.z ?? 0;
  }

  private begin(): void {
    const model = this.view.model(selected.peek()?.model ?? '');
    if (model) this.start = { model: model.model.name, pose: toPose(modelMatrix(model)) };
  }

  private target(): Pose {
    this.proxy.updateMatrix();
    return toPose(this.proxy.matrix);
  }

  /** While dragging: the newest pose, sent by one call at a time. */
  private send(): void {
    this.view.touch();
    if (!this.start || this.waiting || performance.now() - this.sentAt < send_ms) return;
    this.sentAt = performance.now();
    this.waiting = true;
    ask('/surefoot/teleport', { model: this.start.model, pose: this.target() })
      .catch((error: Error) => { this.start = null; toast(error.message, { kind: 'error' }); })
      .finally(() => { this.waiting = false; });
  }

  private end(): void {
    const start = this.start;
    this.start = null;
    if (!start) return;
    const to = this.target(), from = start.pose;
    const far = Math.hypot(to.position.x - from.position.x, to.position.y - from.position.y, to.position.z - from.position.z);
    const label = tool.peek() === 'rotate' ? `Turned ${start.model}` : `Moved ${start.model} by ${far.toFixed(2)} m`;
    void moveModel(start.model, from, to, label);
  }
}
