import * as THREE from 'three';
import { effect } from '@preact/signals';
import { driven } from '../store/people';
import { findModel, type Sensor } from '../store/scene';
import { server } from '../store/server';
import { overlays } from '../store/settings';
import { sensorTopic } from '../store/topics';
import { FlatMaterial } from '../scene/flat_material';
import { placed } from '../scene/shapes';
import type { Overlay, View } from '../scene/view';

interface Cone { parent: THREE.Object3D; object: THREE.Object3D; stop: () => void }

/** Cones of the driven robot's sonars and infrared sensors, as long as the measured range. */
export class SonarCones implements Overlay {
  private cones: Cone[] = [];
  private readonly look = new FlatMaterial('#0a857d', { opacity: 0.16, depthWrite: false });

  constructor(private readonly view: View) {
    effect(() => { view.built.value; this.rebuild(overlays.sonar.value ? driven.value : ''); });
  }

  theme(dark: boolean): void {
    this.look.color.set(dark ? '#4ad2c5' : '#0a857d');
  }

  private rebuild(robot: string): void {
    for (const cone of this.cones) { cone.stop(); cone.parent.remove(cone.object); }
    this.cones = [];
    const model = findModel(robot), shown = this.view.model(robot);
    model?.details.links.forEach((link, i) => {
      for (const sensor of link.sensors ?? []) {
        const topic = sensorTopic(model, link.name, sensor.name, 'sensor_msgs/Range');
        if (topic && shown) this.add(shown.nodes[i]!, sensor, topic);
      }
    });
    this.view.touch();
  }

  private add(parent: THREE.Object3D, sensor: Sensor, topic: string): void {
    const object = placed(new THREE.Group(), sensor.pose);
    // The tip at the origin, opening along x, one metre long.
    const cone = new THREE.Mesh(new THREE.ConeGeometry(1, 1, 28, 1, true).translate(0, -0.5, 0).rotateZ(Math.PI / 2), this.look);
    cone.visible = false;
    object.add(cone);
    parent.add(object);
    const stop = server.subscribe(topic, (message) => {
      const { range, field_of_view, max_range } = message as { range: number; field_of_view: number; max_range: number };
      const length = Number.isFinite(range) ? Math.min(range, max_range) : max_range;
      const radius = length * Math.tan(Math.max(0.01, field_of_view) / 2);
      cone.visible = length > 0;
      cone.scale.set(length, radius, radius);
      this.view.touch();
    });
    this.cones.push({ parent, object, stop });
  }
}
