import type { Line } from '../store/plots';
import { simulatedNow, window_seconds } from '../store/plots';
import { server } from '../store/server';
import { reader, stampOf, type Message } from './values';

const kept_seconds = 2 * window_seconds, max_points = 60000;

/** The values of one line in order of arrival. */
export class Series {
  private times: number[] = [];
  private values: number[] = [];
  private readonly end: () => void;
  /** Number of values received. */
  version = 0;

  constructor(readonly line: Line) {
    const read = reader(line.field);
    this.end = server.subscribe(line.topic, (message: Message) => this.add(message, read(message)), 'every', { type: line.type });
  }

  close(): void {
    this.end();
  }

  get lastValue(): number {
    return this.values[this.values.length - 1] ?? NaN;
  }

  get lastTime(): number {
    return this.times[this.times.length - 1] ?? NaN;
  }

  private add(message: Message, value: number): void {
    if (Number.isNaN(value)) return;
    const stamp = stampOf(message);
    const time = Number.isNaN(stamp) ? simulatedNow() : stamp;
    const last = this.lastTime;
    // Time was set back: after a reset or a restored snapshot the old values do not apply.
    if (time < last - 1e-9) this.cutAfter(time);
    this.times.push(time);
    this.values.push(value);
    this.version++;
    if (this.times.length > max_points || this.times[0]! < time - 2 * kept_seconds) this.cutBefore(time - kept_seconds);
  }

  private cutAfter(time: number): void {
    const keep = this.indexOf(time);
    this.times.length = keep;
    this.values.length = keep;
  }

  private cutBefore(time: number): void {
    const from = Math.max(this.indexOf(time), this.times.length - max_points);
    this.times = this.times.slice(from);
    this.values = this.values.slice(from);
  }

  /** The first index at or after a time. */
  private indexOf(time: number): number {
    let low = 0, high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The points between two times and the ones just outside; at most about `max`, by the minimum and maximum of each part. */
  between(from: number, to: number, max: number): { times: number[]; values: number[] } {
    const a = Math.max(0, this.indexOf(from) - 1), b = Math.min(this.times.length, this.indexOf(to) + 1);
    if (b - a <= max) return { times: this.times.slice(a, b), values: this.values.slice(a, b) };
    const times: number[] = [], values: number[] = [], parts = Math.floor(max / 2);
    for (let part = 0; part < parts; part++) {
      const first = a + Math.floor(((b - a) * part) / parts), end = a + Math.floor(((b - a) * (part + 1)) / parts);
      let min = first, largest = first;
      for (let i = first; i < end; i++) {
        if (this.values[i]! < this.values[min]!) min = i;
        if (this.values[i]! > this.values[largest]!) largest = i;
      }
      for (const i of min < largest ? [min, largest] : largest < min ? [largest, min] : [min]) {
        times.push(this.times[i]!);
        values.push(this.values[i]!);
      }
    }
    return { times, values };
  }
}

const open = new Map<string, { series: Series; users: number; closing: number }>();
const linger_ms = 2000;

/** The series of a line, shared by all plots of it. It is kept when a plot is created again, for example for another theme. */
export function openSeries(line: Line): Series {
  const key = `${line.topic} ${line.field}`;
  let found = open.get(key);
  if (!found) {
    found = { series: new Series(line), users: 0, closing: 0 };
    open.set(key, found);
  }
  clearTimeout(found.closing);
  found.users++;
  return found.series;
}

export function closeSeries({ line }: Series): void {
  const key = `${line.topic} ${line.field}`, found = open.get(key);
  if (!found || --found.users > 0) return;
  found.closing = window.setTimeout(() => {
    open.delete(key);
    found.series.close();
  }, linger_ms);
}

export type Column = (number | null | undefined)[];

/** Several lines on a common row of times, as uPlot requires; undefined where a line has no point. */
export function joined(lines: { times: number[]; values: number[] }[]): [number[], ...Column[]] {
  const times: number[] = [];
  const columns: Column[] = lines.map(() => []);
  const at = lines.map(() => 0);
  for (;;) {
    let now = Infinity;
    lines.forEach((line, i) => { if (at[i]! < line.times.length) now = Math.min(now, line.times[at[i]!]!); });
    if (now === Infinity) return [times, ...columns];
    times.push(now);
    lines.forEach((line, i) => {
      let value: number | undefined;
      while (at[i]! < line.times.length && line.times[at[i]!]! <= now) value = line.values[at[i]++];
      columns[i]!.push(value);
    });
  }
}

/** The visible part as a table: a time, and a column per line. */
export function csvOf(lines: readonly Line[], data: [number[], ...Column[]]): string {
  const quote = (name: string) => (/[",\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name);
  const head = ['time', ...lines.map((l) => quote(`${l.topic}.${l.field}`))].join(',');
  const [times, ...columns] = data;
  return [head, ...times.map((t, i) => [t.toFixed(6), ...columns.map((c) => c[i] ?? '')].join(','))].join('\n') + '\n';
}
