/**
 * For how long a simulation can be trusted, computed again for another tolerance. The same numbers and sentences as the server's
 * (surefoot/evaluation/statistics/confidence.cc, verdict_words.cc); docs/guides/gap.md explains them.
 */

export type VerdictKind = 'until' | 'whole' | 'never' | 'not_enough_data' | 'reference_too_uncertain';

/** The required part of a compared quantity. */
export interface Errors {
  name: string; unit: string; tolerance: number; reference_deviation: number; limit: number; n: number;
  t: number[]; errors: (number | null)[][];
}

export interface Curve {
  tolerance: number; kind: VerdictKind; crossing: number | null; t: number[]; c: number[]; lower: number[];
  /** Time at which the bound first falls below the limit; the end if it never does. */
  below: number;
}

/** Quantile of the normal distribution for 90 %: an error counts as within the tolerance only if the true error is, with that probability. */
const reference_quantile = 1.2815515655446004;

const logFactorials: number[] = [0];
function logFactorial(n: number): number {
  while (logFactorials.length <= n) logFactorials.push(logFactorials[logFactorials.length - 1]! + Math.log(logFactorials.length));
  return logFactorials[n]!;
}

/** P(X >= successes) for a binomial X. */
function upperTail(successes: number, trials: number, p: number): number {
  if (successes <= 0 || p >= 1) return 1;
  if (p <= 0) return 0;
  let sum = 0;
  for (let k = successes; k <= trials; k++) {
    const choose = logFactorial(trials) - logFactorial(k) - logFactorial(trials - k);
    sum += Math.exp(choose + k * Math.log(p) + (trials - k) * Math.log1p(-p));
  }
  return Math.min(sum, 1);
}

const bounds = new Map<number, number>();

/** One-sided exact lower bound of a success rate, 90 % (Clopper and Pearson). */
export function binomialLowerBound(successes: number, trials: number): number {
  if (trials <= 0 || successes <= 0) return 0;
  if (successes >= trials) return 0.1 ** (1 / trials);
  const key = successes * 1e6 + trials, known = bounds.get(key);
  if (known !== undefined) return known;
  let low = 0, high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (upperTail(successes, trials, middle) < 0.1) low = middle;
    else high = middle;
  }
  bounds.set(key, low);
  return low;
}

/** Number of runs needed: with fewer, the bound cannot reach the limit even if all succeed. */
export function leastRuns(limit: number): number {
  let runs = 1;
  while (binomialLowerBound(runs, runs) < limit) runs++;
  return runs;
}

/** Number of restarts that do not overlap if they begin `every` seconds apart and each lasts `t`. */
function independentRuns(lasting: number, t: number, every: number): number {
  return every > 0 ? Math.ceil(lasting / Math.max(1, Math.ceil(t / every - 1e-9))) : lasting;
}

/** `every`: seconds between restarts; 0 for runs. */
export function judge(quantity: Errors, tolerance: number, every: number): Curve {
  const { t, limit } = quantity;
  const within = tolerance - reference_quantile * quantity.reference_deviation;
  const max = quantity.errors.map((run) => { let top = 0; return run.map((e) => (top = Math.max(top, e ?? Infinity))); });
  const curve: Curve = { tolerance, kind: 'until', crossing: null, t: [], c: [], lower: [], below: t[t.length - 1] ?? 0 };
  for (let k = 0; k < t.length; k++) {
    const lasting = max.filter((run) => k < run.length);
    if (lasting.length === 0) break;
    const good = lasting.filter((run) => run[k]! <= within).length;
    const n = independentRuns(lasting.length, t[k]!, every);
    curve.t.push(t[k]!);
    curve.c.push(good / lasting.length);
    curve.lower.push(binomialLowerBound(Math.floor((good * n) / lasting.length), n));
  }
  for (let k = 0; k < curve.t.length && curve.lower[k]! >= limit; k++) curve.crossing = curve.t[k]!;
  curve.below = curve.t.find((time, k) => time > 0 && curve.lower[k]! < limit) ?? curve.below;
  if (quantity.n < leastRuns(limit)) curve.kind = 'not_enough_data';
  else if (!(within > 0)) curve.kind = 'reference_too_uncertain';
  else if (curve.crossing === null || curve.crossing <= t[0]!) curve.kind = 'never';
  else if (curve.crossing >= t[t.length - 1]!) curve.kind = 'whole';
  return curve;
}

/** Seconds of a run, or after each restart, for which the curve is trusted. */
export function trustedFor(curve: Curve): number {
  return curve.kind === 'until' || curve.kind === 'whole' ? curve.crossing ?? 0 : 0;
}

const short = (value: number) => String(Number(value.toPrecision(3)));

/** The display unit for a unit, and the factor between them. */
export function unitFor(value: number, unit: string): { unit: string; scale: number } {
  if (unit === 'rad' || unit === 'rad/s') return { unit: unit.replace('rad', 'deg'), scale: 180 / Math.PI };
  if (unit !== 'm' && unit !== 'm/s') return { unit, scale: 1 };
  if (Math.abs(value) < 0.00995) return { unit: `m${unit}`, scale: 1000 };
  return Math.abs(value) < 0.995 ? { unit: `c${unit}`, scale: 100 } : { unit, scale: 1 };
}

/** 0.05 m as "5 cm". */
export function amountText(value: number, unit: string): string {
  const shown = unitFor(value, unit);
  return `${short(value * shown.scale)}${shown.unit ? ` ${shown.unit}` : ''}`;
}

const scales: Record<string, Record<string, number>> = {
  m: { m: 1, cm: 0.01, mm: 0.001 }, rad: { rad: 1, deg: Math.PI / 180, '°': Math.PI / 180 },
  'm/s': { 'm/s': 1, 'cm/s': 0.01, 'mm/s': 0.001 }, 'rad/s': { 'rad/s': 1, 'deg/s': Math.PI / 180 },
};

/** "5 cm" or "5" in the unit of `unit`; a bare number is in the display unit of `now`. NaN if invalid. */
export function parseAmount(text: string, unit: string, now: number): number {
  const found = text.trim().replace(',', '.').match(/^(\d+\.?\d*|\.\d+)\s*([a-z°/]*)$/i);
  if (!found) return NaN;
  const shown = unitFor(now, unit);
  const scale = found[2] ? (scales[unit]?.[found[2].toLowerCase()] ?? (found[2] === unit ? 1 : NaN)) : 1 / shown.scale;
  return Number(found[1]) * scale;
}

/** "3.2 s", rounded down. */
export function secondsText(seconds: number): string {
  const scale = seconds < 0.1 ? 100 : seconds < 100 ? 10 : 1;
  return `${short(Math.floor(seconds * scale + 1e-6) / scale)} s`;
}
