import { signal } from '@preact/signals';
import type { LibraryItem } from '../net/messages';
import { Placement } from '../scene/placement';
import { view } from '../scene/start';
import { addModel } from '../store/edit';
import { poseOf } from '../store/properties';
import { ask } from '../store/server';
import { toast } from '../store/toasts';
import { text } from './strings';

/** The item being dragged from the library, and its target. */
export const dragging = signal<{ name: string; x: number; y: number; place: string; touches: boolean } | null>(null);

const threshold = 4;
const checked = new Map<string, Promise<string>>();

/** The description file of a library model; empty if it has none. */
export function descriptionOf(uri: string): Promise<string> {
  let found = checked.get(uri);
  if (!found) {
    found = ask('/surefoot/check', { uri, text: '' }, 60).then((answer) => answer.description);
    found.catch(() => checked.delete(uri));
    checked.set(uri, found);
  }
  return found.catch(() => '');
}

/** A name for a new model: letters, digits and underscores. */
export function modelName(item: LibraryItem): string {
  return (item.uri.replace(/\/+$/, '').split('/').pop() ?? item.name).replace(/\.\w+$/, '').replace(/\W+/g, '_') || 'model';
}

/** Adds an item by button or key, in the centre of the view. */
export async function addInMiddle(item: LibraryItem): Promise<void> {
  const now = view.peek();
  if (!now) return void toast(text.library.noView, { kind: 'error' });
  const placement = new Placement(now);
  try {
    const description = await descriptionOf(item.uri);
    if (description) await placement.show(description);
    await new Promise((done) => setTimeout(done, 150));
    placement.putInMiddle();
    await addModel(item.uri, modelName(item), poseOf(placement.pose));
  } finally {
    placement.close();
  }
}

/** Follows the pointer from a tile into the world. */
export function startDrag(item: LibraryItem, down: PointerEvent, onClick: () => void): void {
  if (down.button !== 0) return;
  const now = view.peek();
  let placement: Placement | null = null, on = false;
  const begin = () => {
    placement = new Placement(now!);
    void descriptionOf(item.uri).then((description) => (description ? placement?.show(description) : undefined)).catch(() => null);
  };
  const move = (event: PointerEvent) => {
    if (!placement) {
      if (!now || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < threshold) return;
      begin();
    }
    event.preventDefault();
    const over = document.elementFromPoint(event.clientX, event.clientY) === now!.canvas;
    if (placement && event.altKey) placement.lift = Math.max(0, placement.lift - event.movementY * 0.01);
    on = over && !!placement?.putAt(event.clientX, event.clientY, { grid: event.shiftKey });
    const [px, py] = placement!.pose;
    const place = on ? text.library.placing(item.name, px.toFixed(2), py.toFixed(2)) : item.name;
    dragging.value = { name: item.name, x: event.clientX, y: event.clientY, place, touches: on && placement!.touches };
  };
  const end = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('keydown', keys, true);
    placement?.close();
    dragging.value = null;
  };
  const up = () => {
    const pose = placement && on ? placement.pose : null;
    const clicked = !placement;
    end();
    if (clicked) onClick();
    else if (pose) void addModel(item.uri, modelName(item), poseOf(pose));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', end);
  window.addEventListener('keydown', keys, true);
}
