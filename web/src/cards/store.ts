import { computed, signal } from '@preact/signals';
import { cards } from '../store/settings';
import { topics } from '../store/topic_list';
import { wide } from '../store/layout';
import { scene } from '../store/scene';
import { sensorCards } from './sensors';

export type CardKind = 'image' | 'scan' | 'cloud' | 'events' | 'cameras';
export interface CardSpec {
  id: string; kind: CardKind; topic: string; type: string; title: string; rate: number;
  /** Aspect ratio of its pictures, width by height. */
  ratio: number;
}
/** Placement of a card: in the row at the bottom, moved, enlarged, or minimised to a chip. */
export interface CardPlace { x?: number; y?: number; size: 'small' | 'large' | 'chip' }

const kinds: Record<string, CardKind> = {
  'sensor_msgs/Image': 'image', 'sensor_msgs/CompressedImage': 'image', 'sensor_msgs/LaserScan': 'scan', 'sensor_msgs/PointCloud2': 'cloud',
};

export function cardKind(type: string): CardKind | undefined {
  return kinds[type];
}

/** Cards that the user has opened, and those that the user has closed. */
const added = signal<readonly string[]>([]);
const closed = signal<ReadonlySet<string>>(new Set());
export const places = signal<Readonly<Record<string, CardPlace>>>({});

/** The sensor behind a topic: its name and its rate. */
function sensorOf(topic: string): { title: string; rate: number; ratio: number } {
  for (const model of scene.value?.models ?? []) {
    for (const [key, names] of Object.entries(model.topics ?? {})) {
      if (!names.includes(topic)) continue;
      const [link, title = ''] = key.split('::');
      const sensor = model.details.links.find((l) => l.name === link)?.sensors?.find((s) => s.name === title);
      return { title, rate: sensor?.rate ?? 0, ratio: sensor?.width && sensor.height ? sensor.width / sensor.height : 1.6 };
    }
  }
  return { title: topic.split('/').filter(Boolean).slice(-2).join('/'), rate: 0, ratio: 1.6 };
}

function specOf(topic: string): CardSpec | null {
  const found = topics.value.find((t) => t.name === topic);
  const kind = found && cardKind(found.type);
  return kind ? { id: topic, kind, topic, type: found.type, ...sensorOf(topic) } : null;
}

/** A camera and a scanner of the driven robot. */
const usual = computed<string[]>(() => {
  const own = (kind: string) => sensorCards.value.find((c) => c.kind === kind)?.topic;
  return [own('image'), own('scan')].filter((name): name is string => !!name);
});
export const usualCards = computed(() => usual.value.map(specOf).filter((s): s is CardSpec => !!s));

const events_card: CardSpec = { id: 'events', kind: 'events', topic: '', type: '', title: 'Events', rate: 0, ratio: 1 };
const cameras_card: CardSpec = { ...events_card, id: 'cameras', kind: 'cameras', title: 'Cameras' };
/** All cameras side by side. */
export const camerasOpen = signal(false);
/** Opens the event log if it is not shown already. */
export const logOpen = signal(false);

export const shownCards = computed<CardSpec[]>(() => {
  const names = [...new Set([...usual.value, ...added.value])].filter((name) => !closed.value.has(name));
  const made = cards.value ? names.map(specOf).filter((s): s is CardSpec => !!s) : [];
  const log = (cards.value && wide.value && !closed.value.has('events')) || logOpen.value;
  return [...made, ...(camerasOpen.value ? [cameras_card] : []), ...(log ? [events_card] : [])];
});

export function isOpen(topic: string): boolean {
  return shownCards.value.some((c) => c.topic === topic);
}

export function openCard(topic: string): void {
  cards.value = true;
  closed.value = new Set([...closed.peek()].filter((name) => name !== topic));
  if (!usual.peek().includes(topic)) added.value = [...added.peek().filter((name) => name !== topic), topic];
}

export function closeCard(id: string): void {
  added.value = added.peek().filter((name) => name !== id);
  closed.value = new Set([...closed.peek(), id]);
  if (id === 'events') logOpen.value = false;
  if (id === 'cameras') camerasOpen.value = false;
}

export function toggleCameras(): void {
  camerasOpen.value = !camerasOpen.peek();
}

export function toggleLog(): void {
  const shown = shownCards.peek().some((c) => c.id === 'events');
  if (shown) return closeCard('events');
  closed.value = new Set([...closed.peek()].filter((name) => name !== 'events'));
  logOpen.value = true;
}

export function placeOf(id: string): CardPlace {
  return places.value[id] ?? { size: 'small' };
}

export function setPlace(id: string, place: CardPlace): void {
  places.value = { ...places.peek(), [id]: place };
}
