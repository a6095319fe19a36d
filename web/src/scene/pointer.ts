import { effect } from '@preact/signals';
import * as THREE from 'three';
import { hovered, pick, sameItem, select, selection, type Item } from '../store/selection';
import { cameraMode, tool } from '../store/settings';
import { boundsOf, meshesOf, pickAt } from './picking';
import type { View } from './view';

/** A tool that handles pointer events; true if it has used the event. */
export interface PointerTool {
  down?(event: PointerEvent): boolean;
  move?(event: PointerEvent): void;
  up?(event: PointerEvent): void;
  click?(event: PointerEvent): boolean;
  cancel?(): void;
}

const drag_threshold = 4;

/** Mouse and touch input in the view: orbit, pan, zoom, hover, select; the active tool has priority. */
export class Pointer {
  readonly tools: PointerTool[] = [];
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private button = -1;
  private start = { x: 0, y: 0 };
  private last = { x: 0, y: 0 };
  private dragged = false;
  private active: PointerTool | null = null;
  private pinch = 0;
  private hoverAt = 0;

  constructor(private readonly view: View) {
    const { canvas } = view;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.up(event));
    canvas.addEventListener('pointerleave', () => { hovered.value = null; });
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('dblclick', (event) => this.focus(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    effect(() => {
      view.built.value;
      view.outline.selected = selection.value.flatMap((item) => meshesOf(view, item));
      const over = hovered.value;
      view.outline.hovered = over && !selection.value.some((s) => sameItem(s, over)) ? meshesOf(view, over) : [];
      view.touch();
    });
  }

  private down(event: PointerEvent): void {
    this.view.canvas.focus({ preventScroll: true });
    this.view.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.active?.cancel?.();
      this.active = null;
      this.dragged = true;
      this.pinch = this.spread();
      this.last = this.middle();
      return;
    }
    this.button = event.button;
    this.start = this.last = { x: event.clientX, y: event.clientY };
    this.dragged = false;
    this.active = (event.button === 0 && this.tools.find((t) => t.down?.(event))) || null;
  }

  private move(event: PointerEvent): void {
    if (!this.fingers.has(event.pointerId)) return this.hover(event);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) return this.moveFingers();
    const dx = event.clientX - this.last.x, dy = event.clientY - this.last.y;
    if (!this.dragged && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < drag_threshold) return;
    this.dragged = true;
    this.last = { x: event.clientX, y: event.clientY };
    if (this.active) return this.active.move?.(event);
    if (this.button === 0 && !event.shiftKey) this.view.rig.rotate(dx, dy);
    else this.view.rig.pan(dx, dy);
    this.view.touch();
  }

  private moveFingers(): void {
    const middle = this.middle(), spread = this.spread();
    this.view.rig.pan(middle.x - this.last.x, middle.y - this.last.y);
    if (spread > 0) this.view.rig.zoom(this.pinch / spread, null);
    this.last = middle;
    this.pinch = spread;
    this.view.touch();
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size > 0) {
      this.last = this.middle();
      return;
    }
    const used = this.active;
    this.active = null;
    if (used) used.up?.(event);
    if (!this.dragged && event.type === 'pointerup' && event.button === 0 && !this.tools.some((t) => t.click?.(event))) {
      this.click(event);
    }
  }

  private click(event: PointerEvent): void {
    const hit = pickAt(this.view, event.clientX, event.clientY);
    if (!hit) { if (!event.shiftKey) select(null); return; }
    pick(hit.model, hit.link, event.shiftKey);
  }

  private hover(event: PointerEvent): void {
    // Picking is expensive, so at most 20 times per second.
    const now = performance.now();
    if (now - this.hoverAt < 50 || event.pointerType === 'touch') return;
    this.hoverAt = now;
    const hit = tool.peek() === 'measure' ? null : pickAt(this.view, event.clientX, event.clientY, { light: true });
    const item: Item | null = hit && !hit.static ? { model: hit.model, part: 'link', name: hit.link } : null;
    if (!sameItem(item, hovered.peek()) && (item || hovered.peek())) hovered.value = item;
    this.view.canvas.style.cursor = item ? 'pointer' : '';
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const factor = Math.exp(Math.min(120, Math.max(-120, event.deltaY)) * 0.0016);
    const hit = factor < 1 && cameraMode.peek() === 'orbit'
      ? pickAt(this.view, event.clientX, event.clientY, { light: true })?.point ?? null : null;
    this.view.rig.zoom(factor, hit);
    this.view.touch();
  }

  private focus(event: MouseEvent): void {
    const hit = pickAt(this.view, event.clientX, event.clientY);
    if (!hit) return;
    if (hit.static) this.view.rig.frame(hit.point, this.view.rig.orbit.distance * 0.7);
    else frameItem(this.view, { model: hit.model, part: 'link', name: hit.link });
    this.view.touch();
  }

  private middle(): { x: number; y: number } {
    const all = [...this.fingers.values()];
    return { x: all.reduce((s, f) => s + f.x, 0) / all.length, y: all.reduce((s, f) => s + f.y, 0) / all.length };
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

/** Moves the camera so that an item is in the centre of the view and large enough. */
export function frameItem(view: View, item: Item): void {
  const box = boundsOf(view, item);
  if (box.isEmpty()) return;
  const size = box.getSize(new THREE.Vector3()).length();
  view.rig.frame(box.getCenter(new THREE.Vector3()), Math.min(60, Math.max(0.8, size * 2.4)));
  view.touch();
}
