import * as THREE from 'three';
import { effect } from '@preact/signals';
import { driven } from '../store/people';
import { server } from '../store/server';
import { overlays } from '../store/settings';
import { topicTypes } from '../store/topics';
import { FlatMaterial } from '../scene/flat_material';
import type { Overlay, View } from '../scene/view';

const sigmas = 2;

/** The uncertainty ellipse of the driven robot's odometry (two standard deviations), around the robot. */
export class Uncertainty implements Overlay {
  private readonly line: THREE.LineLoop;
  private stop: (() => void) | null = null;

  constructor(private readonly view: View) {
    const points = Array.from({ length: 64 }, (_, i) => new THREE.Vector3(Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32), 0));
    const look = new FlatMaterial('#865000', { depthTest: false, transparent: true });
    this.line = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(points), look);
    this.line.visible = false;
    this.line.frustumCulled = false;
    view.world.add(this.line);
    effect(() => this.listen(overlays.uncertainty.value ? driven.value : ''));
  }

  frame(): void {
    const base = this.line.visible && this.view.model(driven.peek())?.base;
    if (base) this.line.position.setFromMatrixPosition(base.matrixWorld);
  }

  private listen(robot: string): void {
    this.stop?.();
    this.stop = null;
    this.line.visible = false;
    this.view.touch();
    const topics = [...topicTypes.value].filter(([name, type]) => type === 'nav_msgs/Odometry' && name.startsWith(`/${robot}/`) && !/truth/.test(name));
    const topic = topics[0]?.[0];
    if (!robot || !topic) return;
    this.stop = server.subscribe(topic, (message) => {
      const { covariance } = message.pose as { covariance: Float64Array };
      this.set(covariance[0]!, covariance[1]!, covariance[7]!);
    }, 'newest', { period: 100 });
  }

  /** The principal axes of the 2x2 covariance xx, xy, yy. */
  private set(xx: number, xy: number, yy: number): void {
    const mean = (xx + yy) / 2, spread = Math.hypot((xx - yy) / 2, xy);
    this.line.scale.set(sigmas * Math.sqrt(Math.max(0, mean + spread)) || 1e-6, sigmas * Math.sqrt(Math.max(0, mean - spread)) || 1e-6, 1);
    this.line.rotation.z = 0.5 * Math.atan2(2 * xy, xx - yy);
    this.line.visible = true;
    this.view.touch();
  }
}
