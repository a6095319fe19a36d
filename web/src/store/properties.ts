import { signal } from '@preact/signals';
import type { Pose, Property } from '../net/messages';
import { formatNumber } from '../ui/number_field';
import { text } from '../panels/strings';
import type { PoseArray } from './scene';
import { ask, callOrToast } from './server';
import { did } from './undo';

/** The owner of a property: a model and its part, "link:base_link". */
export interface Place { entity: string; part: string }

/** Counts edits; a change makes components read properties again. */
export const editCount = signal(0);

const changed = () => { editCount.value++; };

/** "front_right_wheel" from "link:front_right_wheel"; the model if the part has no name. */
export function placeName({ entity, part }: Place): string {
  return part.replace(/^\w+:/, '').replace(/^world$/, '') || entity || text.inspect.world;
}

export function valueText(property: Property, value: number[], words: string): string {
  if (property.kind === 'choice') return words;
  if (property.kind === 'flag') return value[0] ? text.inspect.on : text.inspect.off;
  return value.map((v) => formatNumber(v)).join(' ');
}

interface Change { value: number[]; text: string }

/** Sets a property, of several parts at once if `parts` is given; null if it was refused. */
export async function setProperty(place: Place, property: Property, to: Change, parts = [place.part]): Promise<Change | null> {
  const part = parts.join('\n');
  const set = (change: Change) =>
    ask('/surefoot/edit/set', { entity: place.entity, part, property: property.name, ...change }).then(changed);
  const answer = await callOrToast('/surefoot/edit/set', { entity: place.entity, part, property: property.name, ...to });
  changed();
  if (!answer) return null;
  const from = { value: answer.old_value, text: answer.old_text };
  const whose = parts.length > 1 ? text.inspect.several(parts.length) : placeName(place);
  const label = text.inspect.changed(property.label, whose, valueText(property, from.value, from.text), valueText(property, to.value, to.text));
  did({ label, undo: () => set(from), redo: () => set(to) });
  return from;
}

export function poseOf([x, y, z, qx, qy, qz, qw]: PoseArray): Pose {
  return { position: { x, y, z }, orientation: { x: qx, y: qy, z: qz, w: qw } };
}
