import { amountText, secondsText, unitFor, type Curve } from '../store/gap_math';
import type { Residual } from '../store/gap_result';
import { text } from './gap_strings';

const left = 34, right = 14;
const fixed = (value: number) => Number(value.toFixed(2));

/** Axis labels at round times in seconds, at most about six. */
function ticksUpTo(end: number): number[] {
  const step = [0.5, 1, 2, 5, 10, 20, 50, 100].find((s) => end / s <= 6) ?? 200;
  return Array.from({ length: Math.floor(end / step + 1e-6) + 1 }, (_, i) => i * step);
}

function TimeTicks({ end, at, y }: { end: number; at: (t: number) => number; y: number }) {
  return <>{ticksUpTo(end).map((t) => <text key={t} class="axis" x={at(t)} y={y} text-anchor={at(t) > 330 ? 'end' : 'middle'}>{`${t} s`}</text>)}</>;
}

const spoken = (curve: Curve) => (curve.kind === 'whole' ? text.curve.holds : curve.kind === 'until' ? text.curve.crosses(secondsText(curve.crossing!)) : text.curve.never);

/** The confidence c(t) as measured: not smoothed, not extrapolated. The trusted part is solid, the rest hatched. */
export function ConfidenceCurve({ curve, limit, now, width, height }: { curve: Curve; limit: number; now: number | null; width: number; height: number }) {
  const end = curve.t[curve.t.length - 1] ?? 1, top = 18, bottom = 18;
  const at = (t: number) => fixed(left + (t / end) * (width - left - right)), level = (c: number) => fixed(top + (1 - c) * (height - top - bottom));
  const trusted = curve.kind === 'until' || curve.kind === 'whole' ? curve.crossing! : 0;
  const line = (values: number[], from = -Infinity, to = Infinity) =>
    curve.t.flatMap((t, k) => (t >= from - 1e-9 && t <= to + 1e-9 ? [`${at(t)},${level(values[k]!)}`] : []));
  const area = (from: number, to: number) => `${at(from)},${level(0)} ${line(curve.c, from, to).join(' ')} ${at(to)},${level(0)}`;
  const cAt = (time: number) => curve.c[curve.t.findIndex((t) => t >= time - 1e-9)] ?? 0;
  const shownNow = now !== null && now >= 0 && now <= end ? at(now) : null;
  return (
    <svg class="gap-chart" id="gap-curve" role="img" width={width} height={height} viewBox={`0 0 ${width} ${height}`}
      aria-label={text.curve.label(`c(0) = ${(curve.c[0] ?? 0).toFixed(2)}, c(${secondsText(end)}) = ${(curve.c[curve.c.length - 1] ?? 0).toFixed(2)}.`, spoken(curve))}>
      <defs>
        <pattern id="gap-hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hatch" d="M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3" /></pattern>
      </defs>
      {[0, 0.5, 1].map((c) => <g key={c}><line class="grid" x1={left} x2={width - right} y1={level(c)} y2={level(c)} /><text class="axis" x={left - 5} y={level(c) + 4} text-anchor="end">{c}</text></g>)}
      {trusted > 0 && <polygon class="trusted" points={area(0, trusted)} />}
      {trusted < end && <polygon class="untrusted" fill="url(#gap-hatch)" points={area(trusted, end)} />}
      <line class="limit" x1={left} x2={width - right} y1={level(limit)} y2={level(limit)} />
      <polyline class="bound" points={line(curve.lower).join(' ')} />
      <polyline class="line" points={line(curve.c).join(' ')} />
      {trusted > 0 && trusted < end && (
        <g class="crossing"><line x1={at(trusted)} x2={at(trusted)} y1={top - 4} y2={level(0)} /><circle cx={at(trusted)} cy={level(cAt(trusted))} r="4" /></g>
      )}
      {at(trusted) - left > 52 && <text class="word trust" x={left + 14} y={level(0.25)}>{text.curve.trust}</text>}
      {width - right - at(trusted) > 96 && <text class="word" x={width - right - 8} y={level(0.62)} text-anchor="end">{text.curve.doNot}</text>}
      {shownNow !== null && (
        <g class="now"><path d={`M${shownNow - 5} ${top - 9}h10l-5 7z`} /><line x1={shownNow} x2={shownNow} y1={top - 4} y2={level(0)} />
          <text x={shownNow + (shownNow > width - 60 ? -9 : 9)} y={top - 2} text-anchor={shownNow > width - 60 ? 'end' : 'start'}>{text.curve.now}</text></g>
      )}
      <TimeTicks end={end} at={at} y={height - 4} />
    </svg>
  );
}

interface ResidualProps { residual: Residual; tolerance: number | null; end: number; now: number | null; trusted: number; width: number; height: number; ticks: boolean }

/** A round number not below a value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 2, 4, 5, 10].map((m) => m * power).find((m) => m >= value - 1e-12) ?? value;
}

/** Real minus simulated values of one restart, up to the present time. */
export function ResidualPlot({ residual, tolerance, end, now, trusted, width, height, ticks }: ResidualProps) {
  const shown = residual.t.map((t, k) => [t, residual.values[k]!] as const).filter(([t]) => now === null || t <= now + 1e-9);
  const max = Math.max(...residual.values.map(Math.abs), tolerance ?? 0, 1e-6);
  const { unit, scale } = unitFor(residual.unit === 'm/s' ? 1 : max, residual.unit);
  const range = roundUp(max * scale) / scale, low = residual.both ? -range : -0.08 * range;
  const top = 16, bottom = ticks ? 18 : 4;
  const at = (t: number) => fixed(left + (t / end) * (width - left - right));
  const level = (v: number) => fixed(top + ((range - v) / (range - low)) * (height - top - bottom));
  const last = shown[shown.length - 1]?.[1] ?? 0;
  const name = `${residual.name[0]!.toUpperCase()}${residual.name.slice(1)}`;
  const shownNow = now !== null && now >= 0 && now <= end ? at(now) : null;
  return (
    <svg class="gap-chart" role="img" width={width} height={height} viewBox={`0 0 ${width} ${height}`} data-residual={residual.name}
      aria-label={text.residuals.label(name, amountText(last, residual.unit))}>
      {tolerance !== null && <rect class="band" x={left} width={width - left - right} y={level(Math.min(range, tolerance))} height={Math.max(1, level(residual.both ? -Math.min(range, tolerance) : 0) - level(Math.min(range, tolerance)))} />}
      {[range, 0, ...(residual.both ? [-range] : [])].map((v) => (
        <g key={v}><line class="grid" x1={left} x2={width - right} y1={level(v)} y2={level(v)} />
          {v >= 0 && <text class="axis" x={left - 5} y={level(v) + 4} text-anchor="end">{Number((v * scale).toPrecision(2))}</text>}</g>
      ))}
      {trusted > 0 && trusted < end && <line class="mark" x1={at(trusted)} x2={at(trusted)} y1={top - 4} y2={height - bottom} />}
      {shownNow !== null && <line class="nowline" x1={shownNow} x2={shownNow} y1={top - 4} y2={height - bottom} />}
      <polyline class="real" points={shown.map(([t, v]) => `${at(t)},${level(v)}`).join(' ')} />
      <text class="name" x={left + 4} y={11}>{`${name}, ${unit}`}</text>
      {ticks && <TimeTicks end={end} at={at} y={height - 4} />}
    </svg>
  );
}
