import type { LoggedEvent } from '../store/events';
import { shortClock } from '../ui/format';

/** The confidence c(t) after a synchronisation: solid while the simulation is trusted, hatched after that. */
export interface TrustWindow { begin: number; trusted: number; t: readonly number[]; c: readonly number[] }

export interface TimelineState {
  begin: number; end: number; time: number; chip: string; replay: boolean; stale: boolean;
  recorded: readonly [number, number] | null; trust: readonly TrustWindow[]; events: readonly LoggedEvent[];
}

const lengths = [60, 120, 300, 600, 1200, 3600, 7200, 18000, 36000];

/** The end of the line for a run that is at `time`. */
export function timelineEnd(time: number): number {
  return lengths.find((length) => time < length * 0.95) ?? Math.ceil(time / 36000 + 0.1) * 36000;
}

const bar_top = 4, bar_height = 14;

export function hatch(x: CanvasRenderingContext2D, left: number, top: number, width: number, height: number, color: string, gap = 7): void {
  x.save();
  x.beginPath();
  x.rect(left, top, width, height);
  x.clip();
  x.strokeStyle = color;
  x.lineWidth = 1;
  x.beginPath();
  for (let at = -height; at < width; at += gap) {
    x.moveTo(left + at, top + height);
    x.lineTo(left + at + height, top);
  }
  x.stroke();
  x.restore();
}

/** Fits the canvas to its box and the screen's pixels. */
function prepare(canvas: HTMLCanvasElement): [CanvasRenderingContext2D, number, number] {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const x = canvas.getContext('2d')!;
  x.setTransform(ratio, 0, 0, ratio, 0, 0);
  return [x, width, height];
}

export function drawTimeline(canvas: HTMLCanvasElement, state: TimelineState): void {
  const [x, width, height] = prepare(canvas);
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`);
  const at = (time: number) => ((time - state.begin) / (state.end - state.begin || 1)) * width;
  const head = at(state.time);

  drawMarks(x, width, height, state, at, color);
  drawBar(x, width, state, at, head, color);
  for (const event of state.events) {
    if (event.time <= state.time) drawDiamond(x, at(event.time), event.severity, color);
  }
  // The playhead and its label.
  x.fillStyle = color('ink');
  x.fillRect(head - 1, 0, 2, bar_top + bar_height + 4);
  const chip = Math.min(width - 27, Math.max(27, head));
  x.beginPath();
  x.roundRect(chip - 26, bar_top + bar_height + 3, 52, 16, 5);
  x.fill();
  x.fillStyle = color('surface');
  x.textAlign = 'center';
  x.font = '600 11px "Atkinson Hyperlegible Mono", monospace';
  x.fillText(state.chip, chip, bar_top + bar_height + 15);
}

type Color = (name: string) => string;

function drawMarks(x: CanvasRenderingContext2D, width: number, height: number, state: TimelineState, at: (t: number) => number, color: Color): void {
  const length = state.end - state.begin;
  const apart = [1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 7200].find((s) => (s / length) * width > 150) ?? 14400;
  x.font = '11px "Atkinson Hyperlegible Mono", monospace';
  x.textAlign = 'center';
  for (let time = Math.ceil(state.begin / (apart / 2)) * (apart / 2); time <= state.end + 1e-6; time += apart / 2) {
    x.fillStyle = color('line');
    x.fillRect(at(time), bar_top + bar_height + 1, 1, 4);
    const whole = Math.abs(time / apart - Math.round(time / apart)) < 1e-6;
    if (!whole || Math.abs(at(time) - at(state.time)) < 48) continue;
    x.fillStyle = color('ink-3');
    x.fillText(shortClock(time), Math.min(width - 18, Math.max(14, at(time))), height - 5);
  }
}

function drawBar(x: CanvasRenderingContext2D, width: number, state: TimelineState, at: (t: number) => number, head: number, color: Color): void {
  x.save();
  x.beginPath();
  x.roundRect(0, bar_top, width, bar_height, 4);
  x.clip();
  x.fillStyle = color('surface-3');
  x.fillRect(0, bar_top, width, bar_height);
  x.fillStyle = color('accent');
  x.globalAlpha = state.stale ? 0.25 : 0.32;
  if (state.trust.length === 0 || !state.replay) x.fillRect(0, bar_top, head, bar_height);
  x.globalAlpha = 1;
  drawTrust(x, state, at, head, color);
  if (!state.replay) hatch(x, head, bar_top, width - head, bar_height, color('line'));
  if (state.recorded) {
    x.fillStyle = color('danger');
    x.fillRect(at(state.recorded[0]), bar_top + bar_height - 3, at(state.recorded[1]) - at(state.recorded[0]), 3);
  }
  x.restore();
  if (!state.replay) return;
  x.strokeStyle = color('real');
  x.lineWidth = 1.5;
  x.setLineDash([4, 3]);
  x.beginPath();
  x.roundRect(0.75, bar_top + 0.25, width - 1.5, bar_height - 0.5, 4);
  x.stroke();
  x.setLineDash([]);
}

/** Time after the playhead is paler. */
function drawTrust(x: CanvasRenderingContext2D, state: TimelineState, at: (t: number) => number, head: number, color: Color): void {
  const bottom = bar_top + bar_height;
  for (const { begin, trusted, t, c } of state.trust) {
    const area = (from: number, to: number) => {
      x.beginPath();
      x.moveTo(at(begin + from), bottom);
      t.forEach((s, k) => { if (s >= from - 1e-9 && s <= to + 1e-9) x.lineTo(at(begin + s), bottom - c[k]! * bar_height); });
      x.lineTo(at(begin + to), bottom);
      x.closePath();
    };
    const end = t[t.length - 1] ?? 0;
    if (trusted < end) {
      x.save();
      area(trusted, end);
      x.clip();
      hatch(x, at(begin + trusted), bar_top, at(begin + end) - at(begin + trusted), bar_height, color('ink-3'), 5);
      x.restore();
    }
    if (trusted > 0) {
      area(0, trusted);
      x.fillStyle = color('accent');
      x.globalAlpha = at(begin) > head ? 0.45 : 1;
      x.fill();
      x.globalAlpha = 1;
    }
    // The synchronisation mark.
    x.fillStyle = color('surface');
    x.fillRect(at(begin) - 1, bar_top, 1.5, bar_height);
  }
}

function drawDiamond(x: CanvasRenderingContext2D, at: number, severity: string, color: Color): void {
  const middle = bar_top + bar_height / 2;
  x.beginPath();
  x.moveTo(at, middle - 5);
  x.lineTo(at + 4, middle);
  x.lineTo(at, middle + 5);
  x.lineTo(at - 4, middle);
  x.closePath();
  x.fillStyle = severity === 'error' ? color('danger') : severity === 'warning' ? color('warn') : color('surface');
  x.fill();
  x.strokeStyle = color('ink');
  x.lineWidth = 1.25;
  x.stroke();
}
