import type { Errors } from './gap_math';

/** The output of "surefoot gap --json" (docs/guides/gap.md), without fields that the page does not read. */
export interface Path { x: number[]; y: number[]; heading: number[] }
export interface Restart { t: number; real: Path; simulated: Path }
export interface Quantity extends Errors { sentence: string; c: number[]; lower: number[]; crossing: number | null; kind: string }
export interface Close { parameter: string; label: string; unit: string; was: number; fitted: number; closes: number }
export interface GapResult {
  format: string; mode: 'restarts' | 'runs';
  recording: {
    files: string[]; robot: string; model: string; duration: number; pose_topic: string; command_topic: string; start: number;
    alignment: { ok: boolean; residual: number; residual_unit: string; time_offset: number; sentence: string };
  };
  horizon: number; every: number; restarts: Restart[]; quantities: Quantity[]; summary: string; close: Close[]; notes: string[];
}

/** The restarts shown, which do not overlap in time; as indices into `restarts`. */
export function marksOf({ restarts, horizon }: GapResult): number[] {
  const marks: number[] = [];
  let end = -Infinity;
  restarts.forEach((restart, i) => {
    if (restart.t < end - 1e-6) return;
    marks.push(i);
    end = restart.t + horizon;
  });
  return marks;
}

/** The restart that a time of the recording belongs to: the last one not after it. */
export function markAt(result: GapResult, marks: number[], time: number): number {
  let at = 0;
  for (let i = 0; i < marks.length; i++) if (result.restarts[marks[i]!]!.t <= time + 1e-9) at = i;
  return at;
}

/** Seconds between two points of a path, the same for all. */
export function stepOf({ quantities }: GapResult): number {
  const t = quantities[0]?.t ?? [];
  return t.length > 1 ? t[1]! - t[0]! : 1;
}

const turned = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Linear interpolation of a path at a time in seconds. */
export function along(path: Path, step: number, seconds: number): { x: number; y: number; heading: number } {
  const last = path.x.length - 1;
  const at = Math.min(last, Math.max(0, seconds / step)), i = Math.min(Math.max(0, last - 1), Math.floor(at)), share = Math.min(1, at - i);
  const j = Math.min(last, i + 1);
  const mix = (values: number[]) => values[i]! + share * (values[j]! - values[i]!);
  return { x: mix(path.x), y: mix(path.y), heading: path.heading[i]! + share * turned(path.heading[j]! - path.heading[i]!) };
}

export interface Residual { name: 'position' | 'heading' | 'speed'; unit: string; t: number[]; values: number[]; both: boolean }

function speeds(path: Path, step: number): number[] {
  return path.x.map((_, k) => {
    const a = Math.max(0, k - 1), b = Math.min(path.x.length - 1, k + 1);
    if (a === b) return 0;
    const h = path.heading[k]!;
    return ((path.x[b]! - path.x[a]!) * Math.cos(h) + (path.y[b]! - path.y[a]!) * Math.sin(h)) / ((b - a) * step);
  });
}

/** Real minus simulated values of one restart. Position is the distance between them; speed is the forward speed. */
export function residualsOf({ real, simulated }: Restart, step: number): Residual[] {
  const count = Math.min(real.x.length, simulated.x.length);
  const t = Array.from({ length: count }, (_, k) => k * step);
  const realSpeeds = speeds(real, step), simulatedSpeeds = speeds(simulated, step);
  return [
    { name: 'position', unit: 'm', t, both: false, values: t.map((_, k) => Math.hypot(real.x[k]! - simulated.x[k]!, real.y[k]! - simulated.y[k]!)) },
    { name: 'heading', unit: 'rad', t, both: true, values: t.map((_, k) => turned(real.heading[k]! - simulated.heading[k]!)) },
    { name: 'speed', unit: 'm/s', t, both: true, values: t.map((_, k) => realSpeeds[k]! - simulatedSpeeds[k]!) },
  ];
}

/** The real robot's path, joined from the restarts; times since the recording's start. */
export function realTrack(result: GapResult, z: number): { times: number[]; positions: number[]; orientations: number[] } {
  const step = stepOf(result), times: number[] = [], positions: number[] = [], orientations: number[] = [];
  result.restarts.forEach(({ t, real }, i) => {
    const until = result.restarts[i + 1]?.t ?? Infinity;
    for (let k = 0; k < real.x.length && t + k * step < until - 1e-6; k++) {
      times.push(t + k * step);
      positions.push(real.x[k]!, real.y[k]!, z);
      orientations.push(0, 0, Math.sin(real.heading[k]! / 2), Math.cos(real.heading[k]! / 2));
    }
  });
  return { times, positions, orientations };
}
