import { effect } from '@preact/signals';
import { marks, shown } from '../store/gap';
import { along, markAt, stepOf } from '../store/gap_result';
import { replay } from '../store/replay';
import type { PoseStream } from './pose_stream';
import type { View } from './view';

/** A pose record of a body, as defined in docs/reference/view.md. */
function record(body: number, position: number[], heading: number): Uint8Array {
  const bytes = new Uint8Array(22), data = new DataView(bytes.buffer);
  data.setUint16(0, body, true);
  position.forEach((value, i) => data.setFloat32(2 + 4 * i, value, true));
  [0, 0, Math.sin(heading / 2), Math.cos(heading / 2)].forEach((value, i) => data.setInt16(14 + 2 * i, Math.round(value * 32767), true));
  return bytes;
}

/** Draws the robot at its poses in the simulations of the reality gap, restart by restart. Does not change the running world. */
export class GapReplay {
  private stream: PoseStream | null = null;
  private body = -1;
  private height = 0;
  private last = 0;

  constructor(private readonly view: View) {
    let on = false;
    effect(() => {
      const wanted = !!replay.value?.gap;
      view.built.value;
      if (wanted === on) return;
      on = wanted;
      if (on) this.begin();
      else if (!replay.peek()) view.freeze(null, () => 0);
    });
  }

  private begin(): void {
    const model = this.view.model(shown.peek()?.robot ?? '');
    const link = model?.model.details.links.findIndex((l) => l.motion === 'pose') ?? -1;
    this.stream = model && link >= 0 ? this.view.newStream() : null;
    if (!model || !this.stream) { replay.value = null; return; }
    this.body = model.model.first + link;
    this.height = model.nodes[link]!.matrixWorld.elements[14]!;
    this.last = performance.now();
    this.show();
    this.view.freeze(this.stream, () => (replay.peek()?.time ?? 0) * 1000);
    requestAnimationFrame(() => this.frame());
  }

  private frame(): void {
    const now = performance.now(), state = replay.peek();
    if (!state?.gap) return;
    if (state.playing) {
      const time = Math.min(state.end, state.time + ((now - this.last) / 1000) * state.speed);
      replay.value = { ...state, time, playing: time < state.end };
    }
    this.last = now;
    this.show();
    requestAnimationFrame(() => this.frame());
  }

  private show(): void {
    const result = shown.peek()?.result, time = replay.peek()?.time ?? 0;
    if (!result || marks.peek().length === 0) return;
    const restart = result.restarts[marks.peek()[markAt(result, marks.peek(), time)]!]!;
    const { x, y, heading } = along(restart.simulated, stepOf(result), time - restart.t);
    const frame = record(this.body, [x, y, this.height], heading);
    this.stream!.jump(frame, time, frame, time + 1);
    this.view.touch();
  }
}
