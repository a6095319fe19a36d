import { signal } from '@preact/signals';
import { scene, type SceneModel } from './scene';
import { ask, linkState } from './server';

/** All topics of the server with their types, "sensor_msgs/Image". */
export const topicTypes = signal<ReadonlyMap<string, string>>(new Map());

async function refresh(): Promise<void> {
  if (linkState.peek() !== 'open' || document.hidden) return;
  const answer = await ask('/rosapi/topics', {}).catch(() => null);
  if (!answer) return;
  const types = new Map(answer.topics.map((name, i) => [name, (answer.types[i] ?? '').replace('/msg/', '/')]));
  const same = types.size === topicTypes.peek().size && [...types].every(([n, t]) => topicTypes.peek().get(n) === t);
  if (!same) topicTypes.value = types;
}

export function startTopics(): void {
  scene.subscribe(() => void refresh());
  linkState.subscribe((state) => { if (state === 'open') void refresh(); });
  setInterval(() => void refresh(), 5000);
}

/** Topics of a sensor of a model. */
export function sensorTopics(model: SceneModel, link: string, sensor: string): string[] {
  return model.topics?.[`${link}::${sensor}`] ?? [];
}

/** The sensor's topic of a type; '' if it has none. */
export function sensorTopic(model: SceneModel, link: string, sensor: string, type: string): string {
  return sensorTopics(model, link, sensor).find((name) => topicTypes.value.get(name) === type) ?? '';
}
