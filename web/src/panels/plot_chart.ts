import uPlot from 'uplot';
import type { PlotSpec } from '../store/plots';
import { heldAt, holdPlots, hoverTime, runPlots, simulatedNow, window_seconds, zoom } from '../store/plots';
import { closeSeries, joined, openSeries, type Column, type Series } from './series';

/** Colours and dashes in order of use; violet is reserved for real data. */
const looks: { color: string; dash?: number[] }[] = [
  { color: '--accent' }, { color: '--ink' }, { color: '--warn' },
  { color: '--accent', dash: [6, 3] }, { color: '--ink', dash: [6, 3] }, { color: '--warn', dash: [2, 3] },
];
export const command_look = { color: '--ink-3', dash: [2, 3] };

/** The style of each line: commands are dotted, the others use the styles in turn. */
export function looksOf(spec: PlotSpec): { color: string; dash?: number[] }[] {
  let at = 0;
  return spec.lines.map((line) => (line.command ? command_look : looks[at++ % looks.length]!));
}

/** Three round values whose range contains `min` and `largest`. */
export function roundRange(min: number, largest: number): [number, number, number] {
  if (!(min <= largest)) return [0, 0.5, 1];
  const span = Math.max(largest - min, 0.3 * Math.max(Math.abs(min), Math.abs(largest)), 1e-6);
  const rough = span / 2;
  for (let power = Math.floor(Math.log10(rough)); ; power++) {
    for (const digit of [1, 2, 4, 5]) {
      const step = digit * 10 ** power;
      if (step * 2 < span) continue;
      // Nearly constant values are placed in the middle.
      const low = Math.floor((min - (2 * step - (largest - min)) / 2) / step + 0.5) * step;
      if (low <= min + 1e-9 * step && low + 2 * step >= largest - 1e-9 * step) return [low, low + step, low + 2 * step];
    }
  }
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function axisText(value: number, step: number): string {
  const digits = Math.min(6, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return value.toFixed(digits);
}

/** The drawing of one plot. */
export class Chart {
  private readonly plot: uPlot;
  private readonly series: Series[];
  private range: [number, number, number] = [0, 0.5, 1];
  private from = 0;
  private to = 1;
  private seen = -1;

  constructor(readonly spec: PlotSpec, box: HTMLElement, height: number, private readonly withTimes: boolean) {
    this.series = spec.lines.map(openSeries);
    this.plot = new uPlot(this.options(box.clientWidth, height), [[], ...spec.lines.map(() => [])], box);
    this.plot.over.addEventListener('dblclick', () => runPlots());
    this.plot.over.addEventListener('pointerleave', () => { hoverTime.value = null; });
  }

  destroy(): void {
    this.series.forEach(closeSeries);
    this.plot.destroy();
  }

  resize(width: number, height: number): void {
    this.plot.setSize({ width, height });
    this.seen = -1;
  }

  get lastValues(): number[] {
    return this.series.map((s) => s.lastValue);
  }

  /** Draws the newest state if it has changed. */
  draw(): void {
    const now = heldAt.peek() ?? simulatedNow();
    const part = zoom.peek();
    const from = part?.from ?? now - window_seconds, to = part?.to ?? now;
    const version = this.series.reduce((sum, s) => sum + s.version, from + to);
    if (version === this.seen) return;
    this.seen = version;
    this.from = from;
    this.to = to;
    const data = this.data();
    let min = Infinity, largest = -Infinity;
    for (const column of data.slice(1) as Column[]) {
      for (const value of column) if (typeof value === 'number' && Number.isFinite(value)) { min = Math.min(min, value); largest = Math.max(largest, value); }
    }
    this.setRange(min, largest);
    this.plot.setData(data as uPlot.AlignedData, true);
  }

  /** The visible values, for a table. */
  data(): [number[], ...Column[]] {
    const max = Math.max(400, 4 * this.plot.width);
    return joined(this.series.map((s) => s.between(this.from, this.to, max)));
  }

  /** The picture as shown, on the panel's background. */
  png(): string {
    const source = this.plot.ctx.canvas, canvas = document.createElement('canvas');
    canvas.width = source.width;
    canvas.height = source.height;
    const context = canvas.getContext('2d')!;
    context.fillStyle = css('--surface');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0);
    return canvas.toDataURL('image/png');
  }

  /** Keeps the old range while it fits, so that axes do not jump. */
  private setRange(min: number, largest: number): void {
    const wanted = roundRange(min, largest);
    const [low, , high] = this.range;
    const fits = low <= min && largest <= high && high - low <= 2.6 * (wanted[2] - wanted[0]);
    if (!fits) this.range = wanted;
  }

  private options(width: number, height: number): uPlot.Options {
    const font = '11px "Atkinson Hyperlegible Mono"';
    const ink = () => css('--ink-3'), line = () => css('--line');
    const styles = looksOf(this.spec);
    return {
      width, height, legend: { show: false }, padding: [6, 2, this.withTimes ? 1 : 6, 0],
      cursor: {
        sync: { key: 'plots', setSeries: false }, drag: { x: true, y: false, setScale: false }, points: { size: 6 },
        dataIdx: (_u, _s, closest) => closest,
      },
      scales: { x: { time: false, range: () => [this.from, this.to] }, y: { range: () => [this.range[0], this.range[2]] } },
      series: [{}, ...this.spec.lines.map((one, i) => ({
        stroke: () => css(styles[i]!.color), width: one.command ? 1.5 : 1.75, dash: styles[i]!.dash, points: { show: false },
        ...(one.command && { paths: uPlot.paths.stepped!({ align: 1 }) }),
      }))],
      axes: [
        {
          show: this.withTimes, size: 17, font, stroke: ink, gap: 3, grid: { show: false }, ticks: { show: false },
          splits: () => this.timeSplits(), values: (_u, splits) => splits.map(() => ''),
        },
        {
          size: (_u, values) => 10 + 6.7 * Math.max(3, ...(values ?? []).map((v) => v.length)), font, stroke: ink, gap: 5, ticks: { show: false }, grid: { stroke: line, width: 1 },
          splits: () => this.range, values: (_u, splits) => splits.map((s) => axisText(s, this.range[1] - this.range[0])),
        },
      ],
      hooks: {
        setSelect: [(u) => this.selected(u)],
        setCursor: [(u) => this.pointed(u)],
        drawClear: [(u) => this.hatchGaps(u)],
        draw: [(u) => this.drawTimes(u)],
      },
    };
  }

  private timeSplits(): number[] {
    return [this.from, (this.from + this.to) / 2, this.to];
  }

  private timeText(time: number): string {
    if (zoom.peek() || heldAt.peek() !== null) return time.toFixed(this.to - this.from < 2 ? 2 : 1);
    const ago = this.to - time;
    return ago < 0.01 ? 'now' : `-${Math.round(ago)} s`;
  }

  /** Labels are drawn here, so that the first and the last stay within the plot. */
  private drawTimes({ ctx, bbox }: uPlot): void {
    if (!this.withTimes) return;
    const y = bbox.top + bbox.height + 13 * devicePixelRatio;
    ctx.save();
    ctx.font = `${11 * devicePixelRatio}px "Atkinson Hyperlegible Mono"`;
    ctx.fillStyle = css('--ink-3');
    ctx.textBaseline = 'alphabetic';
    const aligns: CanvasTextAlign[] = ['left', 'center', 'right'];
    this.timeSplits().forEach((time, i) => {
      ctx.textAlign = aligns[i]!;
      ctx.fillText(this.timeText(time), bbox.left + (bbox.width * i) / 2, y);
    });
    ctx.restore();
  }

  private selected(u: uPlot): void {
    const { left, width } = u.select;
    if (width < 4) return;
    const from = u.posToVal(left, 'x'), to = u.posToVal(left + width, 'x');
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (heldAt.peek() === null) holdPlots(this.to);
    zoom.value = { from, to };
  }

  private pointed(u: uPlot): void {
    const { left, event } = u.cursor;
    if (event && typeof left === 'number') hoverTime.value = left >= 0 ? u.posToVal(left, 'x') : null;
  }

  /** Time without data is hatched: after the last value, and gaps. */
  private hatchGaps(u: uPlot): void {
    const last = Math.max(...this.series.map((s) => s.lastTime));
    if (!Number.isFinite(last) || this.to - last < 0.8) return;
    const { ctx, bbox } = u;
    const x0 = Math.max(bbox.left, u.valToPos(Math.max(last, this.from), 'x', true)), x1 = bbox.left + bbox.width;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x0, bbox.top, x1 - x0, bbox.height);
    ctx.clip();
    ctx.fillStyle = css('--surface-2');
    ctx.fillRect(x0, bbox.top, x1 - x0, bbox.height);
    ctx.strokeStyle = css('--line-strong');
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    for (let x = x0 - bbox.height; x < x1; x += 6 * devicePixelRatio) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}
