import { effect } from '@preact/signals';
import { replay } from '../store/replay';
import { ask } from '../store/server';
import { toast } from '../store/toasts';
import { PoseStream } from './pose_stream';
import type { View } from './view';

interface Chunk { times: number[]; frames: Uint8Array[] }

const chunk_seconds = 5, rate = 30;

/** The number of the chunk that contains a time. */
function numberAt(time: number): number {
  return Math.floor(time / chunk_seconds);
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** Draws a recording: fetches poses some seconds at a time and advances the time. Does not affect the simulation. */
export class ReplayDriver {
  private readonly chunks = new Map<number, Chunk | 'coming'>();
  private stream: PoseStream | null = null;
  private file = '';
  private last = 0;
  private shown = -1;

  constructor(private readonly view: View) {
    effect(() => {
      const file = replay.value && !replay.value.gap ? replay.value.file : '';
      view.built.value;
      if (file === this.file) return;
      this.file = file;
      this.chunks.clear();
      this.shown = -1;
      this.stream = file ? view.newStream() : null;
      view.freeze(this.stream, () => (replay.peek()?.time ?? 0) * 1000);
      if (file) { this.last = performance.now(); requestAnimationFrame(() => this.frame()); }
    });
  }

  private frame(): void {
    const now = performance.now(), state = replay.peek();
    if (!state || state.file !== this.file) return;
    if (state.playing) {
      const time = Math.min(state.end, state.time + ((now - this.last) / 1000) * state.speed);
      // Waits for chunks that have not arrived.
      if (this.chunk(numberAt(state.time))) replay.value = { ...state, time, playing: time < state.end };
    }
    this.last = now;
    this.show(state.time);
    requestAnimationFrame(() => this.frame());
  }

  private chunk(number: number): Chunk | null {
    for (const wanted of [number, number + 1]) void this.fetch(wanted);
    const found = this.chunks.get(number);
    return found && found !== 'coming' ? found : null;
  }

  private async fetch(number: number): Promise<void> {
    const state = replay.peek();
    const begin = number * chunk_seconds;
    if (!state || this.chunks.has(number) || begin > state.end || begin + chunk_seconds < state.begin) return;
    this.chunks.set(number, 'coming');
    const file = this.file;
    try {
      const answer = await ask('/surefoot/recordings/bodies', { file, begin, end: begin + chunk_seconds, rate }, 60);
      if (file !== this.file) return;
      if (answer.unknown.length > 0 && number === numberAt(state.begin)) {
        toast(`This world has no ${answer.unknown.slice(0, 3).join(', ')}: its recorded motion is not shown.`);
      }
      const data = bytesOf(answer.data);
      let at = 0;
      const frames = answer.sizes.map((size) => data.subarray(at, (at += size)));
      this.chunks.set(number, { times: answer.times, frames });
    } catch (error) {
      replay.value = null;
      toast(error instanceof Error ? error.message : String(error), { kind: 'error' });
    }
  }

  /** The number of the chunk to show for a time: an earlier one if no pose was recorded there. */
  private shownAt(time: number): number {
    let number = numberAt(time);
    const first = numberAt(replay.peek()?.begin ?? time);
    while (number > first && this.chunk(number)?.times.length === 0) number--;
    return number;
  }

  /** Passes the frames before and after a time to the stream, which interpolates. */
  private show(time: number): void {
    const number = this.shownAt(time), chunk = this.chunk(number);
    if (!chunk || !this.stream || chunk.times.length === 0) return;
    let i = chunk.times.findIndex((t) => t > time);
    if (i < 0) i = chunk.times.length;
    const key = number * 10000 + i;
    if (key !== this.shown) {
      this.shown = key;
      const before = Math.max(0, i - 1), after = Math.min(i, chunk.times.length - 1);
      this.stream.jump(chunk.frames[before]!, chunk.times[before]!, chunk.frames[after]!, chunk.times[after]!);
    }
    this.view.touch();
  }
}
