import * as THREE from 'three';
import { effect } from '@preact/signals';
import type { Scan } from '../cards/draw_scan';
import { driven } from '../store/people';
import { findModel, type Sensor } from '../store/scene';
import { server } from '../store/server';
import { overlays } from '../store/settings';
import { sensorTopic } from '../store/topics';
import { FlatMaterial } from '../scene/flat_material';
import { placed } from '../scene/shapes';
import type { Overlay, View } from '../scene/view';

interface Cloud { points: THREE.Points; parent: THREE.Object3D; stop: () => void }
interface CloudMessage {
  width: number; height: number; point_step: number; fields: { name: string; offset: number; datatype: number }[]; data: Uint8Array;
}

const max_points = 200000;

/** Points of the driven robot's scanners, at the sensor that measured them. */
export class LidarPoints implements Overlay {
  private clouds: Cloud[] = [];
  private readonly look = new FlatMaterial('#12908a', { size: 2.6 * Math.min(2, window.devicePixelRatio || 1) });

  constructor(private readonly view: View) {
    effect(() => { view.built.value; this.rebuild(overlays.lidar.value ? driven.value : ''); });
  }

  theme(dark: boolean): void {
    this.look.color.set(dark ? '#5fe6da' : '#12a39b');
  }

  private rebuild(robot: string): void {
    for (const cloud of this.clouds) { cloud.stop(); cloud.parent.remove(cloud.points); }
    this.clouds = [];
    const model = findModel(robot), shown = this.view.model(robot);
    if (!model || !shown) return this.view.touch();
    model.details.links.forEach((link, i) => {
      for (const sensor of link.sensors ?? []) {
        if (sensor.view !== 'scan') continue;
        const many = (sensor.vertical?.samples ?? 1) > 1;
        const cloud = sensorTopic(model, link.name, sensor.name, 'sensor_msgs/PointCloud2');
        const scan = sensorTopic(model, link.name, sensor.name, 'sensor_msgs/LaserScan');
        if (many && cloud) this.add(shown.nodes[i]!, sensor, cloud, (m, to) => readCloud(m as unknown as CloudMessage, to));
        else if (scan) this.add(shown.nodes[i]!, sensor, scan, (m, to) => readScan(m as unknown as Scan, to));
      }
    });
    this.view.touch();
  }

  private add(parent: THREE.Object3D, sensor: Sensor, topic: string, read: (message: Record<string, unknown>, to: Float32Array) => number): void {
    const geometry = new THREE.BufferGeometry();
    const count = Math.min(max_points, (sensor.horizontal?.samples ?? 1000) * (sensor.vertical?.samples ?? 1));
    const position = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
    position.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('position', position);
    geometry.setDrawRange(0, 0);
    const points = placed(new THREE.Points(geometry, this.look), sensor.pose);
    points.frustumCulled = false;
    parent.add(points);
    const stop = server.subscribe(topic, (message) => {
      geometry.setDrawRange(0, read(message, position.array as Float32Array));
      position.needsUpdate = true;
      this.view.touch();
    });
    this.clouds.push({ points, parent, stop });
  }
}

function readScan(message: Scan, to: Float32Array): number {
  let count = 0;
  for (let i = 0; i < message.ranges.length && 3 * count < to.length; i++) {
    const range = message.ranges[i]!;
    if (!(range >= message.range_min && range <= message.range_max)) continue;
    const angle = message.angle_min + i * message.angle_increment;
    to[3 * count] = range * Math.cos(angle);
    to[3 * count + 1] = range * Math.sin(angle);
    to[3 * count + 2] = 0;
    count++;
  }
  return count;
}

/** Reads x, y and z as float32 at their offsets in the message. */
function readCloud(message: CloudMessage, to: Float32Array): number {
  const offset = (name: string) => message.fields.find((f) => f.name === name)?.offset ?? 0;
  const [ox, oy, oz] = [offset('x'), offset('y'), offset('z')];
  const view = new DataView(message.data.buffer, message.data.byteOffset, message.data.byteLength);
  const total = message.width * message.height;
  const every = Math.max(1, Math.ceil((3 * total) / to.length));
  let count = 0;
  for (let i = 0; i < total && 3 * count < to.length; i += every) {
    const at = i * message.point_step;
    const x = view.getFloat32(at + ox, true), y = view.getFloat32(at + oy, true), z = view.getFloat32(at + oz, true);
    if (!Number.isFinite(x + y + z)) continue;
    to[3 * count] = x;
    to[3 * count + 1] = y;
    to[3 * count + 2] = z;
    count++;
  }
  return count;
}
