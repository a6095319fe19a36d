import { computed, signal } from '@preact/signals';
import { findModel, scene } from './scene';

/** Something that can be selected: a model (part ''), or a part of it. "world" and lights have no model. */
export interface Item { model: string; part: '' | 'link' | 'joint' | 'sensor' | 'light' | 'world' | 'ground'; name: string }

/** One selection for view, tree, inspector and plots. The last one is the primary. */
export const selection = signal<readonly Item[]>([]);
export const hovered = signal<Item | null>(null);

export const selected = computed(() => selection.value[selection.value.length - 1] ?? null);

export function sameItem(a: Item | null | undefined, b: Item | null | undefined): boolean {
  return !!a && !!b && a.model === b.model && a.part === b.part && a.name === b.name;
}

export function isSelected(item: Item): boolean {
  return selection.value.some((s) => sameItem(s, item));
}

export function select(item: Item | null, add = false): void {
  if (!item) selection.value = [];
  else if (!add) selection.value = [item];
  else if (isSelected(item)) selection.value = selection.value.filter((s) => !sameItem(s, item));
  else selection.value = [...selection.value, item];
}

/** A click in the view selects the link; a second click its joint. */
export function pick(model: string, link: string, add: boolean): void {
  const item: Item = { model, part: 'link', name: link };
  if (!add && sameItem(selected.value, item)) {
    const details = findModel(model)?.details;
    const joint = details?.joints.find((j) => details.links[j.child]?.name === link);
    if (joint) return select({ model, part: 'joint', name: joint.name });
  }
  select(item, add);
}

/** Selects the parent: from joint or sensor to its link, from link to model, from model to nothing. */
export function selectUp(): void {
  const item = selected.value;
  if (!item) return;
  if (item.part === 'joint' || item.part === 'sensor') {
    const link = linkOf(item);
    return select(link ? { model: item.model, part: 'link', name: link } : { ...item, part: '', name: '' });
  }
  select(item.part === 'link' ? { model: item.model, part: '', name: '' } : null);
}

/** The link of an item: itself, or the one it is attached to. */
export function linkOf(item: Item): string | null {
  const details = findModel(item.model)?.details;
  if (!details) return null;
  if (item.part === 'link') return item.name;
  if (item.part === 'joint') {
    const joint = details.joints.find((j) => j.name === item.name);
    return joint ? details.links[joint.child]?.name ?? null : null;
  }
  if (item.part === 'sensor') {
    return details.links.find((l) => l.sensors?.some((s) => s.name === item.name || `${l.name}/${s.name}` === item.name))
      ?.name ?? null;
  }
  return details.links[0]?.name ?? null;
}

/** Removes items that no longer exist from the selection. */
export function startSelection(): void {
  scene.subscribe((now) => {
    if (!now) return;
    const kept = selection.peek().filter((s) => !s.model || now.models.some((m) => m.name === s.model));
    if (kept.length !== selection.peek().length) selection.value = kept;
  });
}
