import { signal } from '@preact/signals';
import { startOverlays } from '../overlays/start';
import { Gizmo } from '../tools/gizmo';
import { MeasureTool } from '../tools/measure';
import { PushTool } from '../tools/push';
import { exposeForTests } from './hook';
import { Pointer } from './pointer';
import { GapReplay } from './gap_replay';
import { ReplayDriver } from './replay_driver';
import { View } from './view';

/** The view; null before it has started, or if this browser cannot draw 3D. */
export const view = signal<View | null>(null);
/** The browser lacks WebGL 2. */
export const cannotDraw = signal(false);

export function startView(canvas: HTMLCanvasElement): void {
  try {
    const made = new View(canvas);
    const pointer = new Pointer(made);
    const tools = [new Gizmo(made), new PushTool(made), new MeasureTool(made)];
    pointer.tools.push(...tools);
    made.addOverlays(...tools);
    startOverlays(made);
    new ReplayDriver(made);
    new GapReplay(made);
    exposeForTests(made);
    view.value = made;
  } catch (error) {
    console.warn(error);
    cannotDraw.value = true;
  }
}
