import * as THREE from 'three';
import { driven } from '../store/people';
import { playing } from '../store/status';
import { replay } from '../store/replay';
import type { Overlay, View } from '../scene/view';
import { motion } from './card';

const every_ms = 100;

/** Speed and turning rate of the driven robot, from the drawn poses: per second of simulated time, updated at 10 Hz. */
export class MotionMeter implements Overlay {
  private at = 0;
  private time = 0;
  private name = '';
  private readonly place = new THREE.Vector3();
  private yaw = 0;

  constructor(private readonly view: View) {
    setInterval(() => { if (!playing.value && !replay.value) this.set(0, 0); }, 500);
  }

  frame(now: number): void {
    if (now - this.at < every_ms) return;
    this.at = now;
    const base = this.view.model(driven.peek())?.base;
    if (!base) return this.set(0, 0);
    const place = new THREE.Vector3().setFromMatrixPosition(base.matrixWorld);
    const ahead = new THREE.Vector3().setFromMatrixColumn(base.matrixWorld, 0);
    const yaw = Math.atan2(ahead.y, ahead.x), time = this.view.shownTime, dt = time - this.time;
    if (this.name === driven.peek() && dt > 1e-6 && dt < 10) {
      const turned = yaw - this.yaw - 2 * Math.PI * Math.round((yaw - this.yaw) / (2 * Math.PI));
      this.set(place.clone().sub(this.place).dot(ahead) / dt, turned / dt);
    }
    this.name = driven.peek();
    this.place.copy(place);
    this.yaw = yaw;
    this.time = time;
  }

  private set(v: number, w: number): void {
    const old = motion.peek();
    if (Math.abs(old.v - v) > 0.002 || Math.abs(old.w - w) > 0.002) motion.value = { v, w };
  }
}
