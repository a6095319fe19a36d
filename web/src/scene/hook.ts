import * as THREE from 'three';
import { scene } from '../store/scene';
import { selection } from '../store/selection';
import { status } from '../store/status';
import { boundsOf } from './picking';
import type { View } from './view';

/** For tests and scripts: window.surefoot reports what is drawn where. */
export interface Hook {
  /** The centre of a model or link ("husky::base_link") in window pixels; null if it is not in the picture. */
  project(name: string): { x: number; y: number } | null;
  /** Models with the number of their meshes, and their position in the picture unless they are behind the camera. */
  drawn(): { name: string; x: number | null; y: number | null; meshes: number }[];
  /** Red, green and blue of a pixel of the view. */
  pixel(x: number, y: number): [number, number, number];
  /** Script time of each of the last frames in milliseconds. */
  scriptTimes(): number[];
  frames(): number;
  /** Whether the drawn poses are the server's, not the initial ones of the scene. */
  posed(): boolean;
  /** Draws a number of frames in sequence, for measurements. */
  burst(frames: number): void;
  pose(model: string): number[] | null;
  state(): { version: number; selection: readonly unknown[]; step: number; time: number; state: string; calls: number };
}

export function exposeForTests(view: View): void {
  const item = (name: string) => {
    const at = name.indexOf('::');
    return at < 0 ? { model: name, part: '' as const, name: '' } : { model: name.slice(0, at), part: 'link' as const, name: name.slice(at + 2) };
  };
  const project = (name: string) => {
    const box = boundsOf(view, item(name));
    return box.isEmpty() ? null : view.project(box.getCenter(new THREE.Vector3()));
  };
  const hook: Hook = {
    project,
    drawn: () => [...view.models.values()].map((model) => {
      const at = project(model.model.name);
      let meshes = 0;
      for (const node of model.nodes) node.traverseVisible((o) => { if (o instanceof THREE.Mesh && o.userData.model) meshes++; });
      return { name: model.model.name, x: at?.x ?? null, y: at?.y ?? null, meshes };
    }),
    pixel: (x, y) => view.readPixel(x, y),
    scriptTimes: () => [...view.scriptTimes],
    frames: () => view.frames,
    posed: () => view.posed,
    burst: (frames) => { for (let i = 0; i < frames; i++) view.drawForMeasuring(); },
    pose: (model) => view.model(model)?.base.matrixWorld.elements.slice() ?? null,
    state: () => ({
      version: scene.value?.version ?? 0, selection: selection.value, step: status.value?.step ?? 0, time: status.value?.time ?? 0,
      state: status.value?.state ?? '', calls: view.drawCalls,
    }),
  };
  Object.assign(window, { surefoot: { ...hook, view } });
}
