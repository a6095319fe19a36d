import type { Scene } from '../store/scene';

/** Kinds of bodies by the content of their records. */
const none = 0, pose = 1, turn = 2, slide = 3;
const numbers_per_body = 7;

/** Poses of all bodies of a scene: 7 numbers each, or 1 for joints. */
export class BodyLayout {
  readonly kinds: Uint8Array;
  readonly models: Int32Array;
  readonly links: Int32Array;

  constructor(scene: Scene) {
    const count = Math.max(0, ...scene.models.map((m) => m.first + m.details.links.length));
    this.kinds = new Uint8Array(count);
    this.models = new Int32Array(count).fill(-1);
    this.links = new Int32Array(count);
    scene.models.forEach((model, m) => model.details.links.forEach((link, l) => {
      this.kinds[model.first + l] = link.motion === 'pose' ? pose : link.motion === 'turn' ? turn : link.motion === 'slide' ? slide : none;
      this.models[model.first + l] = m;
      this.links[model.first + l] = l;
    }));
  }

  get count(): number {
    return this.kinds.length;
  }
}

/** Reads the records of docs/reference/view.md into `values`; false if they do not match the scene. */
export function readRecords(layout: BodyLayout, data: Uint8Array, values: Float32Array, touched: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  while (at + 2 <= data.length) {
    const body = view.getUint16(at, true);
    at += 2;
    const kind = layout.kinds[body] ?? none;
    const size = kind === pose ? 20 : kind === turn ? 2 : kind === slide ? 4 : -1;
    if (size < 0 || at + size > data.length) return false;
    const to = body * numbers_per_body;
    touched[body] = 1;
    if (kind === pose) {
      for (let i = 0; i < 3; i++) values[to + i] = view.getFloat32(at + 4 * i, true);
      for (let i = 0; i < 4; i++) values[to + 3 + i] = view.getInt16(at + 12 + 2 * i, true) / 32767;
    } else if (kind === turn) {
      values[to] = (view.getUint16(at, true) / 65536) * 2 * Math.PI;
    } else {
      values[to] = view.getFloat32(at, true);
    }
    at += size;
  }
  return true;
}

interface Frame { at: number; time: number; values: Float32Array }

export interface BodySink {
  setBodyPose(model: number, link: number, values: Float32Array, offset: number): void;
  setBodyJoint(model: number, link: number, value: number): void;
}

const delay_ms = 40, longest_gap_ms = 120;

/**
 * Interpolates poses between messages. The drawn time is slightly before the newest message, so that there is one
 * before and one after; nothing is extrapolated.
 */
export class PoseStream {
  private older: Frame;
  private newer: Frame;
  private readonly known: Uint8Array;
  private readonly shown: Float32Array;
  private first = true;
  private dirty = false;

  constructor(readonly layout: BodyLayout) {
    const numbers = layout.count * numbers_per_body;
    this.older = { at: 0, time: 0, values: new Float32Array(numbers) };
    this.newer = { at: 0, time: 0, values: new Float32Array(numbers) };
    this.shown = new Float32Array(numbers);
    this.known = new Uint8Array(layout.count);
  }

  /** A message; `at` is performance.now(). */
  push(data: Uint8Array, time: number, at: number): void {
    const spare = this.older;
    this.older = this.newer;
    this.newer = spare;
    spare.values.set(this.older.values);
    if (!readRecords(this.layout, data, spare.values, this.known)) return;
    spare.at = at;
    spare.time = time;
    // After a rest, motion starts now; if time is set back, poses jump.
    if (at - this.older.at > longest_gap_ms) this.older.at = at - 33;
    if (this.first || time < this.older.time) {
      this.older.values.set(spare.values);
      this.older.time = time;
      this.first = false;
    }
    this.dirty = true;
  }

  /** Two complete frames of a recording, with their times in seconds. */
  jump(before: Uint8Array, timeBefore: number, after: Uint8Array, timeAfter: number): void {
    readRecords(this.layout, before, this.older.values, this.known);
    readRecords(this.layout, after, this.newer.values, this.known);
    this.older.at = (this.older.time = timeBefore) * 1000;
    this.newer.at = (this.newer.time = timeAfter) * 1000;
    this.dirty = true;
  }

  /** Like `apply`, without the delay: for recordings, where the next frame is known. */
  applyAt(at: number, sink: BodySink): boolean {
    this.dirty = true;
    return this.apply(at + delay_ms, sink);
  }

  /** All poses are applied again. */
  refresh(): void {
    this.dirty = true;
  }

  /** Passes all poses at `now` to the sink; true if something may have moved. */
  apply(now: number, sink: BodySink): boolean {
    if (!this.dirty) return false;
    const span = Math.max(1, this.newer.at - this.older.at);
    const share = Math.min(1, Math.max(0, (now - delay_ms - this.older.at) / span));
    for (let body = 0; body < this.layout.count; body++) if (this.known[body]) this.applyBody(body, share, sink);
    // At the newest message nothing changes until the next one.
    if (share >= 1) this.dirty = false;
    return true;
  }

  /** Simulated time of the drawn poses. */
  timeAt(now: number): number {
    const span = Math.max(1, this.newer.at - this.older.at);
    const share = Math.min(1, Math.max(0, (now - delay_ms - this.older.at) / span));
    return this.older.time + share * (this.newer.time - this.older.time);
  }

  private applyBody(body: number, share: number, sink: BodySink): void {
    const at = body * numbers_per_body, a = this.older.values, b = this.newer.values, out = this.shown;
    const model = this.layout.models[body]!, link = this.layout.links[body]!;
    if (this.layout.kinds[body] !== pose) {
      let by = b[at]! - a[at]!;
      // The shorter of the two rotations.
      if (this.layout.kinds[body] === turn) by -= 2 * Math.PI * Math.round(by / (2 * Math.PI));
      sink.setBodyJoint(model, link, a[at]! + share * by);
      return;
    }
    const jump = Math.hypot(b[at]! - a[at]!, b[at + 1]! - a[at + 1]!, b[at + 2]! - a[at + 2]!) > 1;
    const s = jump ? 1 : share;
    for (let i = 0; i < 3; i++) out[at + i] = a[at + i]! + s * (b[at + i]! - a[at + i]!);
    let dot = 0, norm = 0;
    for (let i = 3; i < 7; i++) dot += a[at + i]! * b[at + i]!;
    for (let i = 3; i < 7; i++) {
      const value = a[at + i]! * (1 - s) * (dot < 0 ? -1 : 1) + s * b[at + i]!;
      out[at + i] = value;
      norm += value * value;
    }
    const scale = norm > 0 ? 1 / Math.sqrt(norm) : 0;
    for (let i = 3; i < 7; i++) out[at + i] = norm > 0 ? out[at + i]! * scale : i === 6 ? 1 : 0;
    sink.setBodyPose(model, link, out, at);
  }
}
