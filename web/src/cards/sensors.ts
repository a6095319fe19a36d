import { computed } from '@preact/signals';
import { driven } from '../store/people';
import { findModel, scene } from '../store/scene';
import { sensorTopic } from '../store/topics';

export interface SensorCard { key: string; name: string; kind: 'image' | 'scan'; topic: string; type: string }

const compressed = 'sensor_msgs/CompressedImage', raw = 'sensor_msgs/Image', scan = 'sensor_msgs/LaserScan';

/** Cameras and scanners of the driven robot that a card can show; cameras first. */
export const sensorCards = computed<SensorCard[]>(() => {
  scene.value;
  const model = findModel(driven.value);
  if (!model) return [];
  const found: SensorCard[] = [], planes = new Map<string, number>();
  for (const link of model.details.links) for (const sensor of link.sensors ?? []) {
    const key = `${model.name}::${link.name}::${sensor.name}`;
    planes.set(key, sensor.vertical?.samples ?? 1);
    const at = (type: string) => sensorTopic(model, link.name, sensor.name, type);
    if (sensor.view === 'image') {
      const small = at(compressed);
      const topic = small || at(raw);
      if (topic) found.push({ key, name: sensor.name, kind: 'image', topic, type: small ? compressed : raw });
    } else if (sensor.view === 'scan' && at(scan)) {
      found.push({ key, name: sensor.name, kind: 'scan', topic: at(scan), type: scan });
    }
  }
  // Planar scanners first, because their data can be drawn from above.
  const first = (kind: string) => found.filter((c) => c.kind === kind).sort((a, b) => Number(planes.get(a.key)! > 1) - Number(planes.get(b.key)! > 1));
  return [...first('image'), ...first('scan')];
});
