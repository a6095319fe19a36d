import * as THREE from 'three';
import { heightAt } from '../scene/assets';
import type { View } from '../scene/view';

const local = new THREE.Vector3();

/** Height of the highest static ground at a position, not above `below`; null if there is none. */
export function groundAt(view: View, x: number, y: number, below: number): number | null {
  let best: number | null = null;
  for (const model of view.models.values()) for (const terrain of model.terrains) {
    const m = terrain.world.matrixWorld;
    terrain.inverse.copy(m).invert();
    local.set(x, y, 0).applyMatrix4(terrain.inverse);
    const h = terrain.field ? heightAt(terrain.field, local.x, local.y) : 0;
    if (h === null) continue;
    local.z = h;
    const z = local.applyMatrix4(m).z;
    if (z <= below && (best === null || z > best)) best = z;
  }
  return best;
}
