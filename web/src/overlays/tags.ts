import * as THREE from 'three';
import { top_height } from '../store/layout';
import type { View } from '../scene/view';

/** A label at a point of the world. */
export class Tag {
  readonly element = document.createElement('div');
  readonly point = new THREE.Vector3();

  constructor(private readonly view: View, look: string, text = '') {
    this.element.className = `tag ${look}`;
    this.element.textContent = text;
    this.element.hidden = true;
    document.getElementById('tags')?.append(this.element);
  }

  set text(text: string) {
    if (this.element.textContent !== text) this.element.textContent = text;
  }

  hide(): void {
    this.element.style.display = 'none';
  }

  /** Draws the label, offset by some pixels. */
  place(dx = 0, dy = 0): void {
    const at = this.view.project(this.point);
    this.element.hidden = false;
    this.element.style.display = at ? '' : 'none';
    if (at) { this.element.style.left = `${at.x + dx}px`; this.element.style.top = `${at.y - top_height + dy}px`; }
  }

  remove(): void {
    this.element.remove();
  }
}
